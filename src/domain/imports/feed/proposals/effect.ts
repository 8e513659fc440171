import type { OrderFigures } from '../../../pricing/order.js';

/** The figures of an order that a proposal shows, in cents. */
export interface EffectSide {
  readonly retail: number;
  readonly shopAmount: number;
  readonly cost: number;
  readonly profit: number;
}

/** What taking a proposal does to an order, in cents: before and after. */
export type ProposalEffect = { readonly [F in keyof EffectSide]: readonly [number, number] };

/** The figures that a proposal shows. */
export const toSide = (figures: OrderFigures): EffectSide => ({
  retail: figures.grandTotal.order,
  shopAmount: figures.grandTotal.shop,
  cost: figures.totalCost.company,
  profit: figures.profitDollars.company,
});

/** The effect of a change; without new figures there is none. */
export function toEffect(was: EffectSide, figures: OrderFigures | null): ProposalEffect {
  const is = figures ? toSide(figures) : was;
  return {
    retail: [was.retail, is.retail],
    shopAmount: [was.shopAmount, is.shopAmount],
    cost: [was.cost, is.cost],
    profit: [was.profit, is.profit],
  };
}

/** By how much a shown amount moves, in dollars; null where there is none. */
export const measureMove = (amount: { readonly before: number; readonly after: number } | undefined): number | null =>
  amount ? Math.round((amount.after - amount.before) * 100) / 100 : null;
