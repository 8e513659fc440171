import { useWatch } from 'react-hook-form';
import { ChangeShopLabor } from '../../../../domain/catalogue/addon-labor/schema.js';
import { ActionButton } from '../../../components/ui/button.js';
import { SelectField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call, type Input, type Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { LaborField } from './labor-field.js';
import { historyWords, laborAmount, ownLabels, typeOptions } from './labor-words.js';

type Labor = Output<'GET /api/addonlabor/one/:id'>;
type Body = Input<'PUT /api/addonlabor/shop/update/:id'>;

/** Add-on labor at this shop's values. */
export function ShopLaborFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/addonlabor/one/:id', id ? { id } : null);
  const category = query.data?.category?._id;
  const list = category ? `/shop/addonlabor/all?category=${category}` : '/shop/addonlabor/categories';
  return (
    <RecordPage what="Add-on Labor" list={list} query={query} getName={({ name }) => name}>
      {(labor) => labor && <ShopLaborForm key={labor._id} labor={labor} list={list} />}
    </RecordPage>
  );
}

interface Values {
  laborType: string;
  laborTotal: number | null;
}
const toValues = (labor: Labor | null): Values => ({
  laborType: labor?.laborType ?? '',
  laborTotal: labor?.laborTotal ?? null,
});

interface ShopLaborFormProps {
  readonly labor: Labor;
  /** Whose values these are, for the office; without it, this shop's. */
  readonly shop?: string;
  readonly list: string;
}

/** A shop's labor: its own values, or the standard ones until it saves its own. */
export function ShopLaborForm({ labor, shop, list }: ShopLaborFormProps) {
  const change = useSend('PUT /api/addonlabor/shop/update/:id');
  const whose = { id: labor._id, ...(shop ? { shop } : {}) };
  const toBody = ({ laborType, laborTotal }: Values): Body => ({
    ...whose,
    laborType: laborType as Body['laborType'], // the field is required
    laborTotal,
  });
  const saving = useRecordSave<Values, Labor>({
    record: labor,
    toValues: toValues,
    area: 'AddonLabor',
    what: `Add-on labor ${labor.name}`,
    labels: ownLabels,
    format: (_, value) => (typeof value === 'number' ? laborAmount(labor.laborType, value) : (value ?? '')),
    store: (values, revision) => change.send({ ...toBody(values), revision: revision ?? labor.revision }),
    onSaved: () => goBack(list),
  });
  const ask = () => call('PUT /api/addonlabor/shop/update/:id', toBody(saving.form.getValues()), { preview: true });
  return (
    <RecordForm
      saving={saving}
      history={{ id: labor._id, words: historyWords, ...(shop ? { shop } : {}) }}
      limits={ChangeShopLabor}
      label="Add-on labor"
      save={{
        permission: 'labor.own',
        extra: (
          <>
            {labor.own && <UseStandard whose={whose} revision={labor.revision} onDone={() => goBack(list)} />}
            <PreviewEffect form={saving.form} permission="labor.own" ask={ask} />
          </>
        ),
      }}
    >
      <Fields labor={labor} />
    </RecordForm>
  );
}

interface UseStandardProps {
  readonly whose: Pick<Body, 'id' | 'shop'>;
  readonly revision: number;
  readonly onDone: () => void;
}

/** Removes this shop's values: standard values apply again. */
function UseStandard({ whose, revision, onDone }: UseStandardProps) {
  const { notify } = useNotify('AddonLabor');
  const { send, pending } = useSend('PUT /api/addonlabor/shop/update/:id');
  const reset = async () => {
    if (await notify(send({ ...whose, revision, laborType: null, laborTotal: null }))) onDone();
  };
  return (
    <ActionButton permission="labor.own" pending={pending} onClick={() => void reset()}>
      Use standard labor
    </ActionButton>
  );
}

function Fields({ labor }: { labor: Labor }) {
  const { isAllowed } = useCan('labor.own', { write: true });
  const type = useWatch<Values, 'laborType'>({ name: 'laborType' });
  const standard = `${laborAmount(labor.standardLaborType, labor.standardLaborTotal)} (${labor.standardLaborType})`;
  return (
    <div className="form-group">
      <div className="field">
        <span>Name</span>
        <output aria-label="Name">{labor.name}</output>
        <p className="muted">
          {labor.own
            ? `The standard labor is ${standard}.`
            : `Using the standard labor: ${standard}. Save to set it for this shop.`}
        </p>
      </div>
      <SelectField
        name="laborType"
        label={ownLabels.laborType}
        required="Choose a labor type"
        options={typeOptions}
        readOnly={!isAllowed}
      />
      <LaborField name="laborTotal" label={ownLabels.laborTotal} type={type} readOnly={!isAllowed} />
    </div>
  );
}
