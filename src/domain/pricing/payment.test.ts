import { expect, test } from 'vitest';
import { cents } from '../kernel/cents.js';
import { averageProfitPercent, type PaidOrder, paymentTotals } from './payment.js';

const order = (revenue: number, profit: number): PaidOrder => ({
  grandTotal: { shop: cents(revenue), company: cents(2 * revenue), order: cents(3 * revenue) },
  profitDollars: { shop: cents(profit), standard: cents(profit + 1), company: cents(profit + 2) },
});

test('P7: averages are summed profit over summed revenue; the adjustment counts only in the amount paid', () => {
  expect(paymentTotals([order(1000, 100), order(3000, 900)], -250)).toEqual({
    shopsPaymentSubTotal: 4000,
    paymentTotal: { shop: 3750, company: 8000, order: 12_000 },
    profitDollars: { shop: 1000, standard: 1002, company: 1004 },
    averageProfitPercent: { shop: 0.25, standard: 0.2505, company: 0.1255 },
  });
});

test('P7: averages are 0 where the revenue is 0', () => {
  expect(averageProfitPercent({ shop: 5, standard: 6, company: 7 }, { shop: 0, company: 0 })).toEqual({
    shop: 0,
    standard: 0,
    company: 0,
  });
  expect(paymentTotals([], 500).paymentTotal).toEqual({ shop: 500, company: 0, order: 0 });
});
