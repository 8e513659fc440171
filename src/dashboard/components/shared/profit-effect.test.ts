import { expect, test } from 'vitest';
import { waterfallBars } from '../ui/chart/waterfall-steps.js';
import { changeSteps, totalsByKind } from './profit-effect.js';

const row = (name: string, what: 'NB' | 'INV' | 'addOns', before: number | null, after: number | null) => ({
  ...{ shop: { name }, what },
  ...{ before: { grossProfit: before }, after: { grossProfit: after } },
});
const shops = [
  row('Ridge', 'NB', 100.1, 90.05),
  row('Ridge', 'INV', 50, 50),
  row('Oak', 'NB', 200.2, 230.25),
  row('Cedar', 'NB', null, null),
];

test('totals are by kind and exact to the cent; shops without known costs are left out', () => {
  expect(totalsByKind(shops)).toEqual([
    { what: 'NB', shops: 2, before: 300.3, after: 320.3, change: 20 },
    { what: 'INV', shops: 1, before: 50, after: 50, change: 0 },
  ]);
});

test('the steps of a waterfall are the changes, largest first, with the smallest combined', () => {
  expect(changeSteps(shops, 'NB')).toEqual([
    { label: 'Oak', value: 30.05 },
    { label: 'Ridge', value: -10.05 },
  ]);
  expect(changeSteps(shops, 'INV')).toEqual([]);
  const many = Array.from({ length: 13 }, (_, n) => row(`Shop ${n}`, 'NB', 0, 100 - n));
  expect(changeSteps(many, 'NB')).toHaveLength(11);
  expect(changeSteps(many, 'NB').at(-1)).toEqual({ label: '3 other shops', value: 90 + 89 + 88 });
});

test('each bar of a waterfall begins where the previous one ended, and the total is their sum', () => {
  const bars = waterfallBars(changeSteps(shops, 'NB'), 'All shops');
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ['Oak', 30.05],
    ['Ridge', -10.05],
    ['All shops', 20],
  ]);
  const [oak, ridge, all] = bars.map(({ start, length }) => [start, start + length].map(Math.round));
  expect(oak).toEqual([0, 100]);
  expect(ridge).toEqual([67, 100]);
  expect(all).toEqual([0, 67]);
  const losses = waterfallBars([{ label: 'Oak', value: -5 }], 'All shops');
  expect(losses.map(({ start, length }) => [start, length])).toEqual([
    [0, 100],
    [0, 100],
  ]);
});
