import { ChangeControl } from '../../../../domain/company/control/schema.js';
import { amountNeeds } from '../../../../domain/company/control/rules.js';
import { CheckField, MoneyField, NumberField, SelectField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { type Output, toInput } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { type OwnSaves, useFollowing } from './own-saves.js';

type Rules = Output<'GET /api/company/control'>;
type Values = Pick<Rules, 'noOwnDecisions' | 'amountLimit' | 'amountNeeds' | 'pricePercent'>;

const labels = {
  noOwnDecisions: 'Users cannot approve their own work',
  amountLimit: 'Amounts above',
  amountNeeds: 'need',
  pricePercent: 'Price changes above',
} as const;
const needs = { 'second person': 'A second person', 'Office Admin': 'An Office Admin', 'super admin': 'A super admin' };
const options = amountNeeds.map((value) => ({ value, label: needs[value] }));

const toValues = (rules: Values | null): Values => ({
  noOwnDecisions: rules?.noOwnDecisions ?? false,
  amountLimit: rules?.amountLimit ?? null,
  amountNeeds: rules?.amountNeeds ?? 'second person',
  pricePercent: rules?.pricePercent ?? null,
});

/** The rules that a super admin can switch on: who may decide, and what needs a second person. */
export function ControlSection({ own }: { readonly own: OwnSaves }) {
  const query = useApi('GET /api/company/control', {});
  return (
    <LoadedContent query={query}>{(rules) => <ControlForm key={rules._id} rules={rules} own={own} />}</LoadedContent>
  );
}

function ControlForm({ rules, own }: { readonly rules: Rules; readonly own: OwnSaves }) {
  const change = useSend('PUT /api/company/control/update/:id');
  const saving = useRecordSave<Values, Values & { readonly revision: number }>({
    record: rules,
    toValues: toValues,
    area: 'Rules',
    what: 'The list of rules',
    labels,
    format: (_, value) => (value === null ? 'off' : String(value)),
    store: (values, revision) =>
      change.send(
        toInput<'PUT /api/company/control/update/:id'>({
          id: rules._id,
          ...values,
          revision: revision ?? rules.revision,
        }),
      ),
    onSaved: ({ revision }) => own.reportSaved(revision),
  });
  useFollowing(own, saving.follow);
  const readOnly = !useCan('company.manage', { write: true }).isAllowed;
  return (
    <RecordForm
      saving={saving}
      limits={ChangeControl}
      label="Rules"
      save={{ permission: 'company.manage', label: 'Update Rules' }}
    >
      <CheckField
        name="noOwnDecisions"
        label={labels.noOwnDecisions}
        hint="Applies to invoices, repair and driver invoices, payments and corrections. What an API key does counts as the work of the user who added it."
        readOnly={readOnly}
      />
      <div className="form-grid">
        <MoneyField
          name="amountLimit"
          label="Amounts above"
          min={0}
          hint="Applies to invoice approvals, payments and corrections. Leave blank to turn it off."
          readOnly={readOnly}
        />
        <SelectField name="amountNeeds" label="Approval needed from" options={options} readOnly={readOnly} />
        <NumberField
          name="pricePercent"
          label="Price changes above"
          suffix="%"
          decimals={2}
          keep={4}
          min={0}
          max={1000}
          hint="For sheds and add-ons, added up over a day. Larger changes need a second person. Leave blank to turn it off."
          readOnly={readOnly}
        />
      </div>
    </RecordForm>
  );
}
