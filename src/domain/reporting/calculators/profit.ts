import type { Cents } from '../../kernel/cents.js';
import { asCents, fraction, computePercent, tenThousandths } from '../../pricing/exact.js';
import { smallestPrice, type ProfitTarget } from './suggestion.js';

/** The result at a price: cents, and gross profit as a fraction of the revenue (P8). */
export interface Profit {
  readonly revenue: Cents;
  readonly grossProfit: Cents;
  readonly percent: number;
}

/**
 * A shop's inputs for pricing: its percent of retail and its overhead percent, and the box cost without overhead in
 * cents.
 */
export interface ShopSide {
  readonly percent: number;
  readonly overhead: number;
  readonly boxCost: number;
}

/** The company's inputs for pricing: percents of retail, and haul and escort in cents. */
export interface CompanySide {
  readonly shopPercent: number;
  readonly dealerCommission: number;
  readonly salesRepCommission: number;
  readonly overhead: number;
  readonly fixed: number;
}

/** A suggested price in cents, or the reason for having none. */
export type PriceSuggestion =
  | { readonly price: Cents; readonly why: null }
  | { readonly price: null; readonly why: 'not-attainable' | 'no-target' | 'cost-unknown' };

/** P8: a shop's profit at a retail price in cents: its revenue minus overhead and box, each rounded to the cent. */
export function shopProfit(price: number, { percent, overhead, boxCost }: ShopSide): Profit {
  const revenue = computePercent(price, tenThousandths(percent));
  const grossProfit = asCents(revenue - computePercent(revenue, tenThousandths(overhead)) - boxCost);
  return { revenue, grossProfit, percent: fraction(grossProfit, revenue) };
}

/** P8: the company's profit at a retail price in cents, after shop, commissions, overhead, haul and escort. */
export function computeCompanyProfit(price: number, side: CompanySide): Profit {
  const shares = computeShares(side).reduce((all, share) => all + computePercent(price, share), 0);
  const grossProfit = asCents(price - shares - side.fixed);
  return { revenue: asCents(price), grossProfit, percent: fraction(grossProfit, price) };
}

/** The share of the price that goes to others, in ten-thousandths of a percent. */
const computeShares = ({ shopPercent, dealerCommission, salesRepCommission, overhead }: CompanySide): number[] =>
  [shopPercent, dealerCommission, salesRepCommission, overhead].map(tenThousandths);

/**
 * P8: the smallest price at which a shop's gross profit reaches the desired percent of its revenue; null without a
 * target or if a cost is not known.
 */
export const suggestForShop = (side: ShopSide | null, desiredPercent: number | null): PriceSuggestion =>
  suggestPrice(desiredPercent === null ? [] : [shopTarget(side, desiredPercent)]);

/** P8: the smallest price at which company and shop both reach their desired percent; a null target is ignored. */
export const suggestForCompany = (
  sides: { readonly company: CompanySide; readonly shop: ShopSide | null },
  desiredPercents: { readonly company: number | null; readonly shop: number | null },
): PriceSuggestion =>
  suggestPrice([
    ...(desiredPercents.company === null ? [] : [companyTarget(sides.company, desiredPercents.company)]),
    ...(desiredPercents.shop === null ? [] : [shopTarget(sides.shop, desiredPercents.shop)]),
  ]);

function suggestPrice(targets: readonly (ProfitTarget | null)[]): PriceSuggestion {
  if (targets.length === 0) return { price: null, why: 'no-target' };
  if (!targets.every((target) => target !== null)) return { price: null, why: 'cost-unknown' };
  const price = smallestPrice(targets);
  return price === null ? { price, why: 'not-attainable' } : { price, why: null };
}

/** One hundred percent, in ten-thousandths of a percent. */
const WHOLE = 1_000_000;

/** Null if the cost of the box is not known. */
function shopTarget(side: ShopSide | null, desiredPercent: number): ProfitTarget | null {
  if (side === null) return null;
  const remainder = WHOLE - tenThousandths(side.overhead) - tenThousandths(desiredPercent);
  const percent = tenThousandths(side.percent);
  return {
    fixed: side.boxCost,
    rate: remainder > 0 && percent >= 0 ? { value: BigInt(percent) * BigInt(remainder), scale: 10n ** 12n } : null,
    attains: (price) => isAtLeast(shopProfit(price, side), desiredPercent),
  };
}

function companyTarget(side: CompanySide, desiredPercent: number): ProfitTarget {
  const remainder = computeShares(side).reduce((rest, share) => rest - share, WHOLE - tenThousandths(desiredPercent));
  const can = side.fixed > 0 ? remainder > 0 : remainder >= 0;
  return {
    fixed: side.fixed,
    rate: can ? { value: BigInt(remainder), scale: 10n ** 6n } : null,
    attains: (price) => isAtLeast(computeCompanyProfit(price, side), desiredPercent),
  };
}

/** Whether a gross profit reaches a percent of its revenue, compared without division. */
const isAtLeast = ({ grossProfit, revenue }: Profit, percent: number): boolean =>
  BigInt(grossProfit) * BigInt(WHOLE) >= BigInt(tenThousandths(percent)) * BigInt(revenue);
