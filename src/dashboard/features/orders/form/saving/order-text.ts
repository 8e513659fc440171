import type { HistoryEntry } from '../../../../components/shared/history/history-panel.js';
import { day, money } from '../../../../lib/format.js';
import type { LineValues, OrderValues } from './order-values.js';
import { saleLabels } from '../fields/sale-values.js';
import { isObject } from '../../../../../domain/kernel/objects.js';

/** Labels of an order's fields in the form and its history. */
export const fieldLabels = {
  status: 'Status',
  holdReason: 'Hold reason',
  shop: 'Shop',
  model: 'Model',
  type: 'Order type',
  width: 'Width',
  length: 'Length',
  dealer: 'Dealer',
  builder: 'Builder',
  metalOrdered: 'Metal ordered',
  customer: 'Customer',
  roofType: 'Roof type',
  roofColor: 'Roof color',
  sidingType: 'Siding type',
  sidingColor: 'Siding color',
  sidingPaint: 'Siding paint',
  trimColor: 'Trim color',
  trimPaint: 'Trim paint',
  shopPercent: 'Shop percent',
  basePrice: 'Base price',
  adjustment: 'Adjustment',
  sellingCosts: 'Selling costs entered by hand',
  adjustmentNote: 'Adjustment note',
  addOns: 'Add-ons',
  customAddOns: 'Custom add-ons',
  ...saleLabels,
} as const satisfies Record<keyof OrderValues, string>;

/** Names by ID: shops, models, dealers, builders. */
export type Names = ReadonlyMap<string, string>;

/** Formats a field's value. */
export function formatText(field: keyof OrderValues, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (Array.isArray(value)) return linesText(value as LineValues[]); // the only lists are lines
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isObject(value)) return partsText(value);
  const text = toText(value);
  if (field === 'shopPercent') return `${text}%`;
  if (field === 'balance') return money(toNumber(value));
  if (days.has(field)) return day(text);
  return names.get(text) ?? text;
}

const days: ReadonlySet<string> = new Set(['deliveryScheduled', 'dateDelivered']);
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

type LineText = Pick<LineValues, 'quantity' | 'name' | 'retailPrice'>;

const linesText = (lines: readonly LineText[]): string => lines.map(lineText).join('; ') || 'none';
const lineText = ({ quantity, name, retailPrice }: LineText): string =>
  `${quantity ?? 0} × ${name || 'no name'} at ${money(retailPrice)}`;

const partsText = (parts: Readonly<Record<string, unknown>>): string => {
  const amount = (key: string, value: unknown) =>
    typeof value === 'number' && key !== 'quantity' ? money(value) : toText(value);
  const knownParts = Object.entries(parts).filter(([, value]) => value !== null && value !== '' && value !== undefined);
  if ('lineOne' in parts) return knownParts.map(([, value]) => toText(value)).join(', ') || 'empty';
  if ('color' in parts) return knownParts.map(([, value]) => toText(value)).join(' × ') || 'empty';
  return knownParts.map(([key, value]) => `${key} ${amount(key, value)}`).join(', ') || 'empty';
};

/** Audited fields whose numbers are dollars. */
const amounts: ReadonlySet<string> = new Set([
  'basePrice',
  'adjustment',
  'companyAdjustment',
  'sellingCosts',
  'customCosts',
  'standardCosts',
  'balance',
]);
const more: Readonly<Record<string, string>> = {
  companyAdjustment: 'Adjustment, company',
  customCosts: 'Custom add-on costs',
  alerts: 'Accepted alerts',
  file: 'File',
  text: 'Alert',
};

/** Fields that the history of a whole run records for all its orders. */
const ofTheRun: ReadonlySet<string> = new Set(
  'import new replaced kept skipped refused orders left job code'.split(' '),
);

/** An order's history with the labels of its form: amounts in dollars, users by name, only changed lines. */
export const readableHistory = (entries: readonly HistoryEntry[], names: Names): HistoryEntry[] =>
  entries.map((entry) => ({
    ...entry,
    changes: entry.changes
      .filter(({ field }) => !ofTheRun.has(field))
      .map(({ field, from, to }) => ({
        field: { ...fieldLabels, ...more }[field] ?? field,
        from: trailText(field, without(from, to), names),
        to: trailText(field, without(to, from), names),
      })),
  }));

/** A list without the elements of the other list; other values unchanged. */
function without(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value;
  const otherTexts = new Set(other.map((one) => JSON.stringify(one)));
  return value.filter((one) => !otherTexts.has(JSON.stringify(one)));
}

function trailText(field: string, value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => trailText(field, one, names)).join('; ') || 'none';
  if (isObject(value)) return recordText(value);
  if (typeof value === 'number') return amounts.has(field) ? money(value) : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return value;
  return days.has(field) ? day(value) : (names.get(value) ?? value);
}

function recordText({ name, ...rest }: Readonly<Record<string, unknown>>): string {
  const { quantity, retailPrice, shopPercent } = rest;
  if (typeof name === 'string' && 'quantity' in rest)
    return `${lineText({ name, quantity: toNumber(quantity), retailPrice: toNumber(retailPrice) })} (${toText(shopPercent)}%)`;
  const parts = partsText(rest);
  return typeof name === 'string' ? `${name}: ${parts}` : parts;
}
