import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustedProfit, ProfitSum, type ProfitSummand, usualInputs } from './rules.js';

const order = {
  retailPrice: 5000_00,
  material: 1200_00,
  shopValues: { buildBase: 4800, roofBase: 4700, trussCount: 9, paintHours: 4.5 },
  costUnknown: [],
};

describe('P10: the adjusted profit of an order', () => {
  test('by hand: 61.25 % of $5,000.00 minus material, labor and overhead', () => {
    // labor 4800 × 8 % + 4700 × 2.5 % + 9 × 3 + 4.5 × 35 + 30 = 384 + 117.50 + 27 + 157.50 + 30 = 716.00
    expect(adjustedProfit(order, usualInputs)).toEqual({
      retailPrice: 5000_00,
      material: 1200_00,
      labor: 716_00,
      retailPart: 3062_50,
      overhead: 153_13, // 153.125
      profit: 993_37,
      percent: 32.44, // 993.375 / 3062.50 = 0.3243673…
    });
  });

  test("an order without its shop's labor values counts as 0, and so does a retail part of 0", () => {
    const without = adjustedProfit({ ...order, shopValues: null }, usualInputs);
    const amounts = { retailPrice: 0, material: 0, labor: 0, retailPart: 0, overhead: 0, profit: 0 };
    expect(without).toEqual({ ...amounts, percent: 0 });
    expect(adjustedProfit({ ...order, retailPrice: 0 }, usualInputs)).toMatchObject({ percent: 0, profit: -1916_00 });
    expect(adjustedProfit(order, { ...usualInputs, retailPercent: 0 }).percent).toBe(0);
  });

  test('a loss is a negative percent, rounded away from zero', () => {
    const zero = { doorCost: 0, buildPercent: 0, roofPercent: 0, trussCost: 0, paintCost: 0 };
    const inputs = { ...zero, retailPercent: 100, overheadPercent: 0 };
    expect(adjustedProfit({ ...order, retailPrice: 800_00, material: 900_00 }, inputs).percent).toBe(-12.5);
    expect(adjustedProfit({ ...order, retailPrice: 200_00, material: 200_01 }, inputs).percent).toBe(-0.01); // -0.005
    expect(adjustedProfit({ ...order, retailPrice: 200_00, material: 199_99 }, inputs).percent).toBe(0.01);
  });

  const rate = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000);
  const inputs = fc.record({
    ...{ doorCost: rate, buildPercent: rate, roofPercent: rate, trussCost: rate, paintCost: rate },
    ...{ retailPercent: rate, overheadPercent: rate },
  });
  const values = fc.record({ buildBase: rate, roofBase: rate, trussCount: rate, paintHours: rate });
  const cents = fc.integer({ min: 0, max: 9_000_000 });

  test('is the exact fraction of the formula, rounded once to two decimals', () => {
    // with a retail part of millionths of a cent, a percent would have more digits than a number holds
    const retail = fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 9_000_000 }));
    const shares = fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 1_000_000 }));
    const retailPercent = shares.map((n) => n / 10_000);
    const big = (value: number) => BigInt(Math.round(value * 10_000));
    fc.assert(
      fc.property(retail, cents, values, inputs, retailPercent, (retailPrice, material, shopValues, rates, share) => {
        const shareRates = { ...rates, retailPercent: share };
        const labor =
          (big(shopValues.buildBase) * big(shareRates.buildPercent) +
            big(shopValues.roofBase) * big(shareRates.roofPercent)) *
            10_000n +
          (big(shopValues.trussCount) * big(shareRates.trussCost) +
            big(shopValues.paintHours) * big(shareRates.paintCost)) *
            1_000_000n +
          big(shareRates.doorCost) * 10_000_000_000n; // cents × 10^12
        const part = BigInt(retailPrice) * big(shareRates.retailPercent) * 1_000_000n;
        const overhead = BigInt(retailPrice) * big(shareRates.retailPercent) * big(shareRates.overheadPercent);
        const remainder = part - BigInt(material) * 10n ** 12n - labor - overhead;
        const { percent } = adjustedProfit({ retailPrice, material, shopValues, costUnknown: [] }, shareRates);
        const hundredths = BigInt(Math.round(percent * 100));
        const off = remainder * 10_000n - hundredths * part; // at most half of a hundredth
        expect(part === 0n ? percent === 0 : 2n * (off < 0n ? -off : off) <= part).toBe(true);
      }),
    );
  });

  test("an order without its shop's labor values adds nothing to the parts of the profit", () => {
    const sum = new ProfitSum();
    const shed = { shedRevenue: 3000_00, shedProfit: 500_00 };
    for (const one of [order, { ...order, material: 1500_00, shopValues: null }])
      sum.add({ ...one, ...shed }, adjustedProfit(one, usualInputs));
    expect(sum.totals()).toMatchObject({
      ...{ orders: 2, withoutValues: 1, retailPrice: 5000_00, retailPart: 3062_50 },
      ...{ material: 1200_00, labor: 716_00, overhead: 153_13, profit: 993_37 },
      ...{ shedRevenue: 6000_00, shedProfit: 1000_00, shedProfitPercent: 0.166667 },
    });
  });

  test('sums equal the sum of the orders in any order', () => {
    const summand: fc.Arbitrary<ProfitSummand> = fc.record({
      retailPrice: cents,
      material: cents,
      shopValues: fc.option(values, { nil: null }),
      costUnknown: fc.constant([]),
      shedRevenue: cents,
      shedProfit: cents,
    });
    fc.assert(
      fc.property(fc.array(summand, { maxLength: 20 }), inputs, (orders, given) => {
        const sum = (list: readonly ProfitSummand[]) => {
          const all = new ProfitSum();
          for (const one of list) all.add(one, adjustedProfit(one, given));
          return all.totals();
        };
        const totals = sum(orders);
        expect(totals).toEqual(sum([...orders].reverse()));
        expect(totals.orders).toBe(orders.length);
        expect(totals.withoutValues).toBe(orders.filter(({ shopValues }) => shopValues === null).length);
        const profits = orders.map((one) => adjustedProfit(one, given));
        expect(totals.profit).toBe(profits.reduce((all, { profit }) => all + profit, 0));
        expect(totals.profit).toBe(totals.retailPart - totals.material - totals.labor - totals.overhead);
        if (totals.retailPart > 0) expect(totals.percent).toBeCloseTo((totals.profit / totals.retailPart) * 100, 1);
      }),
    );
  });
});
