import { toDollars } from '../../../domain/kernel/cents.js';
import {
  freightOfUnit,
  grandTotalOf,
  lineTotal,
  priceFromTotal,
  splitFreight,
} from '../../../domain/purchasing/material-orders/rules.js';
import { orderStep, roundUp } from '../../../domain/stock/rules.js';
import type { Output } from '../../lib/server/api.js';
import { day, money, quantity as quantityText, unitPrice } from '../../lib/format.js';
import type { InWords } from '../../components/ui/form/field-of.js';

export type MaterialOrder = Output<'GET /api/materialorder/:id'>;
export type MaterialRow = Output<'GET /api/materialorder'>['items'][number];
type Line = MaterialOrder['items'][number];

/** A line as the form holds it; prices and total in dollars. `item` is empty until one is chosen, `GONE` where it left the catalogue. */
export interface LineValues {
  readonly _id?: string;
  readonly item: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: number | null;
  readonly newPrice: number | null;
  readonly total: number | null;
  /** How much of it has come; not to be typed. */
  readonly received: number;
}

export interface MaterialValues {
  readonly vendor: string;
  readonly purchaseOrderNumber: string;
  readonly orderedDate: string;
  readonly freight: number | null;
  readonly draft: boolean;
  readonly items: readonly LineValues[];
}

export const GONE = 'gone';
export const blankLine: LineValues = {
  ...{ item: '', name: '', description: '', received: 0 },
  ...{ quantity: 0, newPrice: 0, total: 0 },
};

const lineValues = ({ _id, item, description, quantity, newPrice, total, received }: Line): LineValues => ({
  ...{ _id, description, quantity, newPrice, total, received },
  item: item._id ?? GONE,
  name: item.name,
});

/** What a new order starts with. */
interface Fresh {
  readonly today: string;
  /** The PO number that follows the last one. */
  readonly number: string;
}

/** What the form shows of an order; of none, one blank line ordered today under the next number. */
export const materialValues = (order: MaterialOrder | null, { today, number }: Fresh): MaterialValues => ({
  vendor: order?.vendor._id ?? '',
  purchaseOrderNumber: order?.purchaseOrderNumber ?? number,
  orderedDate: order?.orderedDate ?? today,
  freight: order?.freight ?? 0,
  draft: order?.draft ?? false,
  items: order ? order.items.map(lineValues) : [blankLine],
});

/** The lines as they are sent: a typed total goes with the price that it makes. */
export const lineBodies = (lines: readonly LineValues[]) =>
  lines.map(({ _id, item, description, quantity, newPrice, total }) => ({
    ...(_id ? { _id } : {}),
    ...(item && item !== GONE ? { item } : {}),
    ...{ description, quantity: quantity ?? 0, newPrice: newPrice ?? 0, total: total ?? 0 },
  }));

const numberOf = (value: number | null): number => (Number.isFinite(value) ? Number(value) : 0);
const centsOf = (dollars: number | null): number => Math.round(numberOf(dollars) * 100);

/** P11: what a line comes to by its quantity and price, in dollars. */
export const totalOf = ({ quantity, newPrice }: Pick<LineValues, 'quantity' | 'newPrice'>): number =>
  toDollars(lineTotal(numberOf(quantity), numberOf(newPrice)));

/** P11: the price of one unit that a typed total makes; with quantity 0 it stays. */
export const priceOf = ({ quantity, newPrice, total }: LineValues): number =>
  priceFromTotal(centsOf(total), numberOf(quantity), numberOf(newPrice));

/** P11: Σ line totals without freight, in dollars. */
export const grandTotal = (lines: readonly LineValues[]): number =>
  toDollars(grandTotalOf(lines.map(({ total }) => ({ total: centsOf(total) }))));

/** P11: freight of one unit of each line, dollars; null where there is nothing to carry the freight. */
export function newFreights(freight: number | null, lines: readonly LineValues[]): number[] | null {
  const weighed = lines.map(({ quantity, total }) => ({ quantity: numberOf(quantity), total: centsOf(total) }));
  const parts = splitFreight(Math.max(0, centsOf(freight)), weighed);
  return parts && parts.map((part, at) => freightOfUnit(part, weighed[at]?.quantity ?? 0));
}

/** An item that a vendor is usually asked for, with how much of it demand and order points call for. */
export interface DefaultItem {
  readonly _id: string;
  readonly name: string;
  readonly total: number;
  readonly toOrder: number;
}

/** The default items of a vendor with what the shop's demand says of each, in whole units, or packs of this vendor. */
export const defaultItems = (
  items: readonly {
    readonly _id: string;
    readonly name: string;
    readonly type: string;
    readonly total: number;
    readonly pack: number | null;
  }[],
  demand: readonly { readonly _id: string; readonly suggested: number }[],
): DefaultItem[] =>
  items.map(({ _id, name, total, ...item }) => {
    const suggested = demand.find((row) => row._id === _id)?.suggested ?? 0;
    return { _id, name, total, toOrder: roundUp(Math.round(suggested * 1e4), orderStep(item)) };
  });

const defaultLine = ({ _id, name, total, toOrder }: DefaultItem): LineValues => {
  const line = { ...blankLine, item: _id, name, quantity: toOrder, newPrice: total };
  return { ...line, total: totalOf(line) };
};

/** The lines that stay when a vendor is chosen, and behind them those of its default items that are to be ordered. */
export function withDefaults(lines: readonly LineValues[], defaults: readonly DefaultItem[]): LineValues[] {
  const typed = lines.filter(({ item, quantity }) => item !== '' && numberOf(quantity) > 0);
  const more = missingDefaults(typed, defaults).filter(({ toOrder }) => toOrder > 0);
  const all = [...typed, ...more.map(defaultLine)];
  return all.length > 0 ? all : [blankLine];
}

/** The default items that no line has. */
export const missingDefaults = (lines: readonly LineValues[], defaults: readonly DefaultItem[]): DefaultItem[] =>
  defaults.filter(({ _id }) => !lines.some(({ item }) => item === _id));

/** The lines with the default items that are missing behind them; a blank line makes room. */
export const withAllDefaults = (lines: readonly LineValues[], defaults: readonly DefaultItem[]): LineValues[] => [
  ...lines.filter(({ item }) => item !== ''),
  ...missingDefaults(lines, defaults).map(defaultLine),
];

/** How a value of the form reads where two versions are compared. */
export const shownValue =
  (vendorName: (id: string) => string): InWords<MaterialValues> =>
  (...[field, value]) => {
    if (field === 'vendor') return vendorName(value);
    if (field === 'orderedDate') return day(value);
    if (field === 'freight') return money(value) || 'none';
    if (field === 'draft') return value ? 'Yes' : 'No';
    if (field === 'items') return value.map(lineText).join('; ') || 'none';
    return value || 'empty';
  };

const lineText = ({ quantity, name, newPrice, total }: LineValues): string =>
  `${quantityText(quantity)} × ${name} at ${unitPrice(newPrice)} = ${money(total)}`;
