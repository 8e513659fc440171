import { sum, toDollars } from '../../../domain/kernel/cents.js';
import type { Step } from '../ui/chart/waterfall-steps.js';

/** The effect of a price change on a shop's products of one kind: gross profit in dollars, null if no cost is known. */
interface ShopEffect {
  readonly shop: { readonly name: string };
  readonly what: 'NB' | 'INV' | 'addOns';
  readonly before: { readonly grossProfit: number | null };
  readonly after: { readonly grossProfit: number | null };
}

const inCents = (dollars: number): number => Math.round(dollars * 100);

/** The change of gross profit in dollars; null if no cost is known. */
export const profitChange = ({ before, after }: Pick<ShopEffect, 'before' | 'after'>): number | null =>
  before.grossProfit === null || after.grossProfit === null
    ? null
    : toDollars(inCents(after.grossProfit) - inCents(before.grossProfit));

/** The gross profit of one kind of product over all shops, in dollars; shops without known costs are left out. */
export interface KindTotal {
  readonly what: ShopEffect['what'];
  readonly shops: number;
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

/**
 * Totals by kind, in the order of the rows. The kinds are not added together, because a shed is in both: as a new build
 * and off lot.
 */
export function totalsByKind(shops: readonly ShopEffect[]): KindTotal[] {
  return [...new Set(shops.map(({ what }) => what))].map((what) => {
    const knownEffects = shops.filter((one) => one.what === what && profitChange(one) !== null);
    const total = (side: 'before' | 'after') => sum(knownEffects.map((one) => inCents(one[side].grossProfit ?? 0)));
    const [before, after] = [total('before'), total('after')];
    return {
      ...{ what, shops: knownEffects.length },
      ...{ before: toDollars(before), after: toDollars(after), change: toDollars(after - before) },
    };
  });
}

/** How many steps fit in a waterfall besides the total. */
const MOST_STEPS = 10;

/** Each shop's part of the total change of a kind, largest first; the smallest are combined in one step. */
export function changeSteps(shops: readonly ShopEffect[], what: ShopEffect['what']): Step[] {
  const changedShops = shops
    .flatMap((one) => (one.what === what ? [{ label: one.shop.name, value: profitChange(one) ?? 0 }] : []))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const [largest, otherShops] = [changedShops.slice(0, MOST_STEPS), changedShops.slice(MOST_STEPS)];
  const rest = toDollars(sum(otherShops.map(({ value }) => inCents(value))));
  return otherShops.length > 0 ? [...largest, { label: `${otherShops.length} other shops`, value: rest }] : largest;
}
