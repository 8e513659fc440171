import { toCents, toDollars } from '../../../../domain/kernel/cents.js';
import { computeTotals, withAmounts } from '../../../../domain/billing/repair-invoices/rules.js';
import { roundDecimals } from '../../../lib/decimals.js';
import { day, money, quantity as quantityText } from '../../../lib/format.js';
import type { RepairInvoice } from './repair-types.js';
import type { FieldOf } from '../../../components/ui/form/field-of.js';

/**
 * A line as form values; rates in dollars. `item` is empty until one is chosen, `GONE` if it was deleted from the
 * catalogue.
 */
export interface LineValues {
  readonly _id?: string;
  readonly item: string;
  /** The item's name, or the text of a free line. */
  readonly name: string;
  /** The reason of a free line; null for a line with an item. */
  readonly reason: string | null;
  readonly quantity: number | null;
  readonly rate: number | null;
  readonly standardRate: number;
}

export const GONE = 'gone';
export const blankLine: LineValues = { item: '', name: '', reason: null, quantity: 1, rate: null, standardRate: 0 };
/** A line without an item: its text, a positive or negative amount as its rate, and its reason. */
export const freeLine: LineValues = { ...blankLine, reason: '' };

export interface RepairValues {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly items: readonly LineValues[];
}

/** The lines of an invoice as form values. */
export const toLines = (items: RepairInvoice['items']): LineValues[] =>
  items.map(({ _id, item, reason, quantity, rate, standardRate }) => ({
    ...{ _id, reason, quantity, rate, standardRate },
    item: reason === null ? (item._id ?? GONE) : '',
    name: item.name,
  }));

/** The lines as request values. */
export const lineBodies = (lines: readonly LineValues[]) =>
  lines.map(({ _id, item, name, reason, quantity, rate }) => ({
    ...(_id ? { _id } : {}),
    ...(reason === null
      ? { ...(item && item !== GONE ? { item } : {}), quantity: quantity ?? 0, rate: rate ?? 0 }
      : { text: name, amount: rate ?? 0, reason }),
  }));

/** In cents, also for a rate with more decimals, which Save refuses. */
const amountIn = (dollars: number | null): number => toCents(roundDecimals(dollars ?? 0, 2)) ?? 0;
const toRated = ({ reason, quantity, rate, standardRate }: LineValues) => {
  const amountTyped = amountIn(Number.isFinite(rate) ? rate : 0);
  if (reason !== null) return { quantity: 1, rate: amountTyped, standardRate: amountTyped };
  return {
    quantity: Number.isFinite(quantity) ? Number(quantity) : 0,
    rate: amountTyped,
    standardRate: amountIn(standardRate),
  };
};

/** P7: the amount of a line, in dollars. */
export const lineAmount = (line: LineValues): number => toDollars(withAmounts(toRated(line)).amount);

/** P7: the total of the lines, in dollars. */
export function lineTotals(lines: readonly LineValues[]): { invoiceTotal: number; standardInvoiceTotal: number } {
  const { invoiceTotal, standardInvoiceTotal } = computeTotals(lines.map(toRated));
  return { invoiceTotal: toDollars(invoiceTotal), standardInvoiceTotal: toDollars(standardInvoiceTotal) };
}

/** Formats a form value for the comparison of two versions. */
export function shownValue(...[field, value]: FieldOf<RepairValues & { readonly status: string }>): string {
  if (field === 'invoicedDate') return day(value);
  if (field !== 'items') return String(value) || 'empty';
  const inWords = ({ name, reason, quantity, rate }: LineValues) =>
    reason === null ? `${quantityText(quantity)} × ${name} at ${money(rate)}` : `${name} ${money(rate)} (${reason})`;
  return value.map(inWords).join('; ');
}
