import type { OrderFigures } from '../../../pricing/order.js';
import { toRecord } from '../../../kernel/objects.js';

export const effectParts = ['retail', 'shopAmount', 'cost', 'profit'] as const;

/** The figures of an order that a proposal shows, in cents. */
export type EffectSide = Readonly<Record<(typeof effectParts)[number], number>>;

/** The effect of accepting a proposal on an order, in cents: before and after. */
export type ProposalEffect = { readonly [F in keyof EffectSide]: readonly [number, number] };

/** The figures that a proposal shows. */
export const toSide = (figures: OrderFigures): EffectSide => ({
  retail: figures.grandTotal.order,
  shopAmount: figures.grandTotal.shop,
  cost: figures.totalCost.company,
  profit: figures.profitDollars.company,
});

/** The effect of a change; the same before and after if there are no new figures. */
export function toEffect(was: EffectSide, figures: OrderFigures | null): ProposalEffect {
  const is = figures ? toSide(figures) : was;
  return toRecord(effectParts, (part) => [was[part], is[part]]);
}

/** By how much a displayed amount changes, in dollars; null if there is none. */
export const measureMove = (amount: { readonly before: number; readonly after: number } | undefined): number | null =>
  amount ? Math.round((amount.after - amount.before) * 100) / 100 : null;
