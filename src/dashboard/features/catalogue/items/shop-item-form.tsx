import { useWatch } from 'react-hook-form';
import { ShopValues } from '../../../../domain/catalogue/items/schema.js';
import { itemTotal } from '../../../../domain/catalogue/items/rules.js';
import { CheckField, NumberField, TextField } from '../../../components/ui/form/fields.js';
import { followStandard } from '../../../components/shared/record/follow-standard.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { type Saving, useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { PreviewEffect } from '../../../components/shared/preview-effect.js';
import { call } from '../../../lib/server/api.js';
import { unitPrice } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Item } from '../../../components/shared/items/item-columns.js';
import { PriceField, TotalLine } from './price-fields.js';
import { StockMovements } from '../../../components/shared/items/stock-movements.js';
import { historyWords, inWords, labels } from '../../../components/shared/items/item-words.js';

const toValues = (item: Item | null) => ({
  name: item?.name ?? '',
  subTotal: item?.own?.subTotal ?? null,
  freight: item?.own?.freight ?? null,
  inventoryItem: item?.inventoryItem ?? false,
  orderPointWarning: item?.orderPointWarning ?? null,
  orderPointCritical: item?.orderPointCritical ?? null,
  fullPoint: item?.fullPoint ?? null,
  quantityOnOrder: item?.quantityOnOrder ?? null,
  quantityInRecieved: item?.quantityInRecieved ?? null,
  quantityInCurrent: item?.quantityInCurrent ?? null,
});
type Values = ReturnType<typeof toValues>;

/** The values of a shop that has none of its own. */
const ALL_STANDARD = { name: null, inventoryItem: null } as const;

interface ShopItemFormProps {
  readonly item: Item;
  /** The shop whose values these are. */
  readonly shop: string;
  readonly list: string;
}

/** A shop's values for an item: blank prices use the standard ones; order points and stock exist only per shop. */
export function ShopItemForm({ item, shop, list }: ShopItemFormProps) {
  const change = useSend('PUT /api/item/update/:id/:param');
  const toBody = (values: Values) => ({
    id: item._id,
    param: shop,
    ...followStandard(values, saving.form.formState.defaultValues ?? {}, item.own ?? ALL_STANDARD),
  });
  const saving: Saving<Values> = useRecordSave({
    record: item,
    toValues: toValues,
    area: 'Items are not updated:',
    what: `Item ${item.name}`,
    labels,
    format: inWords,
    store: (values, revision) => change.send({ ...toBody(values), revision: revision ?? item.revision }),
    onSaved: () => goBack(list),
  });
  const preview = (
    <PreviewEffect
      form={saving.form}
      permission="items.change"
      ask={() => call('PUT /api/item/update/:id/:param', toBody(saving.form.getValues()), { preview: true })}
    />
  );
  return (
    <>
      <RecordForm
        saving={saving}
        limits={ShopValues}
        label="Item"
        save={{ permission: 'items.change', label: 'Submit', extra: preview }}
      >
        <div className="form-grid">
          <Prices item={item} />
          <Stock />
        </div>
      </RecordForm>
      <StockMovements item={item._id} shop={shop} />
      <HistoryToggle id={item._id} shop={shop} words={historyWords} />
    </>
  );
}

function Prices({ item: { type, standard } }: { item: Item }) {
  const { isAllowed } = useCan('items.change', { write: true });
  const readOnly = !isAllowed;
  const formatHint = (value: number) => `Blank uses the standard ${unitPrice(value)}.`;
  return (
    <div className="form-group">
      <TextField name="name" label={labels.name} required readOnly={readOnly} />
      <p className="field">
        <span>{labels.type}</span>
        <output aria-label={labels.type}>{type}</output>
      </p>
      <PriceField name="subTotal" label={labels.subTotal} hint={formatHint(standard.subTotal)} readOnly={readOnly} />
      <PriceField name="freight" label={labels.freight} hint={formatHint(standard.freight)} readOnly={readOnly} />
      <Total standard={standard} />
      <CheckField name="inventoryItem" label={labels.inventoryItem} readOnly={readOnly} />
    </div>
  );
}

function Total({ standard }: { standard: Item['standard'] }) {
  const [subTotal, freight] = useWatch<Values, ['subTotal', 'freight']>({ name: ['subTotal', 'freight'] });
  return <TotalLine total={itemTotal(subTotal ?? standard.subTotal, freight ?? standard.freight)} />;
}

const amounts = [
  'orderPointWarning',
  'orderPointCritical',
  'fullPoint',
  'quantityOnOrder',
  'quantityInRecieved',
  'quantityInCurrent',
] as const;

function Stock() {
  const { isAllowed } = useCan('items.change', { write: true });
  return (
    <div className="form-group">
      {amounts.map((name) => (
        <NumberField
          key={name}
          name={name}
          label={labels[name]}
          required
          {...(name === 'quantityInCurrent' ? {} : { min: 0 })}
          step={0.01}
          readOnly={!isAllowed}
        />
      ))}
    </div>
  );
}
