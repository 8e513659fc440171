import { type Metal, metals } from '../../company/company/metals.js';
import { tenThousandths } from '../../pricing/exact.js';
import { isOneOf } from '../../kernel/objects.js';

/** P3: the cost of one unit of an item, sub-total + freight, in dollars with four decimals. */
export const itemTotal = (subTotal: number | null, freight: number | null): number =>
  (tenThousandths(subTotal) + tenThousandths(freight)) / 1e4;

/**
 * How low an item's stock is; `critical` outranks `warning`. Null when there is enough, or no order point to compare
 * with.
 */
export type StockLevel = 'critical' | 'warning' | null;

interface Stock {
  readonly quantityInCurrent: number | null;
  readonly orderPointCritical: number | null;
  readonly orderPointWarning: number | null;
}

/** Low means strictly below an order point; the critical one is checked first. */
export function stockLevel({ quantityInCurrent, orderPointCritical, orderPointWarning }: Stock): StockLevel {
  if (quantityInCurrent === null) return null;
  if (orderPointCritical !== null && quantityInCurrent < orderPointCritical) return 'critical';
  return orderPointWarning !== null && quantityInCurrent < orderPointWarning ? 'warning' : null;
}

/** The category whose items have metal prices. */
export const isMetal = (category: string): boolean => category.trim().toLowerCase() === 'metal';

/**
 * The metal that an item of the category Metal is named after, ignoring case, spaces and punctuation: `Two By Two` is
 * `2x2`.
 */
export function getMetal(item: string): Metal | null {
  const words = item
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(two|2)(by|x)(two|2)/, '2x2')
    .replace(/(three|3)(by|x)(three|3)/, '3x3');
  return metals.find(({ items }) => isOneOf(items, words)) ?? null;
}
