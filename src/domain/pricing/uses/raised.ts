import { toDollars } from '../../kernel/cents.js';
import { dollarsToCents, computePercent, mulDiv, tenThousandths } from '../exact.js';

/**
 * A price change by a percent or by dollars, either of which may be negative. The result is rounded up to a multiple
 * of `step` dollars; 0 for no rounding.
 */
export interface PriceChange {
  readonly percent?: number;
  readonly dollars?: number;
  readonly step: number;
}

/**
 * A price in dollars after a change, never below 0. A change by nothing leaves it unchanged, even if it is not a
 * multiple.
 */
export function raisePrice(price: number, { percent = 0, dollars = 0, step }: PriceChange): number {
  if (percent === 0 && dollars === 0) return price;
  const cents = dollarsToCents(price);
  const newCents = Math.max(0, cents + computePercent(cents, tenThousandths(percent)) + dollarsToCents(dollars));
  const unit = dollarsToCents(step);
  return toDollars(unit > 0 ? Math.ceil(newCents / unit) * unit : newCents);
}

/**
 * A unit cost in dollars with four decimals after a change by a percent or by dollars, never below 0, rounded half
 * away from zero.
 */
export function raisedCost(cost: number, { percent = 0, dollars = 0 }: Omit<PriceChange, 'step'>): number {
  const exact = tenThousandths(cost);
  return Math.max(0, exact + mulDiv(exact, tenThousandths(percent), 1e6) + tenThousandths(dollars)) / 1e4;
}
