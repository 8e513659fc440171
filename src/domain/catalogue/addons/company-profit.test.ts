import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocationFlags } from '../../pricing/case/case.js';
import { computeAddOnCompanyProfit } from './company-profit.js';

const unit = { retailPrice: 100, shopPercent: 62.5, discount: false };

test.each([
  [null, 37.5, 0.375],
  ['shopSpecific', 37.5, 0.375],
  ['passThrough', 0, 0],
  ['dealerSpecific', 0, 0],
  ['companySpecific', 100, 1],
  ['companyDealerSplit', 50, 1],
  ['companyDealerShopSplit', -29.1667, -0.875002],
  ['companyShopSplit', 61.5385, 0.615385],
] as const)('of $100.00 at 62.5 %% with mode %s the company keeps %d', (mode, amount, percent) => {
  expect(computeAddOnCompanyProfit({ ...unit, mode })).toEqual({ amount, percent });
});

test('a discount has the same profit with the opposite sign', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom(null, ...allocationFlags),
      (price, percent, mode) => {
        const sale = { retailPrice: price / 1e4, shopPercent: percent / 1e4, mode };
        const [givenProfit, takenProfit] = [
          computeAddOnCompanyProfit({ ...sale, discount: false }),
          computeAddOnCompanyProfit({ ...sale, discount: true }),
        ];
        expect(takenProfit.amount + 0).toBe(0 - givenProfit.amount);
        expect(Math.abs(givenProfit.amount)).toBeLessThanOrEqual(sale.retailPrice + 0.0001);
        expect(Math.round(givenProfit.amount * 1e4) / 1e4).toBe(givenProfit.amount);
      },
    ),
  );
});
