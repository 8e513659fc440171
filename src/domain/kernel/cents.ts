/** A whole number of cents, the form of every amount of money in the product. */
export type Cents = number & { readonly __cents: true };

/** The largest amount a form, file or call may carry, in cents (P0: |amount| < 10,000,000.00). */
export const MAX_CENTS = 1_000_000_000;

/** Marks a whole number as cents. Throws for anything that is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return value as Cents; // the only place that sets the brand
}

/** The sum of amounts, in cents; 0 for none. */
export function sum(values: Iterable<number>): Cents {
  let total = 0;
  for (const value of values) total += value;
  return cents(total);
}

/**
 * Converts dollars with at most 2 decimals to cents, exactly. Null if there are more decimals or it is not a number.
 */
export function toCents(dollars: number): Cents | null {
  const rounded = Math.round(dollars * 100);
  return Number.isSafeInteger(rounded) && rounded / 100 === dollars ? cents(rounded) : null;
}

/** Converts cents to dollars, for the wire and for spreadsheets. */
export const toDollars = (amount: number): number => amount / 100;

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents: `$1,234.56`, negatives as `-$1,234.56`. */
export const formatCents = (amount: number): string => usd.format(amount / 100);

/** Formats dollars: `$1,234.56`. */
export const formatDollars = (dollars: number): string => usd.format(dollars);

const unit = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** Formats a unit price in dollars with two to four decimals: `$1,234.50`, `$0.0333`. */
export const formatUnitPrice = (dollars: number): string => unit.format(dollars);

/**
 * P0: converts a fraction of at most six decimals to a percent with two, rounded half away from zero: 0.1534 becomes
 * 15.34. The millionths are an exact integer, so ties are exact.
 */
export const toPercent = (fraction: number): number =>
  (Math.sign(fraction) * Math.round(Math.round(Math.abs(fraction) * 1e6) / 100)) / 100 + 0;

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a fraction: 0.1534 as `15.34%`. */
export const formatFraction = (fraction: number): string => `${twoDecimals.format(toPercent(fraction))}%`;

/** Shown for a missing value, instead of an amount. */
export const NO_VALUE = '—';

/** A profit percent to display: a fraction, or a dash. */
export type ShownProfit = number | typeof NO_VALUE;

/** P5: a profit percent to display; a dash if the revenue is negative. */
export const shownProfit = (fraction: number, revenue: number): ShownProfit => (revenue < 0 ? NO_VALUE : fraction);

/** P5: formats a profit percent (a fraction of revenue) as `15.34%`; a dash if the revenue is negative. */
export function formatProfit(fraction: number, revenue: number): string {
  const profit = shownProfit(fraction, revenue);
  return profit === NO_VALUE ? profit : formatFraction(profit);
}
