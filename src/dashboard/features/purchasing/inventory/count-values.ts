import { countDifference } from '../../../../domain/stock/rules.js';
import { CountStock } from '../../../../domain/stock/schema.js';
import { describeRefusal } from '../../../components/ui/form/limits.js';
import type { Item } from '../../../components/shared/items/item-columns.js';

/** Counts by item; NaN for input that is not a number. */
export type Counts = ReadonlyMap<string, number>;

/** The counts with a new value for one item; an empty value removes it. */
export function withCount(counts: Counts, id: string, value: number | null): Counts {
  const next = new Map(counts);
  if (value === null) next.delete(id);
  else next.set(id, value);
  return next;
}

/** A counted item: previous and counted quantity, and the difference in units and in cents at the cost of one unit. */
export interface CountedRow {
  readonly id: string;
  readonly name: string;
  readonly was: number;
  readonly counted: number;
  readonly difference: number;
  readonly value: number;
}

/** The counted items in the order of `items`, compared with the current stock. */
export const listDifferences = (counts: Counts, items: readonly Item[]): CountedRow[] =>
  items.flatMap(({ _id: id, name, quantityInCurrent, total }) => {
    const count = counts.get(id);
    if (count === undefined) return [];
    const was = quantityInCurrent ?? 0;
    const { quantity: difference, value } = countDifference(was, count, total);
    return [{ id, name, was, counted: count, difference, value }];
  });

/** Why an item's count would be refused; null if it can be saved. */
export const countRefusal = (name: string, count: number): string | null =>
  describeRefusal(CountStock, 'counts.0.counted', count, `Counted ${name}`);
