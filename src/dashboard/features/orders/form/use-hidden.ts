import type { View } from '../../../components/shared/orders/order-types.js';
import { usePreference } from '../../../lib/preferences.js';

/** The tables of expenses that can be hidden. */
export type Part = Exclude<View, 'order'>;

const none: readonly Part[] = [];

/** The tables a user has hidden, remembered per user; at first none. */
export function useHidden(): [ReadonlySet<Part>, (part: Part) => void] {
  const [kept, keep] = usePreference<readonly Part[]>('order-form.hidden', none);
  const hidden = new Set(kept);
  return [hidden, (part) => keep(hidden.has(part) ? kept.filter((one) => one !== part) : [...kept, part])];
}
