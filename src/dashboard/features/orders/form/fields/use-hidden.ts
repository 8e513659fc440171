import type { View } from '../../../../components/shared/orders/order-types.js';
import { usePreference } from '../../../../lib/preferences.js';
import { PHONE, useMedia } from '../../../../lib/use-media.js';

/** The tables of expenses that can be hidden. */
export type Part = Exclude<View, 'order'>;

const none: readonly Part[] = [];
const all: readonly Part[] = ['shop', 'standard', 'company'];

/** The tables a user has hidden, remembered per user; at first none, on a phone all. */
export function useHidden(): [ReadonlySet<Part>, (part: Part) => void] {
  const [hiddenParts, keep] = usePreference<readonly Part[]>('order-form.hidden', useMedia(PHONE) ? all : none);
  const hiddenSet = new Set(hiddenParts);
  return [
    hiddenSet,
    (part) => keep(hiddenSet.has(part) ? hiddenParts.filter((one) => one !== part) : [...hiddenParts, part]),
  ];
}
