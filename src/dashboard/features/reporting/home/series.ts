import { sum, toDollars } from '../../../../domain/kernel/cents.js';
import type { ChartDrawing, ChartScale } from '../../../components/ui/chart/chart-drawing.js';
import { day } from '../../../lib/format.js';
import { asPercent } from './key-figures.js';

export const invoiceStatuses = ['New', 'Denied', 'Adjusted', 'Approved'] as const;

/** Dollars for each view the user may see. */
export interface Amounts {
  readonly shop: number;
  readonly company?: number;
}

export interface StatusTotal {
  readonly status: string;
  readonly count: number;
  readonly total: Amounts;
}

const nothing = (withCompany: boolean): Amounts => (withCompany ? { shop: 0, company: 0 } : { shop: 0 });

/** The requested statuses, in that order; zero for a status without records. */
export function computeTotals(
  statuses: readonly string[],
  totals: readonly StatusTotal[],
  withCompany: boolean,
): StatusTotal[] {
  return statuses.map(
    (status) => totals.find((one) => one.status === status) ?? { status, count: 0, total: nothing(withCompany) },
  );
}

/** The total in dollars; the company's only if every status has it. */
export function computeSum(totals: readonly StatusTotal[]): Amounts {
  const add = (amounts: readonly number[]): number => toDollars(sum(amounts.map((amount) => Math.round(amount * 100))));
  const shop = add(totals.map(({ total }) => total.shop));
  const company = totals.map(({ total }) => total.company).filter((amount) => amount !== undefined);
  return company.length === totals.length && company.length > 0 ? { shop, company: add(company) } : { shop };
}

/** Amounts and counts by status as bars; no points if there are no records at all. */
export function statusDrawing(totals: readonly StatusTotal[], countLabel: string, withCompany: boolean): ChartDrawing {
  const filled = totals.some(({ count }) => count > 0) ? totals : [];
  const company = filled.map(({ total }) => total.company ?? 0);
  return {
    kind: 'bar',
    point: 'Status',
    labels: filled.map(({ status }) => status),
    series: [
      {
        label: withCompany ? 'Shop total' : 'Total',
        unit: 'money',
        color: 'blue',
        values: filled.map(({ total }) => total.shop),
      },
      ...(withCompany ? [{ label: 'Company total', unit: 'money', color: 'teal', values: company } as const] : []),
      { label: countLabel, unit: 'count', color: 'slate', values: filled.map(({ count }) => count) },
    ],
  };
}

/** One payment date: dollars, and gross profit as fractions. */
interface TrendPoint {
  readonly date: string;
  readonly invoices: number;
  readonly amount: Amounts;
  /** Null if no order's cost is known. */
  readonly profitPercent: {
    readonly shop: number | null;
    readonly standard: number | null;
    readonly company?: number | null;
  };
  /** Orders excluded from the gross profit because their cost is unknown. */
  readonly leftOut: number;
}

/** The dates shown; `until` is exclusive. */
export interface Trend {
  readonly from: string;
  readonly until: string;
  readonly items: readonly TrendPoint[];
}

export type ProfitView = 'shop' | 'standard' | 'company';
const viewNames: Readonly<Record<ProfitView, string>> = { shop: 'Shop', standard: 'Standard', company: 'Company' };

/** Shown while no trend is known. */
export const noTrend: Trend = { from: '1970-01-01', until: '1970-01-01', items: [] };

/** P12: amount, gross profit (fraction × 100) of the views and invoices by payment date, as lines over time. */
export function trendDrawing(trend: Trend, amount: keyof Amounts, views: readonly ProfitView[]): ChartDrawing {
  const { items } = trend;
  return {
    kind: 'line',
    point: 'Payment date',
    labels: items.map(({ date }) => day(date)),
    series: [
      { label: 'Total amount', unit: 'money', color: 'blue', values: items.map((point) => point.amount[amount] ?? 0) },
      ...views.map((view, at) => ({
        label: views.length === 1 ? 'Gross profit %' : `${viewNames[view]} gross profit %`,
        unit: 'percent' as const,
        color: at === 0 ? ('green' as const) : ('violet' as const),
        values: items.map(({ profitPercent }) => asPercent(profitPercent[view] ?? null)),
      })),
      { label: 'Invoices', unit: 'count', color: 'slate', values: items.map(({ invoices }) => invoices) },
    ],
    scale: daysScale(trend),
  };
}

/** How many orders the gross profits of a trend exclude. */
export const getLeftOut = ({ items }: Trend): number => items.reduce((all, { leftOut }) => all + leftOut, 0);

const DAY = 86_400_000;
const toNumber = (date: string): number => Date.parse(date) / DAY;
const dateAt = (at: number): string => new Date(at * DAY).toISOString().slice(0, 10);

/** Tick marks on the first and fifteenth of every month. */
function daysScale({ from, until, items }: Trend): ChartScale {
  const [first, last] = [toNumber(from), toNumber(until) - 1];
  const days = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const marks = days
    .filter((at) => /-(01|15)$/.test(dateAt(at)))
    .map((at) => ({ at, label: day(dateAt(at)).slice(0, 5) }));
  return { at: items.map(({ date }) => toNumber(date)), from: first, until: last, marks };
}

/** The date range of a trend: `09/01/2026 to 11/30/2026`. */
export const getPeriod = ({ from, until }: Trend): string => `${day(from)} to ${day(dateAt(toNumber(until) - 1))}`;
