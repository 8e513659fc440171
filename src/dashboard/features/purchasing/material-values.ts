import { cents, toDollars } from '../../../domain/kernel/cents.js';
import {
  freightOfUnit,
  computeGrandTotal,
  getFreightEstimate,
  lineTotal,
  priceForVendor,
  priceFromTotal,
  splitFreight,
} from '../../../domain/purchasing/material-orders/rules.js';
import { computeDemand, type Position } from '../../../domain/stock/rules.js';
import type { Output } from '../../lib/server/api.js';
import { day, money, quantity as quantityText, unitPrice } from '../../lib/format.js';
import type { InWords } from '../../components/ui/form/field-of.js';
import { formatYesNo } from '../../../domain/kernel/text/yes-no.js';

export type MaterialOrder = Output<'GET /api/materialorder/:id'>;
export type MaterialRow = Output<'GET /api/materialorder'>['items'][number];
type Line = MaterialOrder['items'][number];

/**
 * A line as form values; prices and total in dollars. `item` is empty until one is chosen, `GONE` if it was deleted
 * from the catalogue.
 */
export interface LineValues {
  readonly _id?: string;
  readonly item: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: number | null;
  readonly newPrice: number | null;
  readonly total: number | null;
  /** The stored quantity, 0 for a new line, and the received quantity; read-only. */
  readonly ordered: number;
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
  ...{ item: '', name: '', description: '', ordered: 0, received: 0 },
  ...{ quantity: 0, newPrice: 0, total: 0 },
};

const lineValues = ({ _id, item, description, quantity, newPrice, total, received }: Line): LineValues => ({
  ...{ _id, description, quantity, newPrice, total, received },
  ordered: quantity,
  item: item._id ?? GONE,
  name: item.name,
});

/** The initial values of a new order. */
interface NewOrderDefaults {
  readonly today: string;
  /** The PO number after the last one. */
  readonly number: string;
}

/** The form values of an order; without one, a blank line, ordered today with the next number. */
export const materialValues = (order: MaterialOrder | null, { today, number }: NewOrderDefaults): MaterialValues => ({
  vendor: order?.vendor._id ?? '',
  purchaseOrderNumber: order?.purchaseOrderNumber ?? number,
  orderedDate: order?.orderedDate ?? today,
  freight: order?.freight ?? 0,
  draft: order?.draft ?? false,
  items: order ? order.items.map(lineValues) : [blankLine],
});

/** The lines as request values; a typed total is sent with the price it implies. */
export const lineBodies = (lines: readonly LineValues[]) =>
  lines.map(({ _id, item, description, quantity, newPrice, total }) => ({
    ...(_id ? { _id } : {}),
    ...(item && item !== GONE ? { item } : {}),
    ...{ description, quantity: quantity ?? 0, newPrice: newPrice ?? 0, total: total ?? 0 },
  }));

const toNumber = (value: number | null): number => (Number.isFinite(value) ? Number(value) : 0);
const toCents = (dollars: number | null): number => Math.round(toNumber(dollars) * 100);

/** P11: the amount of a line from its quantity and price, in dollars. */
export const computeTotal = ({ quantity, newPrice }: Pick<LineValues, 'quantity' | 'newPrice'>): number =>
  toDollars(lineTotal(toNumber(quantity), toNumber(newPrice)));

/** P11: the price of one unit implied by a typed total; unchanged if the quantity is 0. */
export const computePrice = ({ quantity, newPrice, total }: LineValues): number =>
  priceFromTotal(toCents(total), toNumber(quantity), toNumber(newPrice));

/** P11: Σ line totals without freight, in dollars. */
export const grandTotal = (lines: readonly LineValues[]): number =>
  toDollars(computeGrandTotal(lines.map(({ total }) => ({ total: toCents(total) }))));

/** The shop's cost of one unit of an item, in dollars. */
interface ItemCost {
  readonly freight: number;
  readonly total: number;
}

/** P11: the total that the vendor reads: prices without the estimates of freight that they contain, in dollars. */
export function vendorTotal(
  lines: readonly LineValues[],
  { order, costs }: { readonly order: MaterialOrder | null; readonly costs: ReadonlyMap<string, ItemCost> },
): number {
  const vendorLines = lines.map((values) => {
    const line = {
      quantity: toNumber(values.quantity),
      newPrice: toNumber(values.newPrice),
      total: cents(toCents(values.total)),
    };
    const stored = order?.items.find(({ _id, item }) => _id === values._id && (item._id ?? GONE) === values.item);
    return priceForVendor({
      ...line,
      freightEstimate: getFreightEstimate(line, { stored, cost: costs.get(values.item) }),
    });
  });
  return toDollars(computeGrandTotal(vendorLines));
}

/** P11: freight per unit of each line, in dollars; null if no line can carry the freight. */
export function newFreights(freight: number | null, lines: readonly LineValues[]): number[] | null {
  const weights = lines.map(({ quantity, total }) => ({ quantity: toNumber(quantity), total: toCents(total) }));
  const parts = splitFreight(Math.max(0, toCents(freight)), weights);
  return parts && parts.map((part, at) => freightOfUnit(part, weights[at]?.quantity ?? 0));
}

/** A default item of a vendor, with the quantity required by demand and order points. */
export interface DefaultItem {
  readonly _id: string;
  readonly name: string;
  readonly total: number;
  readonly toOrder: number;
}

/**
 * A vendor's default items with the shop's demand for each, in whole units or in this vendor's packs. The demand lists
 * an item in the packs of the first vendor that sells it, so its quantities are rounded anew.
 */
export const defaultItems = (
  items: readonly {
    readonly _id: string;
    readonly name: string;
    readonly total: number;
    readonly pack: number | null;
  }[],
  demand: readonly (Position & { readonly _id: string })[],
): DefaultItem[] =>
  items.map(({ _id, name, total, pack }) => {
    const position = demand.find((row) => row._id === _id);
    return { _id, name, total, toOrder: position ? computeDemand({ ...position, pack }).suggested : 0 };
  });

const defaultLine = ({ _id, name, total, toOrder }: DefaultItem): LineValues => {
  const line = { ...blankLine, item: _id, name, quantity: toOrder, newPrice: total };
  return { ...line, total: computeTotal(line) };
};

const isSameLine = (one: LineValues, other: LineValues): boolean =>
  (['item', 'description', 'quantity', 'newPrice', 'total'] as const).every((field) => one[field] === other[field]);

/**
 * The lines that stay when a vendor is chosen, followed by its default items that are needed. Lines that were filled in
 * for the vendor before do not stay if they are unchanged.
 */
export function withDefaults(
  lines: readonly LineValues[],
  defaults: readonly DefaultItem[],
  filledLines: readonly LineValues[] = [],
): LineValues[] {
  const isTyped = (line: LineValues) => !filledLines.some((filledLine) => isSameLine(filledLine, line));
  const typedLines = lines.filter((line) => line.item !== '' && toNumber(line.quantity) > 0 && isTyped(line));
  const more = missingDefaults(typedLines, defaults).filter(({ toOrder }) => toOrder > 0);
  const all = [...typedLines, ...more.map(defaultLine)];
  return all.length > 0 ? all : [blankLine];
}

/** The default items not yet on a line. */
export const missingDefaults = (lines: readonly LineValues[], defaults: readonly DefaultItem[]): DefaultItem[] =>
  defaults.filter(({ _id }) => !lines.some(({ item }) => item === _id));

/** The lines followed by the missing default items; blank lines are replaced. */
export const withAllDefaults = (lines: readonly LineValues[], defaults: readonly DefaultItem[]): LineValues[] => [
  ...lines.filter(({ item }) => item !== ''),
  ...missingDefaults(lines, defaults).map(defaultLine),
];

/** Formats a form value for the comparison of two versions. */
export const shownValue =
  (vendorName: (id: string) => string): InWords<MaterialValues> =>
  (...[field, value]) => {
    if (field === 'vendor') return vendorName(value);
    if (field === 'orderedDate') return day(value);
    if (field === 'freight') return money(value) || 'none';
    if (field === 'draft') return formatYesNo(value);
    if (field === 'items') return value.map(lineText).join('; ') || 'none';
    return value || 'empty';
  };

const lineText = ({ quantity, name, newPrice, total }: LineValues): string =>
  `${quantityText(quantity)} × ${name} at ${unitPrice(newPrice)} = ${money(total)}`;
