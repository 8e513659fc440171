import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { count, decimal, money, percent } from '../../../lib/format.js';

/** `number` has at most one decimal, such as a median of days. */
export type ChartUnit = 'money' | 'percent' | 'count' | 'number';
export type ChartColor = 'blue' | 'teal' | 'green' | 'violet' | 'amber' | 'red' | 'slate';

/** One line, or one bar per point: dollars, percents (61.25), counts or numbers. */
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
  /** Bars of one unit on top of each other instead of side by side. */
  readonly stacked?: true;
  /** Bars of one unit from left to right, for long labels. */
  readonly across?: true;
  /** Bars below zero are red. */
  readonly signed?: true;
}

export const chartFormats = { money, percent, count, number: (value: number) => decimal(value, 0, 1) } as const;

/** Formats a chart value; a dash if there is none. */
export const chartText = (unit: ChartUnit, value: number | null): string =>
  value === null ? NO_VALUE : chartFormats[unit](value);

/** A line with fewer points shows no trend. */
export const FEWEST_OF_A_LINE = 4;

/** Turns a line with only a few points into bars, which show each value; leaves other drawings unchanged. */
export function withoutShortLines(drawing: ChartDrawing): ChartDrawing {
  if (drawing.kind === 'bar' || drawing.labels.length >= FEWEST_OF_A_LINE) return drawing;
  const { scale: _, dense: __, ...rest } = drawing;
  return { ...rest, kind: 'bar' };
}
