import type { Choice } from './repair-types.js';
import type { LineValues } from './repair-values.js';

type Chosen = Pick<LineValues, 'name' | 'quantity' | 'rate' | 'standardRate'>;

/**
 * What a line becomes when an item is chosen: an empty quantity is 1, and the rate is the item's unless another one was
 * typed. `previous` is the item that was chosen before, whose rate counts as not typed; null if the line's rate is the
 * stored one.
 */
export function chooseItem(
  { quantity, rate }: Pick<LineValues, 'quantity' | 'rate'>,
  item: Pick<Choice, 'name' | 'rate' | 'standardRate'>,
  previous: Pick<Choice, 'rate'> | null | undefined,
): Chosen {
  const isUntouched = rate === null || previous === null || rate === previous?.rate;
  return {
    name: item.name,
    quantity: quantity ?? 1,
    rate: isUntouched ? item.rate : rate,
    standardRate: item.standardRate,
  };
}
