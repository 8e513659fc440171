import { SettingsFields } from '../../../../domain/company/company/schema.js';
import { MoneyField, NumberField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { call, toInput } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { type Company, feeLabels, type Figures, figureInWords, toFigures, percentLabels } from './company-values.js';
import { type OwnSaves, useFollowing } from './own-saves.js';

const REQUIRED = 'This field is required';

/** The nine values used to price orders. */
export function SettingsForm({ company, own }: { company: Company; own: OwnSaves }) {
  const change = useSend('PUT /api/settings/update/:id');
  const toBody = (values: Figures) => toInput<'PUT /api/settings/update/:id'>({ id: company._id, ...values }); // an empty value is refused at its field
  const saving = useRecordSave<Figures, Figures & { readonly revision: number }>({
    record: company,
    toValues: toFigures,
    area: 'Settings',
    what: 'The list of settings',
    labels: { ...percentLabels, ...feeLabels },
    format: figureInWords,
    store: (values, revision) => change.send({ ...toBody(values), revision: revision ?? company.revision }),
    onSaved: ({ revision }) => own.reportSaved(revision),
  });
  useFollowing(own, saving.follow);
  const preview = (
    <PreviewEffect
      form={saving.form}
      permission="company.write"
      ask={() => call('PUT /api/settings/update/:id', toBody(saving.form.getValues()), { preview: true })}
    />
  );
  return (
    <RecordForm
      saving={saving}
      limits={SettingsFields}
      label="Company settings"
      save={{ permission: 'company.write', label: 'Update Settings', extra: preview }}
    >
      <Fields />
    </RecordForm>
  );
}

function Fields() {
  const readOnly = !useCan('company.write', { write: true }).isAllowed;
  return (
    <div className="form-grid">
      <div className="form-group">
        {Object.entries(percentLabels).map(([name, label]) => (
          <NumberField
            key={name}
            name={name}
            label={label}
            required={REQUIRED}
            decimals={2}
            step={0.01}
            min={0}
            max={1000}
            suffix="%"
            readOnly={readOnly}
          />
        ))}
      </div>
      <div className="form-group">
        {Object.entries(feeLabels).map(([name, label]) => (
          <MoneyField key={name} name={name} label={label} required={REQUIRED} min={0} readOnly={readOnly} />
        ))}
      </div>
    </div>
  );
}
