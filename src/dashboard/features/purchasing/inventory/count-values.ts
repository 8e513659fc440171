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
 * cents at the cost of one unit, null for a count that is not valid. `refusal` is why it cannot be saved; null if it
 * can.
 */
export interface CountedRow extends Count {
  readonly id: string;
  readonly name: string;
  readonly difference: number | null;
  readonly value: number | null;
  readonly refusal: string | null;
}

/** The counted items in the order of `items`, compared with the stock when they were counted. */
export const listDifferences = (counts: Counts, items: readonly ShownItem[]): CountedRow[] =>
  items.flatMap((item) => {
    const { _id: id, name, total } = item;
    const count = counts.get(id);
    if (count === undefined) return [];
    const isValid = wrongInput(count, name) === null;
    const { quantity, value } = isValid ? countDifference(count.was, count.counted, total) : noDifference;
    return [{ id, name, ...count, difference: quantity, value, refusal: countRefusal(item, count) }];
  });

const noDifference = { quantity: null, value: null } as const;

/**
 * Why an item's count would be refused, also because its stock changed since; null if it can be saved. `label` is how
 * the message names the count.
 */
export function countRefusal(item: ShownItem, count: Count, label = `Counted ${item.name}`): string | null {
  const wrong = wrongInput(count, label);
  if (wrong !== null || (item.quantityInCurrent ?? 0) === count.was) return wrong;
  return `The stock of ${item.name} changed since you counted it; count it again`;
}

/** Why the first count that is not valid keeps the count from being previewed; null if all can be. */
export const findWrongCount = (counts: Counts, items: readonly ShownItem[]): string | null =>
  items.flatMap((item) => {
    const count = counts.get(item._id);
    return (count && wrongInput(count, `Counted ${item.name}`)) ?? [];
  })[0] ?? null;

/** Why a counted quantity is not valid; null if it is. */
const wrongInput = ({ counted }: Count, label: string): string | null =>
  describeRefusal(CountStock, 'counts.0.counted', counted, label);
