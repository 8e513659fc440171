import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ScaleOptionsByType,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import { useMedia } from '../../../lib/use-media.js';
import { useTheme } from '../../../lib/theme.js';
import { type ChartColor, type ChartDrawing, chartFormats, chartText, type ChartUnit } from './chart-drawing.js';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/**
 * Draws on a canvas, and redraws when the numbers or the theme change; several charts draw one after the other so that
 * the page stays responsive.
 */
export function ChartCanvas({ drawing, label }: { drawing: ChartDrawing; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const dark = useMedia('(prefers-color-scheme: dark)');
  useEffect(() => {
    let chart: Chart<'line' | 'bar', (number | Point)[], string> | undefined;
    const toPlottedValue = setTimeout(() => {
      if (!canvas.current) return;
      Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
      chart = new Chart(canvas.current, toConfig(drawing, getInk(canvas.current)));
      canvas.current.dataset['drawn'] = '';
    });
    return () => {
      clearTimeout(toPlottedValue);
      chart?.destroy();
    };
  }, [drawing, theme, dark]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

type Ink = (token: ChartColor | 'text' | 'text-muted' | 'border' | 'surface') => string;

const themeTokens: ReadonlySet<string> = new Set(['text', 'text-muted', 'border', 'surface']);

/** The theme's current colors, resolved because a canvas cannot read `light-dark()`. */
const getInk =
  (canvas: HTMLCanvasElement): Ink =>
  (token) => {
    canvas.style.color = themeTokens.has(token) ? `var(--${token})` : `var(--chart-${token})`;
    const { color } = getComputedStyle(canvas);
    canvas.style.color = '';
    return color;
  };

interface Point {
  readonly x: number;
  readonly y: number;
}
type Config = ChartConfiguration<'line' | 'bar', (number | Point)[], string>;

function toConfig(drawing: ChartDrawing, ink: Ink): Config {
  const { kind, labels, series, across } = drawing;
  return {
    type: kind,
    data: { labels: [...labels], datasets: toDatasets(drawing, ink) },
    options: {
      animation: false,
      maintainAspectRatio: false,
      ...(across ? { indexAxis: 'y' as const } : {}),
      interaction: { mode: 'index', intersect: false, ...(across ? { axis: 'y' as const } : {}) },
      scales: { [across ? 'y' : 'x']: getPosition(drawing, ink), ...getBands(drawing, ink) },
      plugins: {
        tooltip: {
          backgroundColor: ink('surface'),
          borderColor: ink('border'),
          borderWidth: 1,
          titleColor: ink('text'),
          bodyColor: ink('text'),
          padding: 8,
          boxPadding: 4,
          usePointStyle: true,
          callbacks: {
            title: ([first]) => labels[first?.dataIndex ?? 0] ?? '',
            label: ({ datasetIndex, dataIndex }) => {
              const one = series[datasetIndex];
              return one ? `${one.label}: ${chartText(one.unit, one.values[dataIndex] ?? null)}` : '';
            },
          },
        },
      },
    },
  };
}

/** Values that are not numbers become gaps. */
const toPlottedValue = (value: number | null): number => value ?? NaN;

function toDatasets(
  { kind, series, scale, dense, stacked, across, signed }: ChartDrawing,
  ink: Ink,
): ChartDataset<'line' | 'bar', (number | Point)[]>[] {
  return series.map(({ label, unit, color, values }) => {
    const axis = across ? { xAxisID: unit, yAxisID: 'y' } : { yAxisID: unit };
    const dataset = { label, ...axis, borderColor: ink(color), backgroundColor: ink(color) };
    if (kind === 'bar') {
      const isAlone = series.filter((one) => one.unit === unit).length === 1;
      return {
        ...dataset,
        ...(signed ? { backgroundColor: values.map((value) => ink((value ?? 0) < 0 ? 'red' : color)) } : {}),
        type: 'bar',
        data: values.map(toPlottedValue),
        grouped: stacked ? true : !isAlone,
        maxBarThickness: 40,
        categoryPercentage: Math.min(0.8, values.length * SHARE_OF_ONE),
        borderRadius: 2,
      };
    }
    const data = values.map((value, at) =>
      scale ? { x: scale.at[at] ?? at, y: toPlottedValue(value) } : toPlottedValue(value),
    );
    return { ...dataset, type: 'line', data, borderWidth: 2, pointRadius: dense ? 0 : 3, pointHoverRadius: 5 };
  });
}

/** A few groups of bars are drawn close together instead of spread over the width. */
const SHARE_OF_ONE = 0.15;

interface TickScale {
  ticks: { value: number }[];
}

function getPosition({ scale, stacked, across }: ChartDrawing, ink: Ink) {
  const grid = { color: ink('border'), drawTicks: false };
  const ticks = { color: ink('text-muted'), padding: 6, maxRotation: 0, autoSkipPadding: 8 };
  if (!scale)
    return {
      type: 'category',
      grid: { ...grid, display: false },
      border: { color: ink('border') },
      ticks: across ? { ...ticks, autoSkip: false } : ticks,
      stacked: stacked ?? false,
    } as const;
  const { from, until, marks } = scale;
  return {
    type: 'linear',
    min: from,
    max: until,
    grid,
    border: { color: ink('border') },
    ticks: { ...ticks, callback: (value: string | number) => marks.find(({ at }) => at === value)?.label ?? '' },
    afterBuildTicks: (axis: TickScale) => {
      axis.ticks = marks.map(({ at }) => ({ value: at }));
    },
  } as const;
}

const weights: Readonly<Record<ChartUnit, number>> = { money: 3, percent: 2, count: 1.5, number: 1.5 };
const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const shortly: Readonly<Record<ChartUnit, (value: number) => string>> = {
  money: (value) => compact.format(value),
  percent: (value) => `${Number(value.toFixed(2))}%`,
  count: chartFormats.count,
  number: chartFormats.number,
};

/** One axis per unit, stacked with the first unit on top. */
function getBands({ series, stacked, across }: ChartDrawing, ink: Ink) {
  const units = [...new Set(series.map(({ unit }) => unit))].reverse();
  const toValues = (unit: ChartUnit) =>
    series.filter((one) => one.unit === unit).flatMap(({ values }) => values.filter((value) => value !== null));
  const bands = units.map((unit, level) => {
    const isTop = level === units.length - 1;
    const room = isTop ? null : roomBelow(toValues(unit));
    const band = getBand(unit, ink, room ? room.max * HIGHEST_MARK : Infinity);
    const place = across ? ({ position: 'bottom' } as const) : {};
    return [unit, { ...band, ...place, stacked: stacked ?? false, ...(room ?? { beginAtZero: true }) }] as const;
  });
  return Object.fromEntries(bands);
}

/** Space between the highest point and the band above, and the maximum share of the axis that tick marks use. */
const HEADROOM = 1.4;
const HIGHEST_MARK = 0.8;

function roomBelow(values: readonly number[]): { min: number; max: number } {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return { min: low, max: low + (high - low || 1) * HEADROOM };
}

function getBand(unit: ChartUnit, ink: Ink, highestMark: number) {
  const ticks: Partial<ScaleOptionsByType<'linear'>['ticks']> = {
    color: ink('text-muted'),
    padding: 6,
    includeBounds: false,
    maxTicksLimit: unit === 'money' ? 6 : 4,
    ...(unit === 'count' ? { precision: 0 } : {}),
    callback: (value) => shortly[unit](Number(value)),
  };
  return {
    type: 'linear',
    position: 'left',
    stack: 'bands',
    stackWeight: weights[unit],
    grid: { color: ink('border'), drawTicks: false },
    border: { display: false },
    ticks,
    afterBuildTicks: (axis: TickScale) => {
      axis.ticks = axis.ticks.filter(({ value }) => value <= highestMark);
    },
  } as const;
}
