import type { Cents } from '../../kernel/cents.js';
import { asCents, fraction, mulDiv, computePercent, sumDiv, tenThousandths } from '../exact.js';
import { toRecord } from '../../kernel/objects.js';

/** P9: the width groups of the top 100, which differ from those of P1. */
export const topGroups = ['small', 'large'] as const;
export type TopGroup = (typeof topGroups)[number];

/** P9: the group of a width in feet; small is below 13. */
export const getTopGroup = (width: number): TopGroup => (width < 13 ? 'small' : 'large');

/** P9: the add-on groups with their own shop percent, in the order a name is matched. */
export const addOnGroups = ['doubleShopDoor', 'window', 'walkthrough', 'garage', 'other'] as const;
export type AddOnGroup = (typeof addOnGroups)[number];

const patterns: Readonly<Record<Exclude<AddOnGroup, 'other'>, RegExp>> = {
  doubleShopDoor: /double shop door/i,
  window: /\b(windows?|panes?)\b/i,
  walkthrough: /\bwalk[- ]?(through|thru|in)\b|\blite\b.*\bdoors?\b/i,
  garage: /\bgarage\b/i,
};

/** P9: the group of an add-on by its name, ignoring case; the first match. */
export const getAddOnGroup = (name: string): AddOnGroup =>
  addOnGroups.find((group) => group !== 'other' && patterns[group].test(name)) ?? 'other';

/** Sums over the orders of one model and size, in cents; the width in feet. */
export interface TopOrderSums {
  readonly width: number;
  readonly count: number;
  readonly baseRetail: number;
  readonly addOnRetail: Readonly<Record<AddOnGroup, number>>;
  /** What percent-type lines pay the shop at the rate they were sold at. */
  readonly percentLines: number;
  readonly shedCost: number;
  readonly addOnCost: number;
}

/** P9: the shop's inputs in percent, `61.25` means 61.25 %; the two changes may be negative. */
export type TopShopInputs = Readonly<Record<TopGroup | 'overhead' | 'boxChange' | 'addOnChange' | AddOnGroup, number>>;

/** P9: the company's costs as percents of retail. */
export interface TopCompanyInputs {
  readonly dealerCommission: number;
  readonly salesRepCommission: number;
  readonly companyOverhead: number;
}

/** P9: the shop's figures of a row in cents; `gpPercent` is a fraction. */
export interface ShopRowFigures {
  readonly boxRetail: Cents;
  readonly addOnRetail: Cents;
  readonly boxRevenue: Cents;
  readonly addOnRevenue: Cents;
  readonly revenue: Cents;
  readonly overhead: Cents;
  readonly cost: Cents;
  readonly gp: Cents;
  readonly gpPercent: number;
}

/** P9: the company's figures of a row in cents; `companyGpPercent` is a fraction. */
export interface CompanyRowFigures {
  readonly retail: Cents;
  readonly dealerCommission: Cents;
  readonly salesRepCommission: Cents;
  readonly companyOverhead: Cents;
  readonly haul: Cents;
  readonly escort: Cents;
  readonly companyGp: Cents;
  readonly companyGpPercent: number;
}

const HUNDRED = 1e6;
/** The divisor of amount × (1 + change) × percent. */
const SQUARED = 1e12;

/** The factor for a change in percent, in millionths: 10 gives 1,100,000. */
export const computeFactor = (change: number): number => HUNDRED + tenThousandths(change);

/** P9: what the add-ons of a row pay the shop after their price change, rounded once. */
export function computeAddOnRevenue({ addOnRetail, percentLines }: TopOrderSums, inputs: TopShopInputs): Cents {
  const factor = computeFactor(inputs.addOnChange);
  const pairs = addOnGroups.map((group) => [addOnRetail[group], factor * tenThousandths(inputs[group])] as const);
  return asCents(sumDiv(pairs, SQUARED) + percentLines);
}

/** P9: the shop's revenue, overhead, cost and gross profit in a row; each computed figure is rounded once. */
export function shopTopRow(sums: TopOrderSums, inputs: TopShopInputs): ShopRowFigures {
  const [box, addOn] = [computeFactor(inputs.boxChange), computeFactor(inputs.addOnChange)];
  const addOnTotal = addOnGroups.reduce((total, group) => total + sums.addOnRetail[group], 0);
  const boxRevenue = asCents(mulDiv(sums.baseRetail, box * tenThousandths(inputs[getTopGroup(sums.width)]), SQUARED));
  const addOnRevenue = computeAddOnRevenue(sums, inputs);
  const revenue = asCents(boxRevenue + addOnRevenue);
  const overhead = computePercent(revenue, tenThousandths(inputs.overhead));
  const cost = asCents(sums.shedCost + sums.addOnCost);
  const gp = asCents(revenue - overhead - cost);
  return {
    boxRetail: asCents(mulDiv(sums.baseRetail, box, HUNDRED)),
    addOnRetail: asCents(mulDiv(addOnTotal, addOn, HUNDRED)),
    ...{ boxRevenue, addOnRevenue, revenue, overhead, cost, gp, gpPercent: fraction(gp, revenue) },
  };
}

/** P9: what is left for the company in a row: retail after the changes, minus the shop's revenue and selling costs. */
export function companyTopRow(
  shop: ShopRowFigures,
  costs: { readonly haul: number; readonly escort: number },
  inputs: TopCompanyInputs,
): CompanyRowFigures {
  const retail = asCents(shop.boxRetail + shop.addOnRetail);
  const share = (percent: number): Cents => computePercent(retail, tenThousandths(percent));
  const dealerCommission = share(inputs.dealerCommission);
  const salesRepCommission = share(inputs.salesRepCommission);
  const companyOverhead = share(inputs.companyOverhead);
  const [haul, escort] = [asCents(costs.haul), asCents(costs.escort)];
  const sellingCosts = dealerCommission + salesRepCommission + companyOverhead + haul + escort;
  const companyGp = asCents(retail - shop.revenue - sellingCosts);
  const companyGpPercent = fraction(companyGp, retail);
  return { retail, dealerCommission, salesRepCommission, companyOverhead, haul, escort, companyGp, companyGpPercent };
}

/** P9: the figures of a shop's row that are money. */
export const shopMoney = [
  'boxRetail',
  'addOnRetail',
  'boxRevenue',
  'addOnRevenue',
  'revenue',
  'overhead',
  'cost',
  'gp',
] as const;
/** P9: the figures of the company's row that are money. */
export const companyMoney = [
  'retail',
  'dealerCommission',
  'salesRepCommission',
  'companyOverhead',
  'haul',
  'escort',
  'companyGp',
] as const;

const sumBy = <K extends string>(rows: readonly Readonly<Record<K, number>>[], keys: readonly K[]) =>
  toRecord(keys, (key) => asCents(rows.reduce((total, row) => total + row[key], 0)));

/** P9: the total of rows: figures are summed, and the percent is computed from the sums. */
export function shopTotal(rows: readonly ShopRowFigures[]): ShopRowFigures {
  const total = sumBy(rows, shopMoney);
  return { ...total, gpPercent: fraction(total.gp, total.revenue) };
}

/** P9: the company's total of rows, computed the same way. */
export function companyTotal(rows: readonly CompanyRowFigures[]): CompanyRowFigures {
  const total = sumBy(rows, companyMoney);
  return { ...total, companyGpPercent: fraction(total.companyGp, total.retail) };
}

/** P9: sorts by the shop's gross profit, then by count, highest first; ties keep their order. */
export const byProfit = <R extends { readonly count: number; readonly figures: { readonly gp: number } }>(
  rows: readonly R[],
): R[] => [...rows].sort((a, b) => b.figures.gp - a.figures.gp || b.count - a.count);
