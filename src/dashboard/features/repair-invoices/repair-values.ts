import { toCents, toDollars } from '../../../domain/cents.js';
import { totalsOf, withAmounts } from '../../../domain/repair-invoices/rules.js';
import { day, money, quantity as quantityText } from '../../lib/format.js';
import type { RepairInvoice } from './repair-types.js';

/** A line as its form holds it; rates in dollars. `item` is empty until one is chosen, `GONE` where it left the catalogue. */
export interface LineValues {
  readonly _id?: string;
  readonly item: string;
  readonly name: string;
  readonly quantity: number | null;
  readonly rate: number | null;
  readonly standardRate: number;
}

export const GONE = 'gone';
export const blankLine: LineValues = { item: '', name: '', quantity: 1, rate: null, standardRate: 0 };

export interface RepairValues {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly items: readonly LineValues[];
}

/** The lines of an invoice as its form holds them. */
export const linesOf = (items: RepairInvoice['items']): LineValues[] =>
  items.map(({ _id, item, quantity, rate, standardRate }) => ({
    ...{ _id, quantity, rate, standardRate },
    item: item._id ?? GONE,
    name: item.name,
  }));

/** The lines as they are sent. */
export const lineBodies = (lines: readonly LineValues[]) =>
  lines.map(({ _id, item, quantity, rate }) => ({
    ...(_id ? { _id } : {}),
    ...(item && item !== GONE ? { item } : {}),
    quantity: quantity ?? 0,
    rate: rate ?? 0,
  }));

const amountIn = (dollars: number | null): number => toCents(Number((dollars ?? 0).toFixed(2))) ?? 0;
const rated = ({ quantity, rate, standardRate }: LineValues) => ({
  quantity: Number.isFinite(quantity) ? Number(quantity) : 0,
  rate: amountIn(Number.isFinite(rate) ? rate : 0),
  standardRate: amountIn(standardRate),
});

/** P7: what a line comes to, in dollars. */
export const lineAmount = (line: LineValues): number => toDollars(withAmounts(rated(line)).amount);

/** P7: what the lines come to, in dollars. */
export function lineTotals(lines: readonly LineValues[]): { invoiceTotal: number; standardInvoiceTotal: number } {
  const { invoiceTotal, standardInvoiceTotal } = totalsOf(lines.map(rated));
  return { invoiceTotal: toDollars(invoiceTotal), standardInvoiceTotal: toDollars(standardInvoiceTotal) };
}

/** How a value of the form reads where two versions are compared. */
export function shownValue(field: keyof RepairValues | 'status', value: unknown): string {
  if (field === 'invoicedDate') return day(value as string);
  if (field !== 'items') return String(value) || 'empty';
  const lines = value as readonly LineValues[];
  return lines.map((line) => `${quantityText(line.quantity)} × ${line.name} at ${money(line.rate)}`).join('; ');
}
