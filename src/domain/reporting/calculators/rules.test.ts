import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeCompanyProfit,
  type CompanySide,
  shopProfit,
  type ShopSide,
  suggestForCompany,
  suggestForShop,
} from './profit.js';
import { companyCalculatorRow, groupPercents, shopCalculatorRow, standardFirst } from './rows.js';
import { calculatedForCompany, calculatedForShop } from './rules.js';

const percent = (most: number, least = 0) => fc.integer({ min: least * 100, max: most * 100 }).map((n) => n / 100);
const fourDecimals = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000);
const cents = (most: number) => fc.integer({ min: 0, max: most });

const shopSide = fc.record({ percent: percent(100, 1), overhead: percent(40), boxCost: cents(150_000) });
const companySide = fc.record({
  shopPercent: percent(70),
  dealerCommission: percent(15),
  salesRepCommission: percent(10),
  overhead: percent(15),
  fixed: cents(60_000),
});

/** The rules in exact fractions, with one rounding per amount, half away from zero. */
const roundDivision = (amount: number, share: number): bigint => {
  const product = BigInt(amount) * BigInt(Math.round(share * 10_000));
  const size = product < 0n ? -product : product;
  const whole = (size * 2n + 1_000_000n) / 2_000_000n;
  return product < 0n ? -whole : whole;
};
const shopAttains = (
  price: number,
  { percent: share, overhead, boxCost }: ShopSide,
  desiredPercent: number,
): boolean => {
  const revenue = roundDivision(price, share);
  const rest = revenue - roundDivision(Number(revenue), overhead) - BigInt(boxCost);
  return rest * 1_000_000n >= BigInt(Math.round(desiredPercent * 10_000)) * revenue;
};
const companyAttains = (price: number, side: CompanySide, desiredPercent: number): boolean => {
  const { shopPercent, dealerCommission, salesRepCommission, overhead, fixed } = side;
  const shares = [shopPercent, dealerCommission, salesRepCommission, overhead].map((share) =>
    roundDivision(price, share),
  );
  const rest = BigInt(price) - shares.reduce((all, share) => all + share, 0n) - BigInt(fixed);
  return rest * 1_000_000n >= BigInt(Math.round(desiredPercent * 10_000)) * BigInt(price);
};

/** The first multiple of five dollars that reaches the target, found by trying each. */
const getFirst = (attains: (price: number) => boolean): number => {
  let price = 500;
  while (!attains(price)) price += 500;
  return price;
};

describe('P8: the suggested retail price', () => {
  test('of a shop reaches the desired gross profit, and no smaller one does', () => {
    fc.assert(
      fc.property(shopSide, percent(60, -20), (side, desiredPercent) => {
        const rest = 1 - side.overhead / 100 - desiredPercent / 100;
        fc.pre(rest > 0 && (side.percent / 100) * rest * 500 >= 4);
        const { price } = suggestForShop(side, desiredPercent);
        expect(price).not.toBeNull();
        expect((price ?? 0) % 500).toBe(0);
        expect(price).toBe(getFirst((at) => shopAttains(at, side, desiredPercent)));
      }),
      { numRuns: 100 },
    );
  });

  test('of the company reaches both targets, and no smaller one does', () => {
    fc.assert(
      fc.property(
        companySide,
        shopSide,
        percent(20),
        fc.option(percent(40), { nil: null }),
        (company, box, gp, shopGp) => {
          const shop = { ...box, percent: company.shopPercent };
          const shares = company.shopPercent + company.dealerCommission + company.salesRepCommission + company.overhead;
          fc.pre(100 - shares - gp >= 2);
          fc.pre(shopGp === null || (shop.percent / 100) * (1 - shop.overhead / 100 - shopGp / 100) * 500 >= 4);
          const { price } = suggestForCompany({ company, shop }, { company: gp, shop: shopGp });
          const attains = (at: number) =>
            companyAttains(at, company, gp) && (shopGp === null || shopAttains(at, shop, shopGp));
          expect(price).toBe(getFirst(attains));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('also reaches the target and is less than five dollars too high for percents of four decimals and thin margins', () => {
    fc.assert(
      fc.property(
        fourDecimals,
        fourDecimals,
        fourDecimals,
        cents(50_000),
        (share, overhead, desiredPercent, boxCost) => {
          const side = { percent: share, overhead, boxCost };
          const { price, why } = suggestForShop(side, desiredPercent);
          if (price === null) {
            expect(why).toBe('not-attainable');
            return;
          }
          expect(Number.isSafeInteger(price) && price > 0 && price % 500 === 0).toBe(true);
          expect(shopAttains(price, side, desiredPercent)).toBe(true);
          if (price > 500) expect(shopAttains(price - 500, side, desiredPercent)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("does not depend on today's retail price", () => {
    const shed = fc.record({ width: fc.constantFrom(8, 12, 13.9999, 14, 16), boxCost: cents(400_000) });
    fc.assert(
      fc.property(shed, cents(3_000_000), cents(3_000_000), (size, one, other) => {
        const percents = { eightTenTwelve: 61.25, fourteenSixteen: 63.5 };
        const targetInput = { by: 'target', discount: 10, percents, desired: 15 } as const;
        const at = (retailPrice: number) =>
          shopCalculatorRow({ ...size, retailPrice }, { percents, overhead: 4.75 }, targetInput);
        expect(at(one).suggestion).toEqual(at(other).suggestion);
        expect(at(one).suggested).toEqual(at(other).suggested);
      }),
    );
  });

  test('figures are whole cents and equal those of exact fractions', () => {
    fc.assert(
      fc.property(shopSide, companySide, cents(999_999_999), (shop, company, price) => {
        const revenue = roundDivision(price, shop.percent);
        const rest = revenue - roundDivision(Number(revenue), shop.overhead) - BigInt(shop.boxCost);
        expect(shopProfit(price, shop)).toMatchObject({ revenue: Number(revenue), grossProfit: Number(rest) });
        const shares = (['shopPercent', 'dealerCommission', 'salesRepCommission', 'overhead'] as const).map((name) =>
          roundDivision(price, company[name]),
        );
        const remainder = BigInt(price) - shares.reduce((all, share) => all + share, 0n) - BigInt(company.fixed);
        expect(computeCompanyProfit(price, company).grossProfit).toBe(Number(remainder));
      }),
    );
  });
});

describe('P8 by hand', () => {
  const side = { percent: 60, overhead: 5, boxCost: 2000_00 };

  test('a box of $2,000.00 at 60 %, with 5 % overhead and 15 % desired profit, costs $4,170.00', () => {
    expect(suggestForShop(side, 15)).toEqual({ price: 4170_00, why: null });
    expect(shopProfit(4170_00, side)).toMatchObject({ revenue: 2502_00, grossProfit: 376_90 });
    expect(shopProfit(4165_00, side)).toMatchObject({ revenue: 2499_00, grossProfit: 374_05, percent: 0.14968 });
  });

  test('an exact multiple of $5.00 stays; a box that costs nothing is priced at $5.00', () => {
    expect(suggestForShop({ ...side, boxCost: 2400_00 }, 15).price).toBe(5000_00);
    expect(suggestForShop({ ...side, boxCost: 2400_01 }, 15).price).toBe(5005_00);
    expect(suggestForShop({ ...side, boxCost: 0 }, 15).price).toBe(5_00);
  });

  test('cents lost in rounding let a lower price than the exact solution reach the target', () => {
    const half = { percent: 50.07, overhead: 0, boxCost: 2_50 };
    expect(shopProfit(5_00, half)).toEqual({ revenue: 2_50, grossProfit: 0, percent: 0 });
    const down = { percent: 0.3, overhead: 0, boxCost: 2 }; // 1.5 cents of $5.00 are 2
    expect(suggestForShop(down, 0).price).toBe(5_00);
    const up = { percent: 0.48, overhead: 0, boxCost: 7 }; // $15.00 would be the exact 14.58 rounded up, with 7.2 cents
    expect(suggestForShop(up, 0).price).toBe(15_00);
  });

  test('is not attainable when overhead and the desired profit take everything, or the shop gets nothing', () => {
    expect(suggestForShop({ ...side, overhead: 85 }, 15)).toEqual({ price: null, why: 'not-attainable' });
    expect(suggestForShop({ ...side, overhead: 85, boxCost: 0 }, 15).why).toBe('not-attainable');
    expect(suggestForShop({ ...side, overhead: 84.9999 }, 15).price).toBeNull(); // above ten million dollars
    expect(suggestForShop({ ...side, percent: 0 }, 15).why).toBe('not-attainable');
    expect(suggestForShop({ ...side, percent: -60 }, 15).why).toBe('not-attainable');
    expect(suggestForShop(side, null)).toEqual({ price: null, why: 'no-target' });
  });

  const company = { shopPercent: 60, dealerCommission: 10, salesRepCommission: 2.5, overhead: 5.5, fixed: 210_00 };
  const boxed = { company, shop: { ...side, boxCost: 2400_00 } };

  test('the company keeps 15 % of $3,000.00, the shop 15 % of its part of $5,000.00, so both need $5,000.00', () => {
    expect(suggestForCompany(boxed, { company: 15, shop: null }).price).toBe(3000_00);
    expect(computeCompanyProfit(3000_00, company)).toEqual({ revenue: 3000_00, grossProfit: 450_00, percent: 0.15 });
    expect(suggestForCompany(boxed, { company: null, shop: 15 }).price).toBe(5000_00);
    expect(suggestForCompany(boxed, { company: 15, shop: 15 }).price).toBe(5000_00);
    expect(suggestForCompany(boxed, { company: null, shop: null }).why).toBe('no-target');
  });

  test('with 78 % given away, 22 % needs a price even without haul and escort, and then $10.00 is enough', () => {
    const withoutFixed = { ...boxed, company: { ...company, fixed: 0 } };
    expect(suggestForCompany(boxed, { company: 22, shop: null }).why).toBe('not-attainable');
    expect(suggestForCompany(withoutFixed, { company: 22, shop: null }).price).toBe(10_00); // at $5.00, rounding loses too many cents
    expect(suggestForCompany(withoutFixed, { company: 22.01, shop: null }).why).toBe('not-attainable');
    expect(suggestForCompany(withoutFixed, { company: 15, shop: 95 }).why).toBe('not-attainable');
  });

  test('with a discount the price follows it; at 100 % for the company, everything is at today’s retail', () => {
    const percents = { eightTenTwelve: 60, fourteenSixteen: 70 };
    const shed = { width: 14, retailPrice: 4999_99, boxCost: 2000_00 };
    const now = { percents: { eightTenTwelve: 61.25, fourteenSixteen: 62.5 }, overhead: 5 };
    const row = (by: 'discount' | 'today') =>
      shopCalculatorRow(shed, now, { by, discount: 12.5, percents, desired: 15 });
    expect(row('discount')).toMatchObject({
      suggestion: { price: 4374_99 },
      current: { revenue: 3124_99, grossProfit: 968_74 },
      suggested: { revenue: 3062_49, grossProfit: 909_37 },
    });
    expect(row('today')).toMatchObject({ suggestion: { price: 4999_99 }, suggested: { revenue: 3499_99 } });
  });
});

describe('the inputs', () => {
  const shed = { _id: 'a', baseStyle: { _id: 'b', name: 'Wall' }, width: 16, length: 40, retailPrice: 5000_00 };
  const percents = {
    INV: { eightTenTwelve: 60, fourteenSixteen: 62 },
    NB: { eightTenTwelve: 61, fourteenSixteen: 63 },
  };
  const setup = {
    percents,
    dealerCommissionPercent: 10,
    salesRepCommissionPercent: 2.5,
    overheadPercentCompany: 5.5,
    overheadPercentShop: 5,
    items: [{ ...shed, standardBoxCost: 1500_00, haul: 200_00, escort: 275_00 }] as never,
  };

  test('default to those of the company; an empty target is ignored', () => {
    const [plainRow] = calculatedForCompany(setup, {});
    expect(plainRow?.current.company.grossProfit).toBe(5000_00 * 0.2 - 475_00);
    expect(plainRow?.suggestion.price).toBe(9500_00); // 475 / (1 - .62 - .10 - .025 - .055 - .15)
    expect(calculatedForCompany(setup, { gp: null })[0]?.suggestion.price).toBe(3025_00); // 1500 / (.62 × .8)
    expect(calculatedForCompany(setup, { gp: null, shopGp: null })[0]?.suggestion.why).toBe('no-target');
    expect(calculatedForCompany(setup, { type: 'NB', gp: 14 })[0]?.suggestion.price).toBe(9500_00);
    expect(calculatedForCompany(setup, { large: 60, dealer: 0, gp: 15 })[0]?.suggestion.price).toBe(3125_00);
  });

  test('of a shop are 60, 60 and 15 by default', () => {
    const shopSetup = { percents, overhead: 5, items: [{ ...shed, shopBoxCost: 2400_00 }] as never };
    const [row] = calculatedForShop(shopSetup, {});
    expect(row?.suggestion.price).toBe(5000_00);
    expect(row?.current?.revenue).toBe(3100_00);
    expect(row?.suggested?.revenue).toBe(3000_00);
    expect(calculatedForShop(shopSetup, { large: 48, gp: 15 })[0]?.suggestion.price).toBe(6250_00);
  });

  test('P0: a shed of unknown cost has no shop profit and no suggested price', () => {
    const shopSetup = { percents, overhead: 5, items: [{ ...shed, shopBoxCost: null }] as never };
    const unknown = { price: null, why: 'cost-unknown' };
    expect(calculatedForShop(shopSetup, {})[0]).toMatchObject({ suggestion: unknown, current: null, suggested: null });
    expect(calculatedForShop(shopSetup, { gp: null })[0]?.suggestion.why).toBe('no-target');
    expect(calculatedForShop(shopSetup, { by: 'today' })[0]).toMatchObject({
      suggestion: { price: shed.retailPrice },
      suggested: null,
    });
    const size = { ...shed, standardBoxCost: null, haul: 200_00, escort: 275_00 };
    const ofCompany = { ...setup, items: [size] as never };
    expect(calculatedForCompany(ofCompany, {})[0]).toMatchObject({
      suggestion: unknown,
      current: { company: { revenue: shed.retailPrice }, shop: null },
      suggested: null,
    });
    const [targetRow] = calculatedForCompany(ofCompany, { gp: 14, shopGp: null });
    expect(targetRow?.suggestion.price).toBe(
      calculatedForCompany(setup, { gp: 14, shopGp: null })[0]?.suggestion.price,
    );
    expect(targetRow?.suggested?.shop).toBeNull();
  });

  test("the company's row shows both sides at the same price", () => {
    const shares = {
      dealerCommission: 10,
      salesRepCommission: 2.5,
      overhead: 5.5,
      shopOverhead: 5,
      shop: percents.INV,
    };
    const row = companyCalculatorRow({ ...shed, boxCost: 1500_00, haul: 200_00, escort: 275_00 }, shares, {
      by: 'today',
      discount: 0,
      shares,
      desired: { company: 15, shop: 15 },
    });
    expect(row.suggested).toEqual(row.current);
    expect(row.current.shop).toEqual({ revenue: 3100_00, grossProfit: 1445_00, percent: 0.466129 });
  });

  test("P1: percents by row, the shop's own first; for the company, the standard ones", () => {
    const rows = [
      { eightTenTwelveINVPercent: 0, standardEightTenTwelveINVPercent: 58 },
      { eightTenTwelveINVPercent: 61, standardEightTenTwelveINVPercent: 60, fourteenSixteenINVPercent: 64 },
    ];
    expect(groupPercents(rows, 'Inventory')).toEqual({ eightTenTwelve: 58, fourteenSixteen: 64 });
    expect(groupPercents(rows.slice(1), 'Inventory').eightTenTwelve).toBe(61);
    expect(groupPercents(standardFirst(rows.slice(1)), 'Inventory')).toEqual({
      eightTenTwelve: 60,
      fourteenSixteen: 64,
    });
    expect(groupPercents([], 'Customer')).toEqual({ eightTenTwelve: 65, fourteenSixteen: 65 });
  });
});
