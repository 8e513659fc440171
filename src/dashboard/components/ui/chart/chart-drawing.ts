import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { count, money, percent } from '../../../lib/format.js';

export type ChartUnit = 'money' | 'percent' | 'count';
export type ChartColor = 'blue' | 'teal' | 'green' | 'violet' | 'amber' | 'slate';

/** One line, or one bar at every point: dollars, percents (61.25) or a number of things. */
interface ChartSeries {
  readonly label: string;
  readonly unit: ChartUnit;
  readonly color: ChartColor;
  /** Null where there is no value: a gap in the line. */
  readonly values: readonly (number | null)[];
}

/** Points that lie on a scale of numbers, such as days, and the marks under it. */
export interface ChartScale {
  readonly at: readonly number[];
  readonly from: number;
  readonly until: number;
  readonly marks: readonly { readonly at: number; readonly label: string }[];
}

/** What a chart shows. Each unit has a band of its own, so that no two axes are confused. */
export interface ChartDrawing {
  readonly kind: 'line' | 'bar';
  /** What a point is, for the table: `Payment date`. */
  readonly point: string;
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Without it the points stand side by side. */
  readonly scale?: ChartScale;
  /** So many points that they are a line. */
  readonly dense?: true;
}

export const chartFormats = { money, percent, count } as const;

/** A value of a chart as text; a dash where there is none. */
export const chartText = (unit: ChartUnit, value: number | null): string =>
  value === null ? NO_VALUE : chartFormats[unit](value);
