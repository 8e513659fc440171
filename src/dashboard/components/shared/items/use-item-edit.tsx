import { describeRefusal } from '../../ui/form/limits.js';
import { ShopValues, StandardValues } from '../../../../domain/catalogue/items/schema.js';
import { quantity, unitPrice } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { type ApiState, useSend } from '../../../lib/server/use-api.js';
import { InlineFigure } from '../inline-figure.js';

type Item = Output<'GET /api/item/shop/all/:shopId'>['items'][number];

const prices = { subTotal: 'Sub-total', freight: 'Freight' } as const;
const stock = {
  orderPointWarning: 'Warning point',
  orderPointCritical: 'Critical point',
  fullPoint: 'Full point',
  quantityInCurrent: 'Current',
} as const;
const labels = { ...prices, ...stock } as const;
export type EditableField = keyof typeof labels;

const isPrice = (field: EditableField): field is keyof typeof prices => field in prices;

/**
 * The cells of an item list that are changed in place: prices at standard values; for a shop also its order points and
 * stock, once all order points are set. `shop` is null for the standard values. While the list still shows the rows read
 * before, which may be another shop's, none is changed.
 */
export function useItemEdit(shop: string | null, { isPrevious }: ApiState<unknown>) {
  const { isAllowed } = useCan(shop === null ? 'catalogue.write' : 'items.change', { write: true });
  const { send } = useSend('PUT /api/item/update/:id/:param');
  const store = async (row: Item, field: EditableField, to: number, revision: number | undefined) => {
    const body = { id: row._id, param: shop ?? 'standard', revision: revision ?? row.revision };
    const values = shop === null ? standardValues(row) : ownValues(row);
    const { item } = await send({ ...body, ...values, [field]: toStored(row, field, to, shop) });
    return item.revision;
  };
  return (row: Item, field: EditableField) => {
    const value = row[field];
    if (value === null) return '';
    const label = `${labels[field]} of ${row.name}`;
    return (
      <InlineFigure
        key={shop}
        label={label}
        area="Item"
        value={value}
        format={isPrice(field) ? unitPrice : quantity}
        input={isPrice(field) ? { decimals: 2, keep: 4, step: 0.01, prefix: '$' } : { keep: 4 }}
        check={(value) => describeRefusal(shop === null ? StandardValues : ShopValues, field, value, label)}
        editable={isAllowed && !isPrevious && (shop === null || hasPoints(row))}
        store={(to, _, revision) => store(row, field, to, revision)}
      />
    );
  };
}

const hasPoints = ({ orderPointWarning, orderPointCritical, fullPoint }: Item): boolean =>
  orderPointWarning !== null && orderPointCritical !== null && fullPoint !== null;

/** The standard values, which every change must include. */
const standardValues = ({ name, type }: Item) => ({ name, type });

/** A shop's current values; null for one that follows the standard value. */
const ownValues = ({ own, ...row }: Item) => ({
  name: own?.name ?? null,
  inventoryItem: own?.inventoryItem ?? null,
  subTotal: own?.subTotal ?? null,
  freight: own?.freight ?? null,
  orderPointWarning: row.orderPointWarning,
  orderPointCritical: row.orderPointCritical,
  fullPoint: row.fullPoint,
  quantityOnOrder: row.quantityOnOrder,
  quantityInRecieved: row.quantityInRecieved,
  quantityInCurrent: row.quantityInCurrent,
});

/** The value that an undo restores: null for a shop's price that followed the standard one. */
const toStored = (row: Item, field: EditableField, to: number, shop: string | null): number | null =>
  shop !== null && isPrice(field) && to === row[field] ? (row.own?.[field] ?? null) : to;
