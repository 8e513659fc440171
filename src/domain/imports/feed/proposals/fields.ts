import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { formatDollars } from '../../../kernel/cents.js';
import type { SaleFacts } from '../../../orders/sale-facts.js';
import { formatYesNo } from '../../../kernel/text/yes-no.js';

/**
 * The meaning of a changed field for the order. `facts`: affects neither the shed nor its money. `build`: what the
 * shop builds. `money`: what is sold and paid. `match` (shop, model, size, type, dealer): both. `cancel`: whether the
 * sale is canceled.
 */
export type FieldPart = 'facts' | 'build' | 'money' | 'match' | 'cancel';

/** Formats a value; null for none. */
export type ShownValue = string | null;

/** A field of an order that a row of a source can change. */
export interface SaleField {
  readonly key: string;
  readonly label: string;
  readonly part: FieldPart;
  readonly formatValue: (order: IncomingOrder) => ShownValue;
  /** The order's own value; undefined if it is named differently here (a matched name). */
  readonly own?: (order: StoredOrder) => ShownValue;
  /** Whether a row has the field; by default, every row has. */
  readonly isStated?: (order: IncomingOrder) => boolean;
  /** Copies the field from the newer row. */
  readonly take: (order: IncomingOrder, from: IncomingOrder) => IncomingOrder;
}

/** The text fields that an order has under the same name as a row. */
type CopiedField = 'serialNumber' | 'orderNumber' | 'customer' | 'salesRep' | 'condition' | 'adjustmentNote';
type Color = 'sidingType' | 'sidingColor' | 'roofType' | 'roofColor' | 'trimColor';

const copyField = (key: CopiedField | Color | 'dateOrdered' | 'type', label: string, part: FieldPart): SaleField => ({
  ...{ key, label, part },
  formatValue: (order) => order[key],
  own: (order) => order[key],
  take: (order, from) => ({ ...order, [key]: from[key] }),
});

const fact = <K extends keyof SaleFacts>(
  key: K,
  label: string,
  show: (value: SaleFacts[K]) => ShownValue,
): SaleField => ({
  ...{ key, label, part: 'facts' },
  formatValue: ({ facts }) => show(facts[key]),
  own: ({ facts }) => show(facts[key]),
  take: (order, from) => ({ ...order, facts: { ...order.facts, [key]: from.facts[key] } }),
});

const asIs = (text: string | null): ShownValue => text;

const showAddress = ({ lineOne, lineTwo, city, state, zip }: SaleFacts['deliveryAddress']): ShownValue => {
  const place = [state, zip].filter(Boolean).join(' ');
  return [lineOne, lineTwo, city, place].filter(Boolean).join(', ') || null;
};

const size = (order: { readonly width: number; readonly length: number }): string => `${order.width}x${order.length}`;
const percent = (value: number | null): ShownValue => (value === null ? null : `${value}%`);

/** The compared fields, in reading order. Lines are compared separately. */
export const saleFields: readonly SaleField[] = [
  {
    ...{ key: 'canceled', label: 'Canceled', part: 'cancel' },
    formatValue: ({ canceledOn }) => canceledOn,
    take: (order) => order, // it changes the status, not a field
  },
  copyField('serialNumber', 'Serial number', 'facts'),
  copyField('orderNumber', 'Order number', 'facts'),
  { ...copyField('dateOrdered', 'Date ordered', 'facts'), isStated: ({ isDated }) => isDated },
  copyField('customer', 'Customer', 'facts'),
  copyField('salesRep', 'Sales rep', 'facts'),
  copyField('condition', 'Condition', 'facts'),
  fact('deliveryScheduled', 'Delivery day', asIs),
  fact('dateDelivered', 'Delivered', asIs),
  fact('driver', 'Driver', asIs),
  fact('deliveryAddress', 'Delivery address', showAddress),
  fact('phone', 'Phone', asIs),
  fact('email', 'Email', asIs),
  fact('rto', 'Rent to own', (rto) => formatYesNo(rto)),
  fact('rtoCompany', 'Rent-to-own company', asIs),
  fact('rtoMonths', 'Rent-to-own months', (months) => (months === null ? null : String(months))),
  fact('balance', 'Balance', (balance) => (balance === null ? null : formatDollars(balance))),
  fact('status', 'Sales status', asIs),
  {
    ...{ key: 'shop', label: 'Shop', part: 'match' },
    formatValue: ({ shop }) => shop,
    take: (order, { shop }) => ({ ...order, shop, dealerId: null }), // each shop has its own dealer of a name
  },
  {
    ...{ key: 'dealer', label: 'Dealer', part: 'match' },
    formatValue: ({ dealer }) => dealer,
    take: (order, { dealer }) => ({ ...order, dealer, dealerId: null }),
  },
  copyField('type', 'Order type', 'match'),
  {
    ...{ key: 'model', label: 'Model', part: 'match' },
    formatValue: ({ model }) => model,
    take: (order, { model, category }) => ({ ...order, modelId: null, model, category, shed: null }),
  },
  {
    ...{ key: 'size', label: 'Size', part: 'match' },
    formatValue: size,
    own: size,
    take: (order, { width, length }) => ({ ...order, width, length, shed: null }),
  },
  copyField('sidingType', 'Siding type', 'build'),
  copyField('sidingColor', 'Siding color', 'build'),
  copyField('roofType', 'Roof type', 'build'),
  copyField('roofColor', 'Roof color', 'build'),
  copyField('trimColor', 'Trim color', 'build'),
  {
    ...{ key: 'basePrice', label: 'Base price', part: 'money' },
    formatValue: ({ basePrice }) => formatDollars(basePrice),
    own: ({ basePrice }) => formatDollars(basePrice / 100),
    take: (order, { basePrice }) => ({ ...order, basePrice }),
  },
  {
    ...{ key: 'adjustment', label: 'Adjustment', part: 'money' },
    formatValue: ({ adjustment }) => formatDollars(adjustment.company),
    own: ({ adjustment }) => formatDollars(adjustment.company / 100),
    take: (order, { adjustment }) => ({ ...order, adjustment: { ...order.adjustment, company: adjustment.company } }),
  },
  copyField('adjustmentNote', 'Adjustment note', 'facts'),
  {
    ...{ key: 'shopPercent', label: 'Shop percent', part: 'money' },
    formatValue: ({ shopPercent }) => percent(shopPercent),
    take: (order, { shopPercent }) => ({ ...order, shopPercent }),
  },
];
