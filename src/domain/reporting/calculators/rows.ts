import type { Cents } from '../../kernel/cents.js';
import type { OrderType } from '../../pricing/case/case.js';
import { asCents, computePercent, tenThousandths } from '../../pricing/exact.js';
import { type PercentRow, shopPercent, widthGroup, type WidthGroup } from '../../pricing/percent.js';
import {
  computeCompanyProfit,
  type CompanySide,
  type Profit,
  shopProfit,
  type ShopSide,
  suggestForCompany,
  suggestForShop,
  type PriceSuggestion,
} from './profit.js';

/** A shop's percents of retail by width group; 61.25 means 61.25 %. */
export type GroupPercents = Readonly<Record<WidthGroup, number>>;

/** The price to compare with today's retail: `discount` is in percent of today's retail, `today` keeps it. */
export interface Pricing {
  readonly by: 'target' | 'discount' | 'today';
  readonly discount: number;
}

/** A size as the calculators price it, in feet and cents. */
export interface SizedShed {
  readonly width: number;
  readonly retailPrice: number;
  /** Box material and labor without overhead; null if not known. */
  readonly boxCost: number | null;
}

export interface CompanyShed extends SizedShed {
  /** P5, with the haul percent of an order without a dealer, and the escort for its width, in cents. */
  readonly haul: number;
  readonly escort: number;
}

/** Percents of the retail price that the company pays to others or keeps for its overhead. */
export interface CompanyShares {
  readonly shop: GroupPercents;
  readonly dealerCommission: number;
  readonly salesRepCommission: number;
  readonly overhead: number;
  /** Percent of the shop's revenue, used in the shop's standard gross profit. */
  readonly shopOverhead: number;
}

/** A size at today's retail and at the suggested price; null without a suggestion, or if its cost is not known. */
export interface ShopCalculatorRow {
  readonly suggestion: PriceSuggestion;
  readonly current: Profit | null;
  readonly suggested: Profit | null;
}

/** `shop` is null if the cost of its box is not known. */
export interface BothProfits {
  readonly company: Profit;
  readonly shop: Profit | null;
}

export interface CompanyCalculatorRow {
  readonly suggestion: PriceSuggestion;
  readonly current: BothProfits;
  readonly suggested: BothProfits | null;
}

/** P1: a shop's percents for both width groups, from its rows in order of precedence (the model's first). */
export const groupPercents = (rows: readonly PercentRow[], type: OrderType): GroupPercents => ({
  eightTenTwelve: shopPercent(rows, 8, type),
  fourteenSixteen: shopPercent(rows, 14, type),
});

/** P1 with each row's standard percents before the shop's, as the company calculates. */
export const standardFirst = (rows: readonly PercentRow[]): PercentRow[] =>
  rows.flatMap((row) => [
    Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('standard'))) as PercentRow, // a row with only some of the columns
    row,
  ]);

/**
 * P8: a size in the shop's calculator, first at its current percents, then at the proposed ones; `percents` and
 * `desired` are in percent.
 */
export function shopCalculatorRow(
  shed: SizedShed,
  { percents, overhead }: { readonly percents: GroupPercents; readonly overhead: number },
  target: Pricing & { readonly percents: GroupPercents; readonly desired: number | null },
): ShopCalculatorRow {
  const side = (shares: GroupPercents) => shopSide(shed, shares[widthGroup(shed.width)], overhead);
  const then = side(target.percents);
  const suggestion = priceShed(shed, target, () => suggestForShop(then, target.desired));
  return {
    suggestion,
    current: profitAtPrice(shed.retailPrice, side(percents)),
    suggested: suggestion.price === null ? null : profitAtPrice(suggestion.price, then),
  };
}

/** P8: a size in the company's calculator, first at the configured shares, then at the proposed ones. */
export function companyCalculatorRow(
  shed: CompanyShed,
  now: CompanyShares,
  target: Pricing & {
    readonly shares: CompanyShares;
    readonly desired: { readonly company: number | null; readonly shop: number | null };
  },
): CompanyCalculatorRow {
  const then = getSides(shed, target.shares);
  const suggestion = priceShed(shed, target, () => suggestForCompany(then, target.desired));
  return {
    suggestion,
    current: bothAt(shed.retailPrice, getSides(shed, now)),
    suggested: suggestion.price === null ? null : bothAt(suggestion.price, then),
  };
}

interface Sides {
  readonly company: CompanySide;
  readonly shop: ShopSide | null;
}

/** Null if the cost of the box is not known. */
const shopSide = ({ boxCost }: SizedShed, percent: number, overhead: number): ShopSide | null =>
  boxCost === null ? null : { percent, overhead, boxCost };

const profitAtPrice = (price: number, side: ShopSide | null): Profit | null => side && shopProfit(price, side);

const bothAt = (price: number, { company, shop }: Sides): BothProfits => ({
  company: computeCompanyProfit(price, company),
  shop: profitAtPrice(price, shop),
});

function getSides(shed: CompanyShed, shares: CompanyShares): Sides {
  const { width, haul, escort } = shed;
  const { shop, shopOverhead, ...others } = shares;
  const percent = shop[widthGroup(width)];
  return {
    company: { ...others, shopPercent: percent, fixed: haul + escort },
    shop: shopSide(shed, percent, shopOverhead),
  };
}

function priceShed(
  { retailPrice }: SizedShed,
  { by, discount }: Pricing,
  find: () => PriceSuggestion,
): PriceSuggestion {
  if (by === 'target') return find();
  return { price: by === 'today' ? asCents(retailPrice) : applyDiscount(retailPrice, discount), why: null };
}

const applyDiscount = (retail: number, discount: number): Cents =>
  asCents(retail - computePercent(retail, tenThousandths(discount)));
