import { useWatch } from 'react-hook-form';
import { HaulBaseFields } from '../../../../domain/catalogue/haul-bases/schema.js';
import { MoneyField, type SelectOption } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { BaseStyleField, ModelField, SizeFields, useModelOptions } from '../../../components/shared/shed-fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { HAUL_CATEGORIES } from './haul-pick-pages.js';
import type { InWords } from '../../../components/ui/form/field-of.js';

type HaulBase = Output<'GET /api/haulbase/:id'>;

const labels = {
  baseStyle: 'Base style',
  model: 'Model',
  width: 'Width',
  length: 'Length',
  haulBase: 'Haul base',
} as const;
const formatName = (record: { readonly name: string }): string => record.name;
const historyWords = {
  baseStyle: [labels.baseStyle, formatName],
  model: [labels.model, formatName],
  width: [labels.width],
  length: [labels.length],
  haulBase: [labels.haulBase, money],
} as const;

/** The haul base of a size; a new one with `?new=1&model=`. */
export function HaulFormPage() {
  const { id, query: address } = useRecordAddress();
  const query = useApi('GET /api/haulbase/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/haulbase/delete/:id');
  const model = query.data?.model._id ?? address.get('model') ?? '';
  const list = model ? `/company/haulbase/model/view?model=${model}` : HAUL_CATEGORIES;
  return (
    <RecordPage
      what="Haul Base"
      list={list}
      query={query}
      getName={({ model: of, width, length }) => `${of.name} ${width} × ${length}`}
      deletion={{
        permission: 'catalogue.write',
        call: remove,
        area: 'Haul Base',
        name: ({ model: of, width, length }) => `the haul base of ${of.name} ${width} × ${length}`,
      }}
    >
      {(haulBase) => <HaulForm key={haulBase?._id} haulBase={haulBase} model={model} list={list} />}
    </RecordPage>
  );
}

const valuesFrom = (model: string) => (haulBase: HaulBase | null) => ({
  baseStyle: haulBase?.baseStyle._id ?? '',
  model: haulBase?.model._id ?? model,
  width: haulBase?.width ?? null,
  length: haulBase?.length ?? null,
  haulBase: haulBase?.haulBase ?? null,
});
type Values = ReturnType<ReturnType<typeof valuesFrom>>;

const toBody = ({ width, length, haulBase, ...values }: Values) => ({
  ...values,
  width: width ?? 0,
  length: length ?? 0,
  haulBase: haulBase ?? 0,
});

/** Base styles and models to choose from. */
function useChoices() {
  const styles = useApi('GET /api/basestyle/', {});
  return {
    baseStyles: (styles.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    models: useModelOptions(),
  };
}
type Choices = Readonly<Record<keyof ReturnType<typeof useChoices>, readonly SelectOption[]>>;

const inWords =
  ({ baseStyles, models }: Choices): InWords<Values> =>
  (...[field, value]) => {
    if (field === 'haulBase') return money(value);
    if (field === 'width' || field === 'length') return String(value);
    return (field === 'model' ? models : baseStyles).find((option) => option.value === value)?.label ?? '';
  };

function HaulForm({ haulBase, model, list }: { haulBase: HaulBase | null; model: string; list: string }) {
  const choices = useChoices();
  const add = useSend('POST /api/haulbase');
  const change = useSend('PUT /api/haulbase/update/:id');
  const saving = useRecordSave({
    record: haulBase,
    toValues: valuesFrom(model),
    area: 'Haul Base',
    what: 'Haul base',
    labels,
    format: inWords(choices),
    store: (values, revision) =>
      haulBase
        ? change.send({ id: haulBase._id, revision: revision ?? haulBase.revision, ...toBody(values) })
        : add.send(toBody(values)),
    onSaved: () => goBack(list),
  });
  const preview = haulBase && (
    <PreviewEffect
      form={saving.form}
      permission="catalogue.write"
      ask={() =>
        call(
          'PUT /api/haulbase/update/:id',
          { id: haulBase._id, ...toBody(saving.form.getValues()) },
          { preview: true },
        )
      }
    />
  );
  return (
    <RecordForm
      saving={saving}
      history={haulBase && { id: haulBase._id, words: historyWords }}
      limits={HaulBaseFields}
      label="Haul base"
      save={{ permission: 'catalogue.write', extra: preview }}
    >
      <Fields {...choices} />
    </RecordForm>
  );
}

function Fields({ baseStyles, models }: Choices) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const style = useWatch<Values, 'baseStyle'>({ name: 'baseStyle' });
  const model = { readOnly: !isAllowed, disabledReason: isAllowed && !style ? 'Choose the base style first.' : null };
  const rest = { ...model, className: model.disabledReason === null ? '' : 'reason-unseen' };
  return (
    <div className="form-grid">
      <div className="form-group">
        <BaseStyleField options={baseStyles} readOnly={!isAllowed} />
        <ModelField options={models} {...model} />
      </div>
      <div className="form-group">
        <SizeFields {...rest} />
        <MoneyField name="haulBase" label={labels.haulBase} min={0} required="Enter the haul base" {...rest} />
      </div>
    </div>
  );
}
