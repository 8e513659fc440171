import { FEWEST_OF_A_LINE } from './chart-drawing.js';

type Shape =
  | { readonly kind: 'line'; readonly points: readonly (readonly [x: number, y: number])[] }
  | { readonly kind: 'bars'; readonly bars: readonly { readonly x: number; readonly height: number }[] };

const round = (value: number): number => Math.round(value * 100) / 100;

/** The points of a sparkline within a box, y downwards; fewer than four values are bars on the base line. */
export function toSparkline(values: readonly (number | null)[], width: number, height: number): Shape {
  const knownPoints = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const numbers = knownPoints.map(({ value }) => value);
  if (knownPoints.length < FEWEST_OF_A_LINE) {
    const most = Math.max(1e-9, ...numbers.map(Math.abs));
    const bars = knownPoints.map(({ value, at }) => ({
      x: round((at / values.length) * width),
      height: round(Math.max(1, (Math.abs(value) / most) * height)),
    }));
    return { kind: 'bars', bars };
  }
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const points = knownPoints.map(({ value, at }) => {
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return [round((at / (values.length - 1)) * width), round((1 - share) * height)] as const;
  });
  return { kind: 'line', points };
}
