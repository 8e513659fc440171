import { type Metal, metals } from '../../company/company/metals.js';
import { tenThousandths } from '../../pricing/exact.js';
import { isOneOf } from '../../kernel/objects.js';

/** P3: what one unit of an item costs, sub-total + freight; dollars, four decimals. */
export const itemTotal = (subTotal: number | null, freight: number | null): number =>
  (tenThousandths(subTotal) + tenThousandths(freight)) / 1e4;

/** How far an item's stock has fallen: `critical` before `warning`; null while there is enough, or nothing to compare with. */
export type StockLevel = 'critical' | 'warning' | null;

interface Stock {
  readonly quantityInCurrent: number | null;
  readonly orderPointCritical: number | null;
  readonly orderPointWarning: number | null;
}

/** Low means strictly below an order point; the critical one counts first. */
export function stockLevel({ quantityInCurrent, orderPointCritical, orderPointWarning }: Stock): StockLevel {
  if (quantityInCurrent === null) return null;
  if (orderPointCritical !== null && quantityInCurrent < orderPointCritical) return 'critical';
  return orderPointWarning !== null && quantityInCurrent < orderPointWarning ? 'warning' : null;
}

/** The category whose items have metal prices. */
export const isMetal = (category: string): boolean => category.trim().toLowerCase() === 'metal';

/** Which metal an item of the category Metal is, by its name: case, spaces and marks do not count, `Two By Two` is `2x2`. */
export function metalOf(item: string): Metal | null {
  const plain = item
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(two|2)(by|x)(two|2)/, '2x2')
    .replace(/(three|3)(by|x)(three|3)/, '3x3');
  return metals.find(({ items }) => isOneOf(items, plain)) ?? null;
}
