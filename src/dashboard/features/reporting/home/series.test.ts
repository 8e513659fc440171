import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getPath } from './paths.js';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { getLeftOut, getPeriod, statusDrawing, computeSum, computeTotals, type Trend, trendDrawing } from './series.js';

const trend: Trend = {
  from: '2026-09-01',
  until: '2026-12-01',
  items: [
    {
      date: '2026-09-04',
      invoices: 2,
      leftOut: 0,
      amount: { shop: 4224.4, company: 6538.5 },
      profitPercent: { shop: 0.144489, standard: 0.1415, company: -0.02 },
    },
    {
      date: '2026-11-30',
      invoices: 1,
      leftOut: 0,
      amount: { shop: 2936.6, company: 4775 },
      profitPercent: { shop: 0.126057, standard: 0.57, company: 0.139956 },
    },
  ],
};
const getValues = (drawing: { series: readonly { label: string; values: readonly (number | null)[] }[] }) =>
  Object.fromEntries(drawing.series.map(({ label, values }) => [label, values]));

describe('payment trend', () => {
  test('has a gap if no cost is known, and counts the excluded orders', () => {
    const [first, last] = trend.items as [Trend['items'][number], Trend['items'][number]];
    const none = { shop: null, standard: null, company: null };
    const gap = {
      ...trend,
      items: [
        { ...first, leftOut: 1 },
        { ...last, leftOut: 2, profitPercent: none },
      ],
    };
    expect(getValues(trendDrawing(gap, 'shop', ['standard']))['Gross profit %']).toEqual([14.15, null]);
    expect(getLeftOut(gap)).toBe(3);
  });

  test('shows a view’s amount, its gross profit as fraction × 100, and the invoices, by date', () => {
    const shop = trendDrawing(trend, 'shop', ['standard']);
    expect(shop.labels).toEqual(['09/04/2026', '11/30/2026']);
    expect(getValues(shop)).toEqual({
      'Total amount': [4224.4, 2936.6],
      'Gross profit %': [14.15, 57],
      Invoices: [2, 1],
    });
    expect(getValues(trendDrawing(trend, 'company', ['company']))).toEqual({
      'Total amount': [6538.5, 4775],
      'Gross profit %': [-2, 13.9956],
      Invoices: [2, 1],
    });
  });

  test('spans the whole days of the three months, marked on the 1st and the 15th', () => {
    const { scale } = trendDrawing(trend, 'shop', ['standard', 'shop']);
    expect(scale?.marks.map(({ label }) => label)).toEqual(['09/01', '09/15', '10/01', '10/15', '11/01', '11/15']);
    expect((scale?.until ?? 0) - (scale?.from ?? 0)).toBe(90);
    expect(scale?.at.map((at) => at - (scale.from ?? 0))).toEqual([3, 90]);
    expect(getPeriod(trend)).toBe('09/01/2026 to 11/30/2026');
  });

  test('names the views when there is more than one', () => {
    const labels = trendDrawing(trend, 'shop', ['standard', 'shop']).series.map(({ label }) => label);
    expect(labels).toEqual(['Total amount', 'Standard gross profit %', 'Shop gross profit %', 'Invoices']);
  });

  test('has no points without payments', () => {
    expect(trendDrawing({ ...trend, items: [] }, 'shop', ['standard']).labels).toEqual([]);
  });
});

describe('totals by status', () => {
  const found = [
    { status: 'Building', count: 2, total: { shop: 0.1, company: 0.3 } },
    { status: 'Canceled', count: 9, total: { shop: 5, company: 6 } },
    { status: 'InQueue', count: 1, total: { shop: 0.2, company: 0.6 } },
  ];

  test('are the requested statuses, in order, with zero for empty ones', () => {
    const totals = computeTotals(openStatuses, found, true);
    expect(totals.map(({ status, count }) => [status, count])).toEqual([
      ['InQueue', 1],
      ['Building', 2],
      ['Finished', 0],
      ['On Hold', 0],
    ]);
    expect(computeSum(totals)).toEqual({ shop: 0.3, company: 0.9 });
  });

  test('include no company amounts for a shop', () => {
    const totals = computeTotals(openStatuses, [{ status: 'Building', count: 2, total: { shop: 7 } }], false);
    expect(computeSum(totals)).toEqual({ shop: 7 });
    expect(statusDrawing(totals, 'Orders', false).series.map(({ label }) => label)).toEqual(['Total', 'Orders']);
  });

  test('add up to the cent, for any number of records', () => {
    const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 30 }), (rows) => {
        const total = computeSum(
          rows.map(([shop, company], at) => ({
            status: String(at),
            count: 1,
            total: { shop: shop / 100, company: company / 100 },
          })),
        );
        const cents = (which: 0 | 1) => rows.reduce((all, row) => all + row[which], 0);
        expect([total.shop * 100, (total.company ?? NaN) * 100].map(Math.round)).toEqual(
          [cents(0), cents(1)].map(Math.round),
        );
      }),
    );
  });

  test('are drawn side by side, or not at all without records', () => {
    expect(getValues(statusDrawing(computeTotals(openStatuses, found, true), 'Orders', true))).toEqual({
      'Shop total': [0.2, 0.1, 0, 0],
      'Company total': [0.6, 0.3, 0, 0],
      Orders: [1, 2, 0, 0],
    });
    expect(statusDrawing(computeTotals(openStatuses, [], true), 'Orders', true).labels).toEqual([]);
  });
});

test('a status links to its list, filtered by the chosen shop', () => {
  expect(getPath('company', 'orders', 'On Hold')).toBe('/company/orders/onhold');
  expect(getPath('shop', 'invoices', 'Adjusted', 'a b')).toBe('/shop/invoices/adjusted?shop=a+b');
});
