import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useWorld } from '../../testing/world.js';
import { downloadChart } from './file.js';

const world = useWorld();
const numbers = {
  title: 'Work by shop / week',
  point: 'Shop',
  labels: ['Ridge Line Barns', '=1+1'],
  series: [
    { label: 'Revenue', unit: 'money', values: [1234.56, null] },
    { label: 'GP', unit: 'percent', values: [61.25, -3.5] },
    { label: 'Orders', unit: 'count', values: [12, 0] },
  ],
} as const;
const input = {
  ...structuredClone(numbers),
  series: numbers.series.map((one) => ({ ...one, values: [...one.values] })),
};

test("a chart's numbers export as its table shows them; text that looks like a formula stays text", async () => {
  const file = await downloadChart(world.ctx('builder'), { ...input, labels: [...numbers.labels], format: 'csv' });
  expect(file.name).toBe('Work-by-shop-week.csv');
  const lines = (await text(file.content)).replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toEqual([
    'Shop,Revenue,GP,Orders',
    'Ridge Line Barns,1234.56,61.25,12',
    expect.stringMatching(/^'?"?'?=1\+1"?,,-3\.5,0$/),
  ]);
  const workbook = await downloadChart(world.ctx('shop.user'), { ...input, labels: [...numbers.labels] });
  expect(workbook.name).toBe('Work-by-shop-week.xlsx');
});

test('a series with too few values is refused by name', async () => {
  const series = [{ label: 'Orders', unit: 'count' as const, values: [1] }];
  await expect(
    downloadChart(world.ctx('office.user'), { ...input, labels: [...numbers.labels], series }),
  ).rejects.toMatchObject({ errors: [{ path: 'series.0.values' }] });
});
