import { expect, test } from 'vitest';
import { type ChartDrawing, withoutShortLines } from './chart-drawing.js';
import { toSparkline } from './sparkline-shape.js';

const draw = (values: readonly number[]): ChartDrawing => ({
  kind: 'line',
  point: 'Payment date',
  labels: values.map((_, at) => `11/0${at + 1}/2026`),
  series: [{ label: 'Total amount', unit: 'money', color: 'blue', values }],
  scale: { at: values.map((_, at) => at), from: 0, until: 30, marks: [] },
});

test('a line of fewer than four points is drawn as bars', () => {
  for (const values of [[5], [5, 6, 7]]) {
    const bars = withoutShortLines(draw(values));
    expect(bars).toMatchObject({ kind: 'bar', labels: draw(values).labels });
    expect(bars).not.toHaveProperty('scale');
  }
  const line = draw([1, 2, 3, 4]);
  expect(withoutShortLines(line)).toBe(line);
});

test('a sparkline is a line from its lowest to its highest value; gaps are skipped, and a few values are bars', () => {
  expect(toSparkline([1, 2, 3, 5], 100, 20)).toEqual({
    kind: 'line',
    points: [
      [0, 20],
      [33.33, 15],
      [66.67, 10],
      [100, 0],
    ],
  });
  expect(toSparkline([4, null, 4, 4, 4], 100, 20)).toEqual({
    kind: 'line',
    points: [
      [0, 10],
      [50, 10],
      [75, 10],
      [100, 10],
    ],
  });
  expect(toSparkline([null, 2, null, 4], 100, 20)).toEqual({
    kind: 'bars',
    bars: [
      { x: 25, height: 10 },
      { x: 75, height: 20 },
    ],
  });
  expect(toSparkline([null, null], 100, 20)).toEqual({ kind: 'bars', bars: [] });
});
