import { countDifference } from '../../../../domain/stock/rules.js';
import { CountStock } from '../../../../domain/stock/schema.js';
import { refusalOf } from '../../../components/ui/form/limits.js';
import type { Item } from '../../../components/shared/items/item-columns.js';

/** Counts by item; NaN for input that is not a number. */
export type Counts = ReadonlyMap<string, number>;

/** Counts with that of one item; an empty one is none. */
export function withCount(counts: Counts, id: string, value: number | null): Counts {
  const next = new Map(counts);
  if (value === null) next.delete(id);
  else next.set(id, value);
  return next;
}

/** A counted item: what there was, what was counted, and the difference in its units and in cents at what one costs. */
export interface CountedRow {
  readonly id: string;
  readonly name: string;
  readonly was: number;
  readonly counted: number;
  readonly difference: number;
  readonly value: number;
}

/** The counted items in the order of `items`, against what there is now. */
export const differencesOf = (counts: Counts, items: readonly Item[]): CountedRow[] =>
  items.flatMap(({ _id: id, name, quantityInCurrent, total }) => {
    const counted = counts.get(id);
    if (counted === undefined) return [];
    const was = quantityInCurrent ?? 0;
    const { quantity: difference, value } = countDifference(was, counted, total);
    return [{ id, name, was, counted, difference, value }];
  });

/** Why what was counted of an item would be refused; null where it can be saved. */
export const countRefusal = (name: string, counted: number): string | null =>
  refusalOf(CountStock, 'counts.0.counted', counted, `Counted ${name}`);
