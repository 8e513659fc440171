import { countDifference } from '../../../../domain/stock/rules.js';
import { CountStock } from '../../../../domain/stock/schema.js';
import { describeRefusal } from '../../../components/ui/form/limits.js';
import type { Item } from '../../../components/shared/items/item-columns.js';

/** What was counted of an item, NaN for input that is not a number, and the current quantity shown at the time. */
export interface Count {
  readonly counted: number;
  readonly was: number;
}

/** Counts by item. */
export type Counts = ReadonlyMap<string, Count>;

/** An item as it is shown now. */
type ShownItem = Pick<Item, '_id' | 'name' | 'quantityInCurrent' | 'total'>;

/** The counts with a new value for one item; an empty value removes it. */
export function withCount(counts: Counts, { _id, quantityInCurrent }: ShownItem, value: number | null): Counts {
  const next = new Map(counts);
  if (value === null) next.delete(_id);
  else next.set(_id, { counted: value, was: quantityInCurrent ?? 0 });
  return next;
}

/**
 * A counted item: the current quantity when it was counted, the counted quantity, and the difference in units and in
 * cents at the cost of one unit. `refusal` is why it cannot be saved; null if it can.
 */
export interface CountedRow extends Count {
  readonly id: string;
  readonly name: string;
  readonly difference: number;
  readonly value: number;
  readonly refusal: string | null;
}

/** The counted items in the order of `items`, compared with the stock when they were counted. */
export const listDifferences = (counts: Counts, items: readonly ShownItem[]): CountedRow[] =>
  items.flatMap((item) => {
    const { _id: id, name, total } = item;
    const count = counts.get(id);
    if (count === undefined) return [];
    const { quantity: difference, value } = countDifference(count.was, count.counted, total);
    return [{ id, name, ...count, difference, value, refusal: countRefusal(item, count) }];
  });

/** Why an item's count would be refused, also because its stock changed since; null if it can be saved. */
export function countRefusal({ name, quantityInCurrent }: ShownItem, { counted, was }: Count): string | null {
  const wrong = describeRefusal(CountStock, 'counts.0.counted', counted, `Counted ${name}`);
  if (wrong !== null || (quantityInCurrent ?? 0) === was) return wrong;
  return `The stock of ${name} changed since you counted it; count it again`;
}
