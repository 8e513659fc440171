import type { ChartColor, ChartDrawing, ChartUnit } from '../../../components/ui/chart/chart-drawing.js';
import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { describeLeftOut } from '../../../../domain/pricing/unknown-cost.js';
import { count, day, decimal, formatCount, money, profitPercent as formatProfit } from '../../../lib/format.js';

/** A figure for this month, the same days of the previous month, and each week; null for no value. */
interface Figure {
  readonly now: number | null;
  readonly before: number | null;
  readonly weeks: readonly (number | null)[];
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The key figures as the office or a shop gets them. */
export interface Figures {
  readonly month: Days;
  readonly before: Days;
  readonly weeks: readonly Days[];
  readonly orders: Figure;
  readonly revenue: Figure;
  /** Fractions; the company's, so only for the office. */
  readonly profitPercent?: Figure;
  /** How many of this month's orders the gross profit excludes. */
  readonly leftOut?: number;
  readonly daysToFinish: Figure;
}

/** The change of a figure: `12%`, its direction, and whether it is good. */
export interface Change {
  readonly way: 'up' | 'down' | 'same';
  readonly text: string;
  readonly isGood: boolean;
}

export interface FigureCard {
  readonly title: string;
  /** A note on the figure: `Company totals`, `Median`. */
  readonly note: string;
  readonly value: string;
  /** Null if there is nothing to compare. */
  readonly change: Change | null;
  readonly weeks: readonly (number | null)[];
  readonly color: ChartColor;
}

const toWay = (difference: number): Change['way'] => (difference > 0 ? 'up' : difference < 0 ? 'down' : 'same');

/** The change as a whole percent of the previous value; null without one. */
export function shareChange({ now, before }: Figure): Change | null {
  if (now === null || before === null || before <= 0) return null;
  const percents = Math.round(((now - before) / before) * 100);
  return { way: toWay(percents), text: `${decimal(Math.abs(percents), 0)}%`, isGood: percents >= 0 };
}

/** The difference of two fractions in percentage points with one decimal. */
export function pointChange({ now, before }: Figure): Change | null {
  if (now === null || before === null) return null;
  const points = Math.round((now - before) * 1000) / 10;
  return { way: toWay(points), text: `${decimal(Math.abs(points), 1)} points`, isGood: points >= 0 };
}

/** The difference in days; fewer are better. */
export function dayChange({ now, before }: Figure): Change | null {
  if (now === null || before === null) return null;
  const days = Math.round((now - before) * 10) / 10;
  return { way: toWay(days), text: formatDays(Math.abs(days)), isGood: days <= 0 };
}

const formatDays = (days: number): string =>
  Number.isInteger(days) ? formatCount(days, 'day') : `${decimal(days, 0, 1)} days`;

/** The cards of the key figures; gross profit only where the figures have it. */
export function toCards({ orders, revenue, profitPercent, leftOut = 0, daysToFinish }: Figures): FigureCard[] {
  const side = profitPercent ? 'Company totals' : 'Your shop totals';
  return [
    {
      ...{ title: 'Orders this month', note: 'By order date', color: 'blue', weeks: orders.weeks },
      ...{ value: count(orders.now ?? 0), change: shareChange(orders) },
    },
    {
      ...{ title: 'Revenue', note: side, color: 'blue', weeks: revenue.weeks },
      ...{ value: money(revenue.now), change: shareChange(revenue) },
    },
    ...(profitPercent
      ? [
          {
            ...{ title: 'Company gross profit', note: leftOut > 0 ? describeLeftOut(leftOut) : 'Of these orders' },
            ...{ color: 'teal' as const },
            ...{ value: profitPercent.now === null ? NO_VALUE : formatProfit(profitPercent.now, revenue.now ?? 0) },
            ...{ weeks: profitPercent.weeks, change: pointChange(profitPercent) },
          },
        ]
      : []),
    {
      ...{ title: 'Order to finish', note: 'Median of finished orders', color: 'violet', weeks: daysToFinish.weeks },
      ...{
        value: daysToFinish.now === null ? NO_VALUE : formatDays(daysToFinish.now),
        change: dayChange(daysToFinish),
      },
    },
  ];
}

const formatSpan = ({ from, to }: Days): string => (from === to ? day(from) : `${day(from)} to ${day(to)}`);

/** The compared periods: `11/01/2026 to 11/18/2026, compared with 10/01/2026 to 10/18/2026`. */
export const formatCompared = ({ month, before }: Pick<Figures, 'month' | 'before'>): string =>
  `${formatSpan(month)}, compared with ${formatSpan(before)}`;

/** The key figures by week, for the table and its file. */
export function weeksDrawing({ weeks, orders, revenue, profitPercent, daysToFinish }: Figures): ChartDrawing {
  const series = (label: string, unit: ChartUnit, values: Figure['weeks']) =>
    ({ label, unit, color: 'blue', values }) as const;
  return {
    kind: 'line',
    point: 'Week',
    labels: weeks.map(formatSpan),
    series: [
      series('Orders', 'count', orders.weeks),
      series('Revenue', 'money', revenue.weeks),
      ...(profitPercent ? [series('Gross profit %', 'percent', profitPercent.weeks.map(asPercent))] : []),
      series('Days to finish', 'number', daysToFinish.weeks),
    ],
  };
}

/** A fraction as a percent without binary rounding errors: 0.1415 gives 14.15. */
export const asPercent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1e8) / 1e6;
