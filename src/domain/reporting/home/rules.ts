import { DateTime } from 'luxon';
import { fraction } from '../../pricing/exact.js';

/** How many weeks of history a key figure has. Each is seven days, and the last one ends today. */
export const WEEKS = 12;

/** A range of days, both ends included, as `2026-03-02`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days that key figures cover. */
export interface FigureDays {
  /** This month up to today. */
  readonly month: Days;
  /** The same days of the previous month, or all of it if it is shorter. */
  readonly before: Days;
  /** The twelve weeks, oldest first. */
  readonly weeks: readonly Days[];
}

const toDay = (at: DateTime): string => at.toISODate() ?? '';

/** The days that key figures cover as of a day. */
export function figureDays(today: string): FigureDays {
  const now = DateTime.fromISO(today, { zone: 'utc' });
  const week = (at: number): Days => {
    const to = now.minus({ days: 7 * (WEEKS - 1 - at) });
    return { from: toDay(to.minus({ days: 6 })), to: toDay(to) };
  };
  return {
    month: { from: toDay(now.startOf('month')), to: today },
    before: { from: toDay(now.minus({ months: 1 }).startOf('month')), to: toDay(now.minus({ months: 1 })) },
    weeks: Array.from({ length: WEEKS }, (_, at) => week(at)),
  };
}

/** The orders of a day; amounts in cents. */
export interface DaySum {
  readonly day: string;
  readonly orders: number;
  readonly revenue: number;
  /** The revenue of orders whose cost is known, and their gross profit. */
  readonly knownRevenue: number;
  readonly profit: number;
  /** How many have an unknown cost. */
  readonly leftOut: number;
}

export type PeriodSum = Omit<DaySum, 'day'>;

/** The sum of the days within a period. */
export function sumWithin(days: readonly DaySum[], { from, to }: Days): PeriodSum {
  const total = { orders: 0, revenue: 0, knownRevenue: 0, profit: 0, leftOut: 0 };
  for (const one of days) {
    if (one.day < from || one.day > to) continue;
    total.orders += one.orders;
    total.revenue += one.revenue;
    total.knownRevenue += one.knownRevenue;
    total.profit += one.profit;
    total.leftOut += one.leftOut;
  }
  return total;
}

/** P12: Σ profit / Σ revenue over orders of known cost, as a fraction; null if no order has a known cost. */
export const profitShare = ({ orders, leftOut, profit, knownRevenue }: PeriodSum): number | null =>
  orders === leftOut ? null : fraction(profit, knownRevenue);

/** The first week of each age band of open orders; the last band has no end. */
export const ageBands = [0, 1, 2, 3, 4, 6, 8, 12] as const;

/** The label of an age band: `Under 1 week`, `1 week`, `4 to 5 weeks`, `12 weeks or more`. */
export function formatAgeBand(band: number): string {
  const first = ageBands[band] ?? 0;
  const next = ageBands[band + 1];
  if (first === 0) return 'Under 1 week';
  if (next === undefined) return `${first} weeks or more`;
  if (next - first === 1) return first === 1 ? '1 week' : `${first} weeks`;
  return `${first} to ${next - 1} weeks`;
}
