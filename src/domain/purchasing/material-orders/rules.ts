import { type Cents, sum } from '../../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../../pricing/exact.js';

/** P11: quantity × price of one unit in dollars, rounded half away from zero to the cent. */
export const lineTotal = (quantity: number, newPrice: number): Cents =>
  asCents(mulDiv(tenThousandths(quantity), tenThousandths(newPrice), 1e6));

/** P11: the price of one unit that a typed total (cents) makes, dollars with four decimals; with quantity 0 it stays. */
export const priceFromTotal = (total: number, quantity: number, newPrice: number): number =>
  quantity === 0 ? newPrice : mulDiv(total, 1e6, tenThousandths(quantity)) / 1e4;

/** What a line is ordered at: dollars for one unit, and its total in cents. */
export interface Priced {
  readonly newPrice: number;
  readonly total: Cents;
}

/**
 * P11: a line by its price; by its total where that was typed: no price, or the price that the total makes, keeps the typed
 * total although it differs from quantity × price by the rounding. What is not ordered costs nothing.
 */
export function priceLine(
  quantity: number,
  typed: { readonly newPrice: number | null; readonly total: number | null },
  usual: number,
): Priced {
  const newPrice = typed.newPrice ?? usual;
  if (quantity === 0 || typed.total === null) return { newPrice, total: lineTotal(quantity, newPrice) };
  const made = priceFromTotal(typed.total, quantity, newPrice);
  if (typed.newPrice === null || typed.newPrice === made) return { newPrice: made, total: asCents(typed.total) };
  return { newPrice, total: lineTotal(quantity, newPrice) };
}

/** P11: Σ line totals, without freight; cents. */
export const grandTotalOf = (lines: readonly { readonly total: number }[]): Cents =>
  sum(lines.map(({ total }) => total));

interface Weighed {
  readonly quantity: number;
  /** Cents. */
  readonly total: number;
}

/**
 * P11: the freight (cents) split to the lines by their totals, by their quantities where all totals are 0: each gets the whole
 * cents of its share, and what is left goes cent by cent to the largest remainders, the earlier line first. The parts sum to
 * the freight. Null where there is freight and nothing is ordered: nobody can carry it.
 */
export function splitFreight(freight: number, lines: readonly Weighed[]): Cents[] | null {
  const byTotal = lines.map(({ quantity, total }) => (quantity > 0 ? BigInt(total) : 0n));
  const weights = byTotal.some((weight) => weight > 0n)
    ? byTotal
    : lines.map(({ quantity }) => BigInt(tenThousandths(quantity)));
  const whole = weights.reduce((all, weight) => all + weight, 0n);
  if (whole === 0n) return freight === 0 ? lines.map(() => asCents(0)) : null;
  const shares = weights.map((weight, at) => {
    const product = BigInt(freight) * weight;
    return { at, cents: Number(product / whole), rest: product % whole };
  });
  const parts = shares.map(({ cents }) => cents);
  const left = freight - sum(parts);
  const largest = [...shares].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  for (const { at } of largest.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts.map(asCents);
}

/** P11: freight of one unit, dollars with four decimals, from a line's freight in cents; 0 where nothing is ordered. */
export const freightOfUnit = (lineFreight: number, quantity: number): number =>
  priceFromTotal(lineFreight, quantity, 0);

/** How much of a line was ordered and has come. */
export interface Received {
  readonly quantity: number;
  readonly received: number;
}

/** What is still to come of a line: received + open = ordered; nothing where more came than was ordered. */
export const openOf = ({ quantity, received }: Received): number =>
  Math.max(0, tenThousandths(quantity) - tenThousandths(received)) / 1e4;

/** How much more of a line has come than was ordered. */
export const overOf = ({ quantity, received }: Received): number =>
  Math.max(0, tenThousandths(received) - tenThousandths(quantity)) / 1e4;

/** P11: whether every line has come; an order of nothing never has. */
export const isReceived = (lines: readonly Received[]): boolean =>
  lines.some(({ quantity }) => quantity > 0) && lines.every((line) => openOf(line) === 0);

/** Where an order stands. */
export const orderStates = ['draft', 'ordered', 'partly', 'received'] as const;

/** The purchase order number that follows another one: its last digits counted on, `PO-0099` → `PO-0100`; 1001 is the first. */
export function nextNumber(last: string | null): string {
  const [, before = '', digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/s.exec(last ?? '') ?? [];
  if (digits === '') return last ? `${last}-2` : '1001';
  return `${before}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}${after}`;
}
