import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyColumns } from '../../orders/pricing/figures.js';
import { byInvoiceNumber, paymentFigures, trendDays } from './rules.js';

test.each([
  ['2026-11-18', '2026-09-01', '2026-12-01'],
  ['2026-12-31', '2026-10-01', '2027-01-01'],
  ['2026-01-01', '2025-11-01', '2026-02-01'],
  ['2026-02-28', '2025-12-01', '2026-03-01'],
])('the trend of %s begins on %s and ends before %s', (today, from, until) => {
  expect(trendDays(today)).toEqual({ from, until });
});

test('invoice numbers sort by value', () => {
  const sortedNumbers = ['10', '9', 'A-10', 'A-2', '1']
    .map((invoiceNumber) => ({ invoiceNumber }))
    .sort(byInvoiceNumber);
  expect(sortedNumbers.map((one) => one.invoiceNumber)).toEqual(['1', '9', '10', 'A-2', 'A-10']);
});

const amount = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const sums = fc.record(Object.fromEntries(moneyColumns.map(({ column }) => [column, amount])));

test('entered haul moves the company’s cost and profit by the same amount, and otherwise only the percents', () => {
  fc.assert(
    fc.property(sums, amount, (figures, haul) => {
      const withHaul = paymentFigures(figures, haul);
      const withoutHaul = paymentFigures(figures, null);
      const of = (figures: Record<string, number | null>, column: string) => figures[column] ?? 0;
      const more = haul - of(figures, 'haul');
      expect(of(withHaul, 'total_cost_company') - of(withoutHaul, 'total_cost_company')).toBe(more);
      expect(of(withoutHaul, 'profit_dollars_company') - of(withHaul, 'profit_dollars_company')).toBe(more);
      const differing = Object.keys(withHaul).filter((column) => withHaul[column] !== withoutHaul[column]);
      const may = ['haul', 'total_cost_company', 'profit_dollars_company', 'profit_percent_company'];
      expect(differing.filter((column) => !may.includes(column))).toEqual([]);
    }),
  );
});

test('a percent is profit over revenue of its part and view; 0 without revenue', () => {
  const figures = paymentFigures(
    {
      shed_profit_dollars_company: 25,
      base_price_company: 100,
      profit_dollars_standard: -10,
      grand_total_shop: 40,
      add_ons_profit_dollars_shop: 5,
    },
    null,
  );
  expect(figures).toMatchObject({
    shed_profit_percent_company: 0.25,
    profit_percent_standard: -0.25,
    add_ons_profit_percent_shop: 0,
    custom_add_ons_profit_percent_company: 0,
  });
});
