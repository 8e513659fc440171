import type { Cents } from '../../../kernel/cents.js';
import type { UnknownCost } from '../../../pricing/unknown-cost.js';
import { asCents, fraction, mulDiv3, computePercent, sumDiv, tenThousandths } from '../../../pricing/exact.js';

/** The rates that replace an order's own costs: dollars for door, trusses and paint, otherwise percents. */
export interface ProfitInputs {
  readonly doorCost: number;
  readonly buildPercent: number;
  readonly roofPercent: number;
  readonly trussCost: number;
  readonly paintCost: number;
  readonly retailPercent: number;
  readonly overheadPercent: number;
}

/** P10: the inputs for a shop with neither an NB percent nor an overhead set. */
export const usualInputs: ProfitInputs = {
  doorCost: 30,
  buildPercent: 8,
  roofPercent: 2.5,
  trussCost: 3,
  paintCost: 35,
  retailPercent: 61.25,
  overheadPercent: 5,
};

/** The labor bases of an order's shop: dollars for the bases, counts of trusses and paint hours. */
export interface ProfitShopValues {
  readonly buildBase: number;
  readonly roofBase: number;
  readonly trussCount: number;
  readonly paintHours: number;
}

/**
 * The inputs of an order's adjusted profit: the catalogue's retail price and the shop's material cost of the shed, in
 * cents.
 */
export interface AdjustedOrder {
  readonly retailPrice: number;
  readonly material: number;
  /** Null if the order was priced without its shop's labor values, or has no retail price. */
  readonly shopValues: ProfitShopValues | null;
  /** Why the order's cost is not known. */
  readonly costUnknown: readonly UnknownCost[];
}

/** Whether an order has an adjusted profit: its cost is known and it was priced with its shop's labor values. */
export const isAdjusted = ({ costUnknown, shopValues }: Pick<AdjustedOrder, 'costUnknown' | 'shopValues'>): boolean =>
  costUnknown.length === 0 && shopValues !== null;

/**
 * P10: amounts in cents; profit = retail part − material − labor − overhead. The percent is for display: 15.34 means
 * 15.34 %.
 */
export interface AdjustedProfit {
  readonly retailPrice: Cents;
  readonly material: Cents;
  readonly labor: Cents;
  readonly retailPart: Cents;
  readonly overhead: Cents;
  readonly profit: Cents;
  readonly percent: number;
}

const none = asCents(0);
const nothing: AdjustedProfit = {
  ...{ retailPrice: none, material: none, labor: none, retailPart: none, overhead: none, profit: none },
  percent: 0,
};

/**
 * P10: an order's profit at rates other than those it was priced with. The percent is rounded once, from the exact
 * amounts, and is 0 if the retail part is 0. Everything is 0 if the cost is unknown or the shop's labor values are
 * missing.
 */
export function adjustedProfit(
  { retailPrice, material, shopValues, costUnknown }: AdjustedOrder,
  inputs: ProfitInputs,
): AdjustedProfit {
  if (!shopValues || !isAdjusted({ shopValues, costUnknown })) return nothing;
  const labor = laborPairs(shopValues, inputs);
  const retailPercent = tenThousandths(inputs.retailPercent);
  const overheadPercent = tenThousandths(inputs.overheadPercent);
  const figures = {
    retailPrice: asCents(retailPrice),
    material: asCents(material),
    labor: asCents(sumDiv(labor, LABOR_SCALE)),
    retailPart: computePercent(retailPrice, retailPercent),
    overhead: asCents(mulDiv3(retailPrice, retailPercent, overheadPercent, 1e12)),
  };
  const exact = labor.reduce((all, [base, rate]) => all + BigInt(base) * BigInt(rate), 0n);
  const costs = BigInt(material) * BigInt(LABOR_SCALE) + exact;
  const retailPart = BigInt(retailPrice) * BigInt(retailPercent);
  const remainder = retailPart * BigInt(WHOLE - overheadPercent) - costs * 10_000n; // both in cents × 10^12
  return {
    ...figures,
    profit: asCents(figures.retailPart - material - figures.labor - figures.overhead),
    percent: roundedDiv(remainder * 10_000n, retailPart * BigInt(WHOLE)) / 100,
  };
}

/** One hundred percent, in ten-thousandths of a percent. */
const WHOLE = 1_000_000;
/** The divisor that converts labor products to cents. */
const LABOR_SCALE = 100_000_000;

function laborPairs(values: ProfitShopValues, inputs: ProfitInputs): (readonly [number, number])[] {
  return [
    [tenThousandths(values.buildBase), tenThousandths(inputs.buildPercent)],
    [tenThousandths(values.roofBase), tenThousandths(inputs.roofPercent)],
    [tenThousandths(values.trussCount), tenThousandths(inputs.trussCost) * 100],
    [tenThousandths(values.paintHours), tenThousandths(inputs.paintCost) * 100],
    [tenThousandths(inputs.doorCost), 1_000_000],
  ];
}

/** Rounds half away from zero; 0 if the divisor is 0. */
function roundedDiv(dividend: bigint, divisor: bigint): number {
  if (divisor === 0n) return 0;
  const isLoss = dividend < 0n !== divisor < 0n;
  const size = (n: bigint) => (n < 0n ? -n : n);
  const quotient = (2n * size(dividend) + size(divisor)) / (2n * size(divisor));
  return Number(isLoss ? -quotient : quotient);
}

/** The values of an order that are summed, in cents. */
export interface ProfitSummand extends AdjustedOrder {
  readonly shedRevenue: number;
  readonly shedProfit: number;
}

/** Whether there are orders, but none with a known cost, so that the report has no profit. */
export const noneKnown = ({ orders, leftOut }: Pick<ProfitTotals, 'orders' | 'leftOut'>): boolean =>
  orders > 0 && leftOut === orders;

export interface ProfitTotals extends Omit<AdjustedProfit, 'percent'> {
  readonly orders: number;
  /** Orders priced without their shop's labor values. They count as 0 in every amount except those of the shed. */
  readonly withoutValues: number;
  /** Orders of unknown cost, which no profit sum includes. */
  readonly leftOut: number;
  /** Σ profit / Σ retail part, for display. */
  readonly percent: number;
  readonly shedRevenue: Cents;
  readonly shedProfit: Cents;
  /** Σ shed profit / Σ shed revenue of the shop, as a fraction. */
  readonly shedProfitPercent: number;
}

type Sums = { -readonly [Name in keyof ProfitTotals]: number };

const adjustedAmounts = ['retailPrice', 'material', 'labor', 'retailPart', 'overhead', 'profit'] as const;

/** Accumulates the sums of a report, in cents, order by order. */
export class ProfitSum {
  private readonly sums: Sums = {
    ...{ orders: 0, withoutValues: 0, leftOut: 0, shedRevenue: 0, shedProfit: 0, shedProfitPercent: 0 },
    ...nothing,
  };

  add(order: ProfitSummand, profit: AdjustedProfit): void {
    const { sums } = this;
    sums.orders += 1;
    if (order.costUnknown.length > 0) {
      sums.leftOut += 1;
      return;
    }
    if (!order.shopValues) sums.withoutValues += 1;
    sums.shedRevenue += order.shedRevenue;
    sums.shedProfit += order.shedProfit;
    for (const name of adjustedAmounts) sums[name] += profit[name];
  }

  totals(): ProfitTotals {
    const { profit, retailPart, shedRevenue, shedProfit } = this.sums;
    return {
      ...(this.sums as ProfitTotals), // together with the percent below, this is the whole
      percent: roundedDiv(BigInt(profit) * 10_000n, BigInt(retailPart)) / 100,
      shedProfitPercent: fraction(shedProfit, shedRevenue),
    };
  }
}
