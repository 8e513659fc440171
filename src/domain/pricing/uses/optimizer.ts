import { mulDiv, computePercent, tenThousandths } from '../exact.js';
import {
  computeAddOnRevenue,
  computeFactor,
  type TopShopInputs,
  getTopGroup,
  type TopGroup,
  type TopOrderSums,
} from './top-orders.js';

/** P9: the optimizer tries 0, 0.25, …, 100 percent. */
export const STEPS = 400;
const STEPS_A_PERCENT = STEPS / 100;

/** P9: the percent for a step. */
export const percentOfStep = (step: number): number => step / STEPS_A_PERCENT;

/** P9: the result of a group's rows at one percent: revenue and gross profit in cents. */
export interface CurvePoint {
  readonly percent: number;
  readonly revenue: number;
  readonly gp: number;
}

/** P9: the optimizer's result for a width group. */
export interface Optimum {
  readonly group: TopGroup;
  readonly rows: number;
  /** The lowest percent that reaches the target; null if none does or there are no rows. */
  readonly percent: number | null;
  /** Every percent it tried, from 0 to 100; empty if there are no rows. */
  readonly curve: readonly CurvePoint[];
}

/** P9: whether a gross profit is at least a target percent of revenue, compared without division. */
export function attains({ revenue, gp }: Pick<CurvePoint, 'revenue' | 'gp'>, target: number): boolean {
  const [have, want] = [gp * 1e6, revenue * tenThousandths(target)];
  return Number.isSafeInteger(have) && Number.isSafeInteger(want)
    ? have >= want
    : BigInt(gp) * 1_000_000n >= BigInt(revenue) * BigInt(tenThousandths(target));
}

/**
 * P9: finds, for each width group, the lowest percent at which the shop's gross profit over its rows reaches a target
 * percent.
 */
export const optimize = (
  rows: readonly TopOrderSums[],
  inputs: TopShopInputs,
  target: number,
): readonly [Optimum, Optimum] => [optimum('small', rows, inputs, target), optimum('large', rows, inputs, target)];

function optimum(group: TopGroup, all: readonly TopOrderSums[], inputs: TopShopInputs, target: number): Optimum {
  const rows = all.filter(({ width }) => getTopGroup(width) === group);
  if (rows.length === 0) return { group, rows: 0, percent: null, curve: [] };
  const curve = computeCurve(rows, inputs);
  return { group, rows: rows.length, percent: curve.find((point) => attains(point, target))?.percent ?? null, curve };
}

/** Matches the figures of the rows at each percent exactly, because revenue and overhead are rounded row by row. */
function computeCurve(rows: readonly TopOrderSums[], inputs: TopShopInputs): CurvePoint[] {
  const overhead = tenThousandths(inputs.overhead);
  const revenues = new Float64Array(STEPS + 1);
  const profits = new Float64Array(STEPS + 1);
  for (const row of rows) {
    const boxRevenue = boxRevenues(row.baseRetail, computeFactor(inputs.boxChange));
    const addOnRevenue = computeAddOnRevenue(row, inputs);
    const cost = row.shedCost + row.addOnCost;
    for (let step = 0; step <= STEPS; step++) {
      const revenue = boxRevenue(step) + addOnRevenue;
      revenues[step] = (revenues[step] ?? 0) + revenue;
      profits[step] = (profits[step] ?? 0) + revenue - computePercent(revenue, overhead) - cost;
    }
  }
  return Array.from(revenues, (revenue, step) => ({ percent: percentOfStep(step), revenue, gp: profits[step] ?? 0 }));
}

/** The exact share of a changed amount at a step: whole shares, plus a remainder small enough to multiply. */
function boxRevenues(amount: number, factor: number): (step: number) => number {
  const divisor = 1e6 * STEPS;
  const newAmount = amount * factor;
  if (!Number.isSafeInteger(newAmount)) return (step) => mulDiv(amount, factor * step, divisor);
  const wholeShares = Math.trunc(newAmount / divisor);
  const rest = newAmount - wholeShares * divisor;
  return (step) => wholeShares * step + mulDiv(rest, step, divisor);
}
