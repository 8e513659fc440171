import { usePreference } from '../../../lib/preferences.js';

/** The parts of the form that can be shown or hidden. */
export type Part = 'shopCosts' | 'standardCosts' | 'shop' | 'standard' | 'company';

const none: readonly Part[] = [];

/** The parts a user has chosen to show, remembered per user. */
export function useShown(): [ReadonlySet<Part>, (part: Part) => void] {
  const [kept, keep] = usePreference<readonly Part[]>('order-form.shown', none);
  const shown = new Set(kept);
  return [shown, (part) => keep(shown.has(part) ? kept.filter((one) => one !== part) : [...kept, part])];
}
