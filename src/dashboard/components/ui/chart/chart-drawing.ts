import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { count, money, percent } from '../../../lib/format.js';

export type ChartUnit = 'money' | 'percent' | 'count';
export type ChartColor = 'blue' | 'teal' | 'green' | 'violet' | 'amber' | 'slate';

/** One line, or one bar per point: dollars, percents (61.25) or counts. */
interface ChartSeries {
  readonly label: string;
  readonly unit: ChartUnit;
  readonly color: ChartColor;
  /** Null for no value: a gap in the line. */
  readonly values: readonly (number | null)[];
}

/** Points on a numeric scale, such as days, and the tick marks below it. */
export interface ChartScale {
  readonly at: readonly number[];
  readonly from: number;
  readonly until: number;
  readonly marks: readonly { readonly at: number; readonly label: string }[];
}

/** The content of a chart. Each unit has its own band, so that axes cannot be confused. */
export interface ChartDrawing {
  readonly kind: 'line' | 'bar';
  /** The name of the points, for the table: `Payment date`. */
  readonly point: string;
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Without it, points are evenly spaced. */
  readonly scale?: ChartScale;
  /** Draws a continuous line without point markers, for many points. */
  readonly dense?: true;
}

export const chartFormats = { money, percent, count } as const;

/** Formats a chart value; a dash if there is none. */
export const chartText = (unit: ChartUnit, value: number | null): string =>
  value === null ? NO_VALUE : chartFormats[unit](value);
