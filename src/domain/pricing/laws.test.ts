import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addOnLine, pricingCase } from '../testing/pricing-cases.js';
import type { CaseAddOn, PricingCase } from './case/case.js';
import { passedOnToShop } from './costs.js';
import type { LineFigures } from './figures.js';
import { priceOrder } from './order.js';
import { figuresInDollars } from './wire.js';

const plainCase: PricingCase = {
  company: {
    overheadPercentCompany: 0,
    overheadPercentShop: 4,
    dealerCommissionPercent: 0,
    salesRepCommissionPercent: 0,
    shopToLotPercent: 50,
    lotToCustomerPercent: 50,
    fourteenWideEscort: 100,
    sixteenWideEscort: 200,
    fuelSurcharge: 25,
  },
  shop: { overhead: 5 },
  dealer: null,
  order: { type: 'Customer', width: 10, length: 16, retailPrice: 1000, shopPercent: 60 },
  labor: {},
  rates: {},
  components: [],
  haulBase: null,
  addOns: [],
  customAddOns: [],
};

const toPriced = (change: Partial<PricingCase>) => figuresInDollars(priceOrder({ ...plainCase, ...change }));
const line = (change: Partial<CaseAddOn>): CaseAddOn => ({ type: 'piece', quantity: 1, retailPrice: 100, ...change });
const sale = (change: Partial<CaseAddOn>) => toPriced({ addOns: [line(change)] }).addOns[0]?.totalSalePrice;
const sum = (lines: LineFigures[], of: (figures: LineFigures) => number) =>
  lines.reduce((all, one) => all + of(one), 0);
/** Sums of cents are exact up to 2^53, so the laws hold to the cent up to there. */
const isExact = (figures: unknown): boolean =>
  typeof figures === 'object' && figures !== null
    ? Object.values(figures).every(isExact)
    : Math.abs(Number(figures)) < 2 ** 50;

describe('laws of every order', () => {
  test('P5: totals are the sums of the stored figures of the lines', () => {
    fc.assert(
      fc.property(pricingCase, (c) => {
        const f = priceOrder(c);
        fc.pre(isExact(f));
        for (const view of ['shop', 'company', 'order'] as const) {
          expect(f.addOnsTotal[view]).toBe(sum(f.addOns, ({ totalSalePrice }) => totalSalePrice[view]));
          const base = view === 'shop' ? f.basePrice.shop : f.basePrice.company;
          expect(f.subTotal[view]).toBe(base + f.addOnsTotal[view] + f.customAddOnsTotal[view]);
        }
        for (const view of ['shop', 'standard'] as const) {
          const cost = sum([...f.addOns, ...f.customAddOns], ({ totalCost }) => totalCost[view]);
          expect(f.totalCost[view]).toBe(f.shedTotalCost[view] + cost + f.overhead[view]);
          expect(f.totalLabor[view] + f.totalMaterialCost[view]).toBe(f.totalCost[view] - f.overhead[view]);
        }
      }),
    );
  });

  test('P5: what the company pays the shop, plus what it passes on, is the shop’s grand total', () => {
    fc.assert(
      fc.property(pricingCase, (c) => {
        const f = priceOrder(c);
        const cost = f.shedTotalCost.company + f.addOnsTotalCost.company + f.customAddOnsTotalCost.company;
        const passedOn = passedOnToShop(c.addOns, f.addOns);
        fc.pre(isExact(f));
        expect(cost + f.adjustment.shop + passedOn).toBe(f.grandTotal.shop);
      }),
    );
  });

  test("P5: the profit of add-ons is the sum of the lines' profits and the discounts' shop amounts", () => {
    fc.assert(
      fc.property(pricingCase, (c) => {
        const f = priceOrder(c);
        fc.pre(isExact(f));
        const discounts = f.addOns.filter((_, at) => c.addOns[at]?.discount);
        const off = sum(discounts, ({ totalSalePrice }) => totalSalePrice.shop);
        for (const view of ['shop', 'standard'] as const) {
          expect(f.addOnsProfitDollars[view]).toBe(sum(f.addOns, ({ profit }) => profit[view]) + off);
        }
      }),
    );
  });

  test('P4: the order of the lines does not affect any figure', () => {
    const shuffledCase = pricingCase.chain((c) => {
      const places = c.addOns.map((_, at) => at);
      return fc.record({
        c: fc.constant(c),
        places: fc.shuffledSubarray(places, { minLength: places.length, maxLength: places.length }),
      });
    });
    fc.assert(
      fc.property(shuffledCase, ({ c, places }) => {
        const before = priceOrder(c);
        fc.pre(isExact(before));
        const after = priceOrder({ ...c, addOns: places.flatMap((at) => c.addOns[at] ?? []) });
        expect(after.addOns).toEqual(places.map((at) => before.addOns[at]));
        expect({ ...after, addOns: [] }).toEqual({ ...before, addOns: [] });
      }),
    );
  });

  test('P4: a discount reduces the price, and has no costs and no profit', () => {
    fc.assert(
      fc.property(addOnLine, (addOn) => {
        const [figures] = priceOrder({ ...plainCase, addOns: [{ ...addOn, discount: true }] }).addOns;
        const { totalSalePrice, ...others } = figures ?? { totalSalePrice: { shop: 1, company: 1, order: 1 } };
        expect(Math.max(...Object.values(totalSalePrice))).toBeLessThanOrEqual(0);
        expect(new Set(Object.values(others).flatMap((views) => Object.values(views)))).toEqual(new Set([0]));
      }),
    );
  });

  test('P4: a profit percent is 0 if the price it is divided by is 0', () => {
    const costly = { ...plainCase.order, retailPrice: 0 };
    const unpaid = line({ passThrough: true, nonInventory: true, standardNonInvCost: 12.5 });
    const f = toPriced({ order: costly, addOns: [unpaid] });
    expect(f.addOns[0]).toMatchObject({ profit: { shop: -12.5 }, profitPercent: { shop: 0, standard: 0 } });
    expect(f).toMatchObject({ profitDollars: { shop: -12.5 }, profitPercent: { shop: 0, standard: 0 } });
    expect(f.shedProfitPercent).toEqual({ shop: 0, standard: 0, company: 0 });
  });
});

describe('P0: rounding half away from zero', () => {
  test.each([
    [1.005, 1, 1.01],
    [-1.005, 1, -1.01],
    [0.005, 1, 0.01],
    [0.0049, 1, 0],
    [8.345, 1, 8.35],
    [0.07, 0.5, 0.04],
    [1.1, 1.15, 1.27],
  ])('%d × %d = %d', (retailPrice, quantity, order) => expect(sale({ retailPrice, quantity })?.order).toBe(order));
});

describe('P4: the split of a line of $100 at 60 percent', () => {
  test.each([
    ['passThrough', 100, 0, 0],
    ['dealerSpecific', 100, 0, 0],
    ['companySpecific', 100, 100, 0],
    ['companyDealerSplit', 100, 50, 0],
    ['companyDealerShopSplit', 100, 33.33, 60],
    ['companyShopSplit', 100, 100, 37.5],
    ['shopSpecific', 100, 100, 60],
    ['discount', -100, -100, -60],
  ])('%s', (flag, order, company, shop) =>
    expect(sale({ shopPercent: 60, [flag]: true })).toEqual({ shop, company, order }),
  );

  test('a shop percent that is not set is 75, or 33.3333 in a three-way split', () => {
    expect(sale({})?.shop).toBe(75);
    expect(sale({ companyDealerShopSplit: true })?.shop).toBe(33.33);
    expect(toPriced({ order: { ...plainCase.order, shopPercent: null } }).basePrice.shop).toBe(650);
  });

  test('the amount as sold replaces price × quantity; costs depend on the quantity', () => {
    const soldLine = line({ quantity: 4, extendedPrice: 90, nonInventory: true, standardNonInvCost: 10 });
    const [figures] = toPriced({ addOns: [soldLine] }).addOns;
    expect(figures).toMatchObject({ totalSalePrice: { order: 90, shop: 67.5 }, totalMaterialCost: { shop: 40 } });
  });

  test('percent-type lines apply to the totals before any of them', () => {
    const tenth = line({ type: 'percent', retailPrice: 10 });
    const f = toPriced({ addOns: [tenth, line({ retailPrice: 500, passThrough: true }), tenth] });
    expect(f.addOns[0]?.totalSalePrice).toEqual({ shop: 60, company: 150, order: 150 });
    expect(f.addOns[2]).toEqual(f.addOns[0]);
  });
});

describe('P5: escort, haul and overhead', () => {
  test.each([
    [13.9999, 0],
    [14, 100],
    [15.9999, 100],
    [16, 200],
  ])('a width of %d feet has an escort of %d', (width, escort) =>
    expect(toPriced({ order: { ...plainCase.order, width } }).escort).toBe(escort),
  );

  test('haul is 0 without a base, only the fuel surcharge at 0, and the first leg uses the dealer’s percent', () => {
    expect(toPriced({}).haul).toBe(0);
    expect(toPriced({ haulBase: 0 }).haul).toBe(25);
    expect(toPriced({ haulBase: 100 }).haul).toBe(125);
    expect(toPriced({ haulBase: 100, dealer: { haulPercent: 200 } }).haul).toBe(175);
  });

  test('an entered amount replaces its formula, even 0; every other figure follows from it', () => {
    const order = { ...plainCase.order, width: 14 };
    const company = { ...plainCase.company, dealerCommissionPercent: 5, salesRepCommissionPercent: 2 };
    const usualCase = toPriced({ order, company, haulBase: 400 });
    expect(usualCase).toMatchObject({ dealerCommission: 50, salesRepCommission: 20, escort: 100, haul: 425 });
    const typedCosts = { dealerCommission: 12.34, escort: 0, haul: null };
    const typedCase = toPriced({ order: { ...order, typedCosts }, company, haulBase: 400 });
    expect(typedCase).toMatchObject({ dealerCommission: 12.34, salesRepCommission: 20, escort: 0, haul: 425 });
    expect(typedCase.totalCost.company).toBeCloseTo(usualCase.totalCost.company - (50 - 12.34) - 100, 8);
    expect(typedCase.profitDollars.company).toBeCloseTo(usualCase.profitDollars.company + (50 - 12.34) + 100, 8);
    for (const view of ['shop', 'standard'] as const) expect(typedCase.totalCost[view]).toBe(usualCase.totalCost[view]);
    expect(typedCase.grandTotal).toEqual(usualCase.grandTotal);
  });

  test('a shop without its own overhead uses the standard one', () => {
    expect(toPriced({}).overhead).toEqual({ shop: 30, standard: 24, company: 0 });
    expect(toPriced({ shop: {} }).overhead.shop).toBe(24);
    expect(toPriced({ shop: { overhead: 0 } }).overhead.shop).toBe(0);
  });
});
