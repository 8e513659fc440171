import { OwnLaborFields } from '../../../../domain/catalogue/shed-labor/schema.js';
import { MoneyField, NumberField } from '../../../components/ui/form/fields.js';
import { followStandard } from '../../../components/shared/record/follow-standard.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { type Saving, useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { call, type Output } from '../../../lib/server/api.js';
import { money, quantity } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend, useShopApi } from '../../../lib/server/use-api.js';
import { LaborCosts } from './labor-costs.js';
import { historyWords, ownLabels, standardRates } from './labor-words.js';
import { useValues } from '../../../components/ui/form/use-value.js';
import { Facts } from '../../../components/ui/facts.js';

export type ShopLabor = Output<'GET /api/shedlabor/model/shop/:id'>['items'][number];
type ShopBaseStyle = Output<'GET /api/basestyle/shop'>['items'][number];

const MODELS = '/shop/sheds/labor/models';

/** The labor of a size at this shop's values. */
export function ShopLaborFormPage() {
  const { id } = useRecordAddress();
  const query = useShopApi('GET /api/shedlabor/:id', id ? { id } : null);
  const labor = query.data;
  const list = labor ? `/shop/sheds/labor/model/view?model=${labor.model._id}` : MODELS;
  return (
    <RecordPage
      what="Shed Labor"
      list={list}
      query={query}
      getName={({ model, width, length }) => `${model.name} ${width} × ${length}`}
    >
      {(labor) => labor && <ShopLaborForm key={labor._id} labor={labor} list={list} />}
    </RecordPage>
  );
}

const toValues = (labor: ShopLabor | null) => ({
  buildBase: labor?.shopValues.buildBase ?? labor?.standardBuildBase ?? null,
  roofBase: labor?.shopValues.roofBase ?? labor?.standardRoofBase ?? null,
  trussCount: labor?.shopValues.trussCount ?? labor?.standardTrussCount ?? null,
  paintHours: labor?.shopValues.paintHours ?? labor?.standardPaintHours ?? null,
  doorCost: labor?.shopValues.doorCost ?? null,
});
type Values = ReturnType<typeof toValues>;

interface ShopLaborFormProps {
  readonly labor: ShopLabor;
  readonly list: string;
  /** The shop whose values these are; omitted for a shop's own users. */
  readonly shop?: string;
}

/** A shop's values for a shed labor, next to the standard ones. */
export function ShopLaborForm({ labor, list, shop }: ShopLaborFormProps) {
  const whose = shop ? { shop } : {};
  const styles = useApi('GET /api/basestyle/shop', whose);
  const style = styles.data?.items.find(({ _id }) => _id === labor.baseStyle._id);
  const change = useSend('PUT /api/shedlabor/shop/update/:id');
  const toBody = (values: Values) => ({
    id: labor._id,
    ...whose,
    ...followStandard(values, saving.form.formState.defaultValues ?? {}, labor.shopValues),
  });
  const saving: Saving<Values> = useRecordSave({
    record: labor,
    toValues,
    area: 'Shed Labor',
    what: 'Shed labor',
    labels: ownLabels,
    format: (field, value) => {
      if (value === null) return 'standard';
      return field === 'doorCost' ? money(value) : quantity(value);
    },
    store: (values, revision) => change.send({ ...toBody(values), revision: revision ?? labor.revision }),
    onSaved: () => goBack(list),
  });
  const preview = (
    <PreviewEffect
      form={saving.form}
      permission="labor.own"
      ask={() => call('PUT /api/shedlabor/shop/update/:id', toBody(saving.form.getValues()), { preview: true })}
    />
  );
  return (
    <RecordForm
      saving={saving}
      history={{ id: labor._id, words: historyWords, ...(shop ? { shop } : {}) }}
      limits={OwnLaborFields}
      label="Shed labor"
      save={{ permission: 'labor.own', label: 'Submit', extra: preview }}
    >
      <Size labor={labor} />
      <Fields labor={labor} style={style} />
    </RecordForm>
  );
}

const Size = ({ labor }: { labor: ShopLabor }) => (
  <Facts
    label="Size"
    facts={[
      ['Base style', labor.baseStyle.name],
      ['Model', labor.model.name],
      ['Width', `${quantity(labor.width)} ft`],
      ['Length', `${quantity(labor.length)} ft`],
      ['Standard labor', money(labor.standardTotalLaborCost)],
    ]}
  />
);

const bases = [
  { name: 'buildBase', standard: 'standardBuildBase', required: 'Enter the build base' },
  { name: 'roofBase', standard: 'standardRoofBase', required: 'Enter the roof base' },
  { name: 'trussCount', standard: 'standardTrussCount', required: 'Enter the truss count' },
  { name: 'paintHours', standard: 'standardPaintHours', required: 'Enter the paint hours' },
] as const;

/** The door cost that applies until this shop sets its own here (P2). */
const getDoor = ({ standardDoorCost }: ShopLabor, style: ShopBaseStyle | undefined): number =>
  style?.shopValues.doorCost ?? standardDoorCost ?? style?.doorCost ?? 0;

function Fields({ labor, style }: { labor: ShopLabor; style: ShopBaseStyle | undefined }) {
  const { isAllowed } = useCan('labor.own', { write: true });
  const values = useValues<Values>();
  const door = getDoor(labor, style);
  const toField = ({ name, standard, required }: (typeof bases)[number]) => (
    <NumberField
      key={name}
      name={name}
      label={ownLabels[name]}
      required={required}
      hint={`Standard: ${quantity(labor[standard])}`}
      min={0}
      step={0.01}
      readOnly={!isAllowed}
    />
  );
  return (
    <div className="form-grid">
      <div className="form-group">{bases.slice(0, 3).map(toField)}</div>
      <div className="form-group">
        {bases.slice(3).map(toField)}
        <MoneyField
          name="doorCost"
          label={ownLabels.doorCost}
          hint={style && `Blank uses ${money(door)}.`}
          min={0}
          readOnly={!isAllowed}
        />
      </div>
      {style && (
        <LaborCosts
          view="shop"
          labor={{ shop: { ...values, doorCost: values.doorCost ?? door } }}
          rates={{ standard: standardRates(style.standardValues), shop: ownRates(style) }}
        />
      )}
    </div>
  );
}

const ownRates = ({ shopValues }: ShopBaseStyle) => ({
  build: shopValues.buildPercent,
  roof: shopValues.roofPercent,
  truss: shopValues.trussCost,
  paint: shopValues.paintCost,
});
