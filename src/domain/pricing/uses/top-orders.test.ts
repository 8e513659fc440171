import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attains, optimize, percentOfStep, STEPS } from './optimizer.js';
import {
  getAddOnGroup,
  addOnGroups,
  byProfit,
  companyTopRow,
  companyTotal,
  type TopShopInputs,
  shopTopRow,
  shopTotal,
  getTopGroup,
  type TopOrderSums,
} from './top-orders.js';

const inputs: TopShopInputs = {
  small: 60,
  large: 62.5,
  overhead: 5,
  boxChange: 0,
  addOnChange: 0,
  doubleShopDoor: 70,
  window: 75,
  walkthrough: 75,
  garage: 75,
  other: 75,
};
const selling = { dealerCommission: 10, salesRepCommission: 2.5, companyOverhead: 5.5 };
const row: TopOrderSums = {
  width: 10,
  count: 2,
  baseRetail: 8_000_01,
  addOnRetail: { doubleShopDoor: 500_00, window: 0, walkthrough: 0, garage: 0, other: 100_01 },
  percentLines: 0,
  shedCost: 3_000_00,
  addOnCost: 250_00,
};

const cents = fc.integer({ min: -50_000_00, max: 5_000_000_00 });
const percent = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((n) => n / 100);
const change = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -10_000, max: 20_000 }).map((n) => n / 100),
);
const getGroups = <T>(of: fc.Arbitrary<T>) =>
  fc.record({ doubleShopDoor: of, window: of, walkthrough: of, garage: of, other: of });
const sums: fc.Arbitrary<TopOrderSums> = fc.record({
  width: fc.constantFrom(8, 10, 12, 12.5, 13, 14, 16),
  count: fc.integer({ min: 1, max: 500 }),
  baseRetail: fc.integer({ min: 0, max: 9_000_000_00 }),
  addOnRetail: getGroups(cents),
  percentLines: cents,
  shedCost: fc.integer({ min: 0, max: 5_000_000_00 }),
  addOnCost: cents,
});
const anyInputs: fc.Arbitrary<TopShopInputs> = fc
  .tuple(
    fc.record({
      small: percent(100),
      large: percent(100),
      overhead: percent(30),
      boxChange: change,
      addOnChange: change,
    }),
    getGroups(percent(100)),
  )
  .map(([own, groups]) => ({ ...own, ...groups }));

/** Half away from zero, in whole numbers. */
const roundDivision = (dividend: bigint, divisor: bigint): number => {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = (2n * size + divisor) / (2n * divisor);
  return Number(dividend < 0n ? -quotient : quotient);
};
const scale = (value: number): bigint => BigInt(Math.round(value * 100));

describe('P9: a row of the top 100', () => {
  test('matches an example calculated by hand', () => {
    const figures = shopTopRow(row, inputs);
    // 8,000.01 × 60 % = 4,800.006; 500 × 70 % + 100.01 × 75 % = 425.0075; 5,225.02 × 5 % = 261.251
    expect(figures).toEqual({
      boxRetail: 8_000_01,
      addOnRetail: 600_01,
      boxRevenue: 4_800_01,
      addOnRevenue: 425_01,
      revenue: 5_225_02,
      overhead: 261_25,
      cost: 3_250_00,
      gp: 1_713_77,
      gpPercent: 0.327993,
    });
    // 8,600.02 − 5,225.02 − 860.00 − 215.00 − 473.00 − 700 − 150
    expect(companyTopRow(figures, { haul: 700_00, escort: 150_00 }, selling)).toMatchObject({
      retail: 8_600_02,
      dealerCommission: 860_00,
      salesRepCommission: 215_00,
      companyOverhead: 473_00,
      companyGp: 977_00,
      companyGpPercent: 0.113604,
    });
  });

  test('widths up to 12 are small, from 13 large', () => {
    expect([8, 12, 12.9, 13, 14].map(getTopGroup)).toEqual(['small', 'small', 'small', 'large', 'large']);
  });

  test.each([
    ['Double Shop Door', 'doubleShopDoor'],
    ['24x36 WINDOW', 'window'],
    ['Double Pane Upgrade', 'window'],
    ['Wall Panel', 'other'],
    ['Walk-Through Door', 'walkthrough'],
    ['9-Lite Door Upgrade', 'walkthrough'],
    ['Satellite dish by the door', 'other'],
    ['Garage Door 9x7', 'garage'],
    ['Single Shop Door', 'other'],
    ['Double Shop Door with Window', 'doubleShopDoor'],
  ] as const)('%s counts as %s', (name, group) => {
    expect(getAddOnGroup(name)).toBe(group);
  });

  test('every figure is rounded once, half away from zero, from the exact product', () => {
    fc.assert(
      fc.property(sums, anyInputs, (one, inputs) => {
        const figures = shopTopRow(one, inputs);
        const box = BigInt(one.baseRetail) * (10_000n + scale(inputs.boxChange));
        const addOns = addOnGroups.reduce((all, name) => all + BigInt(one.addOnRetail[name]) * scale(inputs[name]), 0n);
        const addOnSum = roundDivision(addOns * (10_000n + scale(inputs.addOnChange)), 100_000_000n) + one.percentLines;
        expect(figures.boxRetail).toBe(roundDivision(box, 10_000n));
        expect(figures.boxRevenue).toBe(roundDivision(box * scale(inputs[getTopGroup(one.width)]), 100_000_000n));
        expect(figures.addOnRevenue).toBe(addOnSum);
        expect(figures.overhead).toBe(roundDivision(BigInt(figures.revenue) * scale(inputs.overhead), 10_000n));
        expect(figures.gp).toBe(
          figures.boxRevenue + figures.addOnRevenue - figures.overhead - one.shedCost - one.addOnCost,
        );
      }),
    );
  });

  test('totals are the sums of the rows', () => {
    fc.assert(
      fc.property(fc.array(sums, { maxLength: 20 }), anyInputs, (all, inputs) => {
        const shops = all.map((one) => shopTopRow(one, inputs));
        const companies = shops.map((shop, n) => companyTopRow(shop, { haul: n * 101, escort: n * 7 }, selling));
        const [shop, company] = [shopTotal(shops), companyTotal(companies)];
        const sum = (of: (n: number) => number) => shops.reduce((total, _, n) => total + of(n), 0);
        expect(shop.gp).toBe(sum((n) => shops[n]?.gp ?? 0));
        expect(shop.revenue - shop.overhead - shop.cost).toBe(shop.gp);
        expect(company.companyGp).toBe(sum((n) => companies[n]?.companyGp ?? 0));
        const { retail, dealerCommission, salesRepCommission, companyOverhead, haul, escort } = company;
        const deductions = dealerCommission + salesRepCommission + companyOverhead + haul + escort;
        expect(company.companyGp).toBe(retail - shop.revenue - deductions);
      }),
    );
  });

  test('rows are sorted by gross profit, then by count', () => {
    const of = (gp: number, count: number) => ({ count, figures: { gp } });
    const rows = [of(1, 9), of(5, 1), of(5, 3), of(-2, 8)];
    expect(byProfit(rows)).toEqual([of(5, 3), of(5, 1), of(1, 9), of(-2, 8)]);
  });
});

describe('P9: the optimizer', () => {
  const many = fc.array(sums, { maxLength: 12 });
  const target = percent(60);

  test('matches an example calculated by hand', () => {
    const plainRow = {
      ...row,
      baseRetail: 10_000_00,
      addOnRetail: { ...row.addOnRetail, doubleShopDoor: 0, other: 0 },
    };
    const cost = { shedCost: 4_000_00, addOnCost: 0 };
    const [small, large] = optimize([{ ...plainRow, ...cost }], { ...inputs, overhead: 0 }, 20);
    // 10,000 × p × 80 % ≥ 4,000 from 50 %
    expect(small).toMatchObject({ rows: 1, percent: 50 });
    expect(small.curve).toHaveLength(401);
    expect(large).toEqual({ group: 'large', rows: 0, percent: null, curve: [] });
    expect(optimize([{ ...plainRow, shedCost: 9_000_00 }], inputs, 20)[0].percent).toBeNull();
  });

  test('the curve has the same figures as the rows at each percent', () => {
    fc.assert(
      fc.property(many, anyInputs, fc.integer({ min: 0, max: STEPS }), (all, inputs, step) => {
        const percent = percentOfStep(step);
        for (const { group, curve } of optimize(all, inputs, 15)) {
          const rows = all.filter(({ width }) => getTopGroup(width) === group);
          const total = shopTotal(rows.map((one) => shopTopRow(one, { ...inputs, [group]: percent })));
          if (rows.length > 0) expect(curve[step]).toEqual({ percent, revenue: total.revenue, gp: total.gp });
        }
      }),
    );
  });

  test('its result reaches the target, and no smaller percent does', () => {
    fc.assert(
      fc.property(many, anyInputs, target, (all, inputs, targetPercent) => {
        for (const { group, percent, curve } of optimize(all, inputs, targetPercent)) {
          const rows = all.filter(({ width }) => getTopGroup(width) === group);
          const at = (p: number) => shopTotal(rows.map((one) => shopTopRow(one, { ...inputs, [group]: p })));
          if (percent === null) expect(curve.some((point) => attains(point, targetPercent))).toBe(false);
          else {
            expect(attains(at(percent), targetPercent)).toBe(true);
            if (percent > 0) expect(attains(at(percent - 0.25), targetPercent)).toBe(false);
            expect(
              curve.filter((point) => point.percent < percent).some((point) => attains(point, targetPercent)),
            ).toBe(false);
          }
        }
      }),
    );
  });

  test('a target is compared without division', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 50 }),
        fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
        target,
        (revenue, gp, targetPercent) => {
          expect(attains({ revenue, gp }, targetPercent)).toBe(
            BigInt(gp) * 10_000n >= BigInt(revenue) * scale(targetPercent),
          );
        },
      ),
    );
  });

  test('a higher percent never earns less; the share also rises, except for the cents of rounding', () => {
    fc.assert(
      fc.property(many, anyInputs, (all, inputs) => {
        fc.pre(inputs.boxChange >= -100);
        for (const { group, curve, rows } of optimize(all, inputs, 15)) {
          const ofGroup = all.filter(({ width }) => getTopGroup(width) === group);
          const cost = ofGroup.reduce((total, { shedCost, addOnCost }) => total + shedCost + addOnCost, 0);
          curve.forEach((point, n) => {
            const before = curve[n - 1];
            if (!before) return;
            expect(point.revenue).toBeGreaterThanOrEqual(before.revenue);
            expect(point.gp).toBeGreaterThanOrEqual(before.gp);
            if (before.revenue > 0 && cost >= 0)
              expect((point.gp + rows) / point.revenue).toBeGreaterThanOrEqual((before.gp - rows) / before.revenue);
          });
        }
      }),
      { numRuns: 50 },
    );
  });
});
