import type { Cents } from '../../kernel/cents.js';
import type { OrderType } from '../../pricing/case/case.js';
import { asCents, percentOf, tenThousandths } from '../../pricing/exact.js';
import { type PercentRow, shopPercent, widthGroup, type WidthGroup } from '../../pricing/percent.js';
import {
  companyProfit,
  type CompanySide,
  type Profit,
  shopProfit,
  type ShopSide,
  suggestForCompany,
  suggestForShop,
  type Suggestion,
} from './profit.js';

/** A shop's percents of retail by width group: 61.25 means 61.25 %. */
export type GroupPercents = Readonly<Record<WidthGroup, number>>;

/** How the price beside today's retail is found: `discount` in percent of today's retail, `today` leaves it as it is. */
export interface Pricing {
  readonly by: 'target' | 'discount' | 'today';
  readonly discount: number;
}

/** A size as calculators price it: feet, and cents. */
export interface SizedShed {
  readonly width: number;
  readonly retailPrice: number;
  /** Box material and labor without overhead; null where it is not known. */
  readonly boxCost: number | null;
}

export interface CompanyShed extends SizedShed {
  /** P5 with the haul percent of no dealer, and the escort of its width, in cents. */
  readonly haul: number;
  readonly escort: number;
}

/** Percents of the retail price that the company gives away or keeps for its overhead. */
export interface CompanyShares {
  readonly shop: GroupPercents;
  readonly dealerCommission: number;
  readonly salesRepCommission: number;
  readonly overhead: number;
  /** Of the shop's revenue, in its standard gross profit. */
  readonly shopOverhead: number;
}

/** A size at today's retail and at the price beside it; null where there is none, and where its cost is not known. */
export interface ShopRow {
  readonly suggestion: Suggestion;
  readonly current: Profit | null;
  readonly suggested: Profit | null;
}

/** The shop's is null where the cost of its box is not known. */
export interface BothProfits {
  readonly company: Profit;
  readonly shop: Profit | null;
}

export interface CompanyRow {
  readonly suggestion: Suggestion;
  readonly current: BothProfits;
  readonly suggested: BothProfits | null;
}

/** P1: a shop's percents for both width groups out of its rows, the model's first. */
export const groupPercents = (rows: readonly PercentRow[], type: OrderType): GroupPercents => ({
  eightTenTwelve: shopPercent(rows, 8, type),
  fourteenSixteen: shopPercent(rows, 14, type),
});

/** P1 with each row's standard percents before the shop's own, as the company calculates. */
export const standardFirst = (rows: readonly PercentRow[]): PercentRow[] =>
  rows.flatMap((row) => [
    Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('standard'))) as PercentRow, // some of its own columns
    row,
  ]);

/** P8: a size in the shop's calculator: now at its percents, then at the proposed ones; percents and desired in percent. */
export function shopRow(
  shed: SizedShed,
  { percents, overhead }: { readonly percents: GroupPercents; readonly overhead: number },
  wanted: Pricing & { readonly percents: GroupPercents; readonly desired: number | null },
): ShopRow {
  const side = (shares: GroupPercents) => shopSide(shed, shares[widthGroup(shed.width)], overhead);
  const then = side(wanted.percents);
  const suggestion = priced(shed, wanted, () => suggestForShop(then, wanted.desired));
  return {
    suggestion,
    current: keptOf(shed.retailPrice, side(percents)),
    suggested: suggestion.price === null ? null : keptOf(suggestion.price, then),
  };
}

/** P8: a size in the company's calculator: now at the shares as they are set up, then at the proposed ones. */
export function companyRow(
  shed: CompanyShed,
  now: CompanyShares,
  wanted: Pricing & {
    readonly shares: CompanyShares;
    readonly desired: { readonly company: number | null; readonly shop: number | null };
  },
): CompanyRow {
  const then = sidesOf(shed, wanted.shares);
  const suggestion = priced(shed, wanted, () => suggestForCompany(then, wanted.desired));
  return {
    suggestion,
    current: bothAt(shed.retailPrice, sidesOf(shed, now)),
    suggested: suggestion.price === null ? null : bothAt(suggestion.price, then),
  };
}

interface Sides {
  readonly company: CompanySide;
  readonly shop: ShopSide | null;
}

/** Null where the cost of the box is not known. */
const shopSide = ({ boxCost }: SizedShed, percent: number, overhead: number): ShopSide | null =>
  boxCost === null ? null : { percent, overhead, boxCost };

const keptOf = (price: number, side: ShopSide | null): Profit | null => side && shopProfit(price, side);

const bothAt = (price: number, { company, shop }: Sides): BothProfits => ({
  company: companyProfit(price, company),
  shop: keptOf(price, shop),
});

function sidesOf(shed: CompanyShed, shares: CompanyShares): Sides {
  const { width, haul, escort } = shed;
  const { shop, shopOverhead, ...others } = shares;
  const percent = shop[widthGroup(width)];
  return {
    company: { ...others, shopPercent: percent, fixed: haul + escort },
    shop: shopSide(shed, percent, shopOverhead),
  };
}

function priced({ retailPrice }: SizedShed, { by, discount }: Pricing, find: () => Suggestion): Suggestion {
  if (by === 'target') return find();
  return { price: by === 'today' ? asCents(retailPrice) : discounted(retailPrice, discount), why: null };
}

const discounted = (retail: number, discount: number): Cents =>
  asCents(retail - percentOf(retail, tenThousandths(discount)));
