import { expect, test } from 'vitest';
import { invoiceWeeksDrawing } from './invoice-weeks.js';

const invoice = (invoicedDate: string, shop: string, total: number) => ({
  invoicedDate,
  shop: { _id: shop, name: shop },
  order: { grandTotal: { shop: total } },
});

test('invoices are bars by week from Monday, exact to the cent, including empty weeks', () => {
  const { labels, series, stacked } = invoiceWeeksDrawing([
    invoice('2026-11-08', 'Ridge', 100.1),
    invoice('2026-11-02', 'Ridge', 200.2),
    invoice('2026-11-16', 'Oak', 900),
    invoice('2026-11-09', 'Ridge', -50),
  ]);
  expect(stacked).toBe(true);
  expect(labels).toEqual(['11/02/2026', '11/09/2026', '11/16/2026']);
  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ['Oak', [0, 0, 900]],
    ['Ridge', [300.3, -50, 0]],
  ]);
});

test('the shops with the smallest totals are combined', () => {
  const { series } = invoiceWeeksDrawing(
    Array.from({ length: 9 }, (_, n) => invoice('2026-11-02', `Shop ${n}`, 1000 - n)),
  );
  expect(series.map(({ label }) => label)).toEqual([...[0, 1, 2, 3, 4, 5].map((n) => `Shop ${n}`), '3 other shops']);
  expect(series.at(-1)?.values).toEqual([994 + 993 + 992]);
  expect(invoiceWeeksDrawing([]).labels).toEqual([]);
});
