import { useWatch } from 'react-hook-form';
import { AddOnLaborFields } from '../../../../domain/catalogue/addon-labor/schema.js';
import { SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { call, type Input, type Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { LaborField } from './labor-field.js';
import { historyWords, laborAmount, labels, typeOptions } from './labor-words.js';
import { ShopLaborForm } from './shop-labor-form.js';

type Labor = Output<'GET /api/addonlabor/one/:id'>;
type LaborFields = Omit<Labor, 'laborType' | 'laborTotal' | 'own'>;
type Body = Input<'POST /api/addonlabor/'>;

/** Add-on labor at standard values, or a shop's with `?shop=`; a new one with `?new=1&category=`. */
export function LaborFormPage() {
  const { id, query: address } = useRecordAddress();
  const shop = address.get('shop');
  const query = useApi('GET /api/addonlabor/one/:id', id ? { id, ...(shop ? { shop } : {}) } : null);
  const remove = useSend('DELETE /api/addonlabor/delete/:id');
  const category = query.data?.category?._id ?? address.get('category') ?? '';
  const end = shop ? `&shop=${shop}` : '';
  const list = category ? `/company/addonlabor/all?category=${category}${end}` : '/company/addonlabor/all';
  return (
    <RecordPage
      what="Add-on Labor"
      list={list}
      query={query}
      getName={({ name }) => name}
      deletion={
        shop
          ? null
          : {
              permission: 'catalogue.write',
              call: remove,
              area: 'AddonLabor',
              name: ({ name }) => `add-on labor ${name}`,
            }
      }
    >
      {(labor) =>
        labor && shop ? (
          <ShopLaborForm key={labor._id} labor={labor} shop={shop} list={list} />
        ) : (
          <LaborForm key={labor?._id} labor={labor} category={category} list={list} />
        )
      }
    </RecordPage>
  );
}

const valuesFrom = (category: string) => (labor: LaborFields | null) => ({
  name: labor?.name ?? '',
  category: labor?.category?._id ?? category,
  standardLaborType: labor?.standardLaborType ?? '',
  standardLaborTotal: labor?.standardLaborTotal ?? null,
});
type Values = ReturnType<ReturnType<typeof valuesFrom>>;

const toBody = (values: Values): Body => ({
  ...values,
  standardLaborType: values.standardLaborType as Body['standardLaborType'], // the field is required
  standardLaborTotal: values.standardLaborTotal ?? 0,
});

function LaborForm({ labor, category, list }: { labor: Labor | null; category: string; list: string }) {
  const categories = useApi('GET /api/addon/category/all', {});
  const options = (categories.data?.items ?? []).map(({ _id, name, addonParentCategory }) => ({
    value: _id,
    label: `${addonParentCategory.name}: ${name}`,
  }));
  const add = useSend('POST /api/addonlabor/');
  const change = useSend('PUT /api/addonlabor/update/:id');
  const saving = useRecordSave<Values, LaborFields>({
    record: labor,
    toValues: valuesFrom(category),
    area: 'AddonLabor',
    what: `Add-on labor ${labor?.name ?? ''}`,
    labels,
    format: (field, value) => {
      if (field === 'category') return options.find((option) => option.value === value)?.label ?? '';
      return typeof value === 'number' ? laborAmount(labor?.standardLaborType ?? '', value) : (value ?? '');
    },
    store: (values, revision) =>
      labor
        ? change.send({ id: labor._id, revision: revision ?? labor.revision, ...toBody(values) })
        : add.send(toBody(values)),
    onSaved: () => goBack(list),
  });
  const preview = labor && (
    <PreviewEffect
      form={saving.form}
      permission="catalogue.write"
      ask={() =>
        call('PUT /api/addonlabor/update/:id', { id: labor._id, ...toBody(saving.form.getValues()) }, { preview: true })
      }
    />
  );
  return (
    <RecordForm
      saving={saving}
      history={labor && { id: labor._id, words: historyWords }}
      limits={AddOnLaborFields}
      label="Add-on labor"
      save={{ permission: 'catalogue.write', extra: preview }}
    >
      <Fields categories={options} />
    </RecordForm>
  );
}

function Fields({ categories }: { categories: readonly { value: string; label: string }[] }) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const readOnly = !isAllowed;
  const type = useWatch<Values, 'standardLaborType'>({ name: 'standardLaborType' });
  return (
    <div className="form-grid">
      <div className="form-group">
        <TextField name="name" label={labels.name} required="Enter a name" readOnly={readOnly} />
        <SelectField
          name="category"
          label={labels.category}
          required="Choose a category"
          placeholder="Choose a category"
          recent="addon-categories"
          options={categories}
          readOnly={readOnly}
        />
      </div>
      <div className="form-group">
        <SelectField
          name="standardLaborType"
          label={labels.standardLaborType}
          required="Choose a labor type"
          placeholder="Choose a type"
          options={typeOptions}
          readOnly={readOnly}
        />
        <LaborField name="standardLaborTotal" label={labels.standardLaborTotal} type={type} readOnly={readOnly} />
      </div>
    </div>
  );
}
