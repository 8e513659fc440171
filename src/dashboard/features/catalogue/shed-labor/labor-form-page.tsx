import { LaborFields } from '../../../../domain/catalogue/shed-labor/schema.js';
import { MoneyField, NumberField, type SelectOption } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { BaseStyleField, ModelField, SizeFields, useModelOptions } from '../../../components/shared/shed-fields.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { Page } from '../../../components/ui/page.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money, quantity } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { LaborCosts } from './labor-costs.js';
import { LABOR_CATEGORIES } from './labor-pick-pages.js';
import { ShopLaborForm } from './shop-labor-form-page.js';
import { type BaseStyle, historyWords, labels, standardRates } from './labor-words.js';
import { useValues } from '../../../components/ui/form/use-value.js';

type Labor = Output<'GET /api/shedlabor/model/:id'>['items'][number];

const getList = (model: string): string =>
  model ? `/company/sheds/labor/model/view?model=${model}` : LABOR_CATEGORIES;

/** Adds the labor of a size; `?model=` presets the model. */
export function AddLaborPage() {
  const model = useRecordAddress().query.get('model') ?? '';
  return (
    <Page title="Add Shed Labor" back={getList(model)}>
      <LaborForm labor={null} model={model} />
    </Page>
  );
}

/** The labor of a size at standard values, or a shop's with `?shop=`. */
export function EditLaborPage() {
  const { id, query: address } = useRecordAddress();
  const shop = address.get('shop');
  const query = useApi('GET /api/shedlabor/:id', id ? { id, ...(shop ? { shop } : {}) } : null);
  const remove = useSend('DELETE /api/shedlabor/delete/:id');
  const list = getList(query.data?.model._id ?? '') + (shop ? `&shop=${shop}` : '');
  return (
    <RecordPage
      what="Shed Labor"
      list={list}
      query={query}
      getName={({ model, width, length }) => `${model.name} ${width} × ${length}`}
      deletion={
        shop
          ? null
          : {
              permission: 'catalogue.write',
              call: remove,
              area: 'Shed Labor',
              name: (labor) => `the labor of ${labor.model.name} ${labor.width} × ${labor.length}`,
            }
      }
    >
      {(labor) =>
        labor && shop && 'shopValues' in labor ? (
          <ShopLaborForm key={labor._id} labor={labor} list={list} shop={shop} />
        ) : (
          labor && <LaborForm key={labor._id} labor={labor} model={labor.model._id} />
        )
      }
    </RecordPage>
  );
}

const valuesFrom = (model: string) => (labor: Labor | null) => ({
  baseStyle: labor?.baseStyle._id ?? '',
  model: labor?.model._id ?? model,
  width: labor?.width ?? null,
  length: labor?.length ?? null,
  standardBuildBase: labor?.standardBuildBase ?? null,
  standardRoofBase: labor?.standardRoofBase ?? null,
  standardTrussCount: labor?.standardTrussCount ?? null,
  standardPaintHours: labor?.standardPaintHours ?? null,
  standardDoorCost: labor?.standardDoorCost ?? null,
});
type Values = ReturnType<ReturnType<typeof valuesFrom>>;

const toBody = (values: Values) => ({
  ...values,
  width: values.width ?? 0,
  length: values.length ?? 0,
  standardBuildBase: values.standardBuildBase ?? 0,
  standardRoofBase: values.standardRoofBase ?? 0,
  standardTrussCount: values.standardTrussCount ?? 0,
  standardPaintHours: values.standardPaintHours ?? 0,
});

function LaborForm({ labor, model }: { labor: Labor | null; model: string }) {
  const styles = useApi('GET /api/basestyle/', {});
  const modelOptions = useModelOptions();
  const add = useSend('POST /api/shedlabor');
  const change = useSend('PUT /api/shedlabor/update/:id');
  const baseStyles = styles.data?.items ?? [];
  const saving = useRecordSave({
    record: labor,
    toValues: valuesFrom(model),
    area: 'Shed Labor',
    what: 'Shed labor',
    labels,
    format: (field, value) => {
      if (field === 'baseStyle') return baseStyles.find(({ _id }) => _id === value)?.name ?? '';
      if (field === 'model') return modelOptions.find((option) => option.value === value)?.label ?? '';
      if (value === null) return "the base style's";
      return field === 'standardDoorCost' ? money(value) : quantity(value);
    },
    store: (values, revision) =>
      labor
        ? change.send({ id: labor._id, revision: revision ?? labor.revision, ...toBody(values) })
        : add.send(toBody(values)),
    onSaved: (labor) => goBack(getList(labor.model._id)),
  });
  const preview = labor && (
    <PreviewEffect
      form={saving.form}
      permission="catalogue.write"
      ask={() =>
        call('PUT /api/shedlabor/update/:id', { id: labor._id, ...toBody(saving.form.getValues()) }, { preview: true })
      }
    />
  );
  return (
    <RecordForm
      saving={saving}
      history={labor && { id: labor._id, words: historyWords }}
      limits={LaborFields}
      label="Shed labor"
      save={{ permission: 'catalogue.write', label: 'Submit', extra: preview }}
    >
      <Fields baseStyles={baseStyles} models={modelOptions} />
    </RecordForm>
  );
}

const bases = [
  { name: 'standardBuildBase', required: 'Enter the build base' },
  { name: 'standardRoofBase', required: 'Enter the roof base' },
  { name: 'standardTrussCount', required: 'Enter the truss count' },
  { name: 'standardPaintHours', required: 'Enter the paint hours' },
] as const;

interface FieldsProps {
  readonly baseStyles: readonly BaseStyle[];
  readonly models: readonly SelectOption[];
}

function Fields({ baseStyles, models }: FieldsProps) {
  const { isAllowed } = useCan('catalogue.write', { write: true });
  const values = useValues<Values>();
  const style = baseStyles.find(({ _id }) => _id === values.baseStyle);
  const model = { readOnly: !isAllowed, disabledReason: isAllowed && !style ? 'Choose the base style first.' : null };
  const rest = { ...model, className: model.disabledReason === null ? '' : 'reason-unseen' };
  return (
    <div className="form-grid">
      <div className="form-group">
        <BaseStyleField
          options={baseStyles.map(({ _id, name }) => ({ value: _id, label: name }))}
          readOnly={!isAllowed}
        />
        <ModelField options={models} {...model} />
        <SizeFields {...rest} />
      </div>
      <div className="form-group">
        {bases.map((base) => (
          <NumberField key={base.name} label={labels[base.name]} min={0} step={0.01} {...base} {...rest} />
        ))}
        <MoneyField
          name="standardDoorCost"
          label={labels.standardDoorCost}
          min={0}
          hint={style && `Blank uses the base style's ${money(style.doorCost)}.`}
          {...rest}
        />
      </div>
      {style && <LiveCosts values={values} style={style} />}
    </div>
  );
}

const LiveCosts = ({ values, style }: { values: Values; style: BaseStyle }) => (
  <LaborCosts
    view="standard"
    rates={{ standard: standardRates(style.standardValues) }}
    labor={{
      standard: {
        buildBase: values.standardBuildBase,
        roofBase: values.standardRoofBase,
        trussCount: values.standardTrussCount,
        paintHours: values.standardPaintHours,
        doorCost: values.standardDoorCost ?? style.doorCost,
      },
    }}
  />
);
