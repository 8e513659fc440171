import { describe, expect, test } from 'vitest';
import type { CaseAddOn } from '../case/case.js';
import { addOnUnit, componentCost, shedBox, shedGrossProfit, standardAddOns } from './catalogue.js';

const items = [
  { quantity: 3, standardTotal: 1.115, shopTotal: 1 },
  { quantity: 0.5, standardTotal: 10.01 },
];
const shed = {
  width: 10,
  length: 12,
  retailPrice: 2000,
  shopPercent: 61.25,
  overhead: 5,
  components: [{ quantity: 2, items }],
  labor: { standard: { buildBase: 1000, doorCost: 30 }, shop: { doorCost: 40 } },
  rates: { standard: { build: { value: 8, type: 'percent' as const } } },
};
const door: CaseAddOn = {
  type: 'piece',
  quantity: 2,
  retailPrice: 100,
  shopPercent: 75,
  items: [{ quantity: 1, standardTotal: 20.1234 }],
  labor: { standard: { type: 'percent', total: 10 } },
};

test('P3: a component’s cost is rounded before it is multiplied by the quantity', () => {
  const [component] = shed.components;
  expect(component && [componentCost(component, 'standard'), componentCost(component, 'shop')]).toEqual([835, 801]);
});

describe('P6: a shed in the catalogue', () => {
  const box = shedBox(shed, 'standard');

  test('box: price at the shop’s percent, material, labor, overhead and gross profit', () =>
    expect(box).toEqual({
      shopsRetailPercent: 61.25,
      shopsRetailPrice: 122_500,
      shopOverhead: 6_125,
      materialCost: 1_670,
      labor: 11_000,
      boxTotalCost: 18_795,
      boxGrossProfit: 103_705,
      boxGrossProfitPercent: 0.846571,
    }));

  test('the shop’s view uses the shop’s values where it has them', () =>
    expect(shedBox(shed, 'shop')).toMatchObject({ materialCost: 1_602, labor: 12_000 }));

  test('standard add-ons are lines of that shed; discounts count without cost', () => {
    const siding: CaseAddOn = { type: 'sqft', quantity: 1, retailPrice: 0.5, shopPercent: 100 };
    const off: CaseAddOn = { type: 'piece', quantity: 1, retailPrice: 10, shopPercent: 100, discount: true };
    const addOns = standardAddOns(shed, [door, siding, off], 'standard');
    expect(addOns).toEqual({ shopAmount: 20_000, cost: 6_025, grossProfit: 13_975, grossProfitPercent: 0.69875 });
    expect(shedGrossProfit(box, addOns)).toEqual({ grossProfit: 117_680, percent: 0.825825 });
  });
});

describe('P6: an add-on in a list', () => {
  test('figures are for one unit, to four decimals', () =>
    expect(addOnUnit(door, 'standard')).toEqual({
      shopPrice: 75,
      material: 20.1234,
      labor: 10,
      cost: 30.1234,
      grossProfit: 44.8766,
      grossProfitPercent: 0.598355,
    }));

  test.each([
    ['passThrough', 0],
    ['dealerSpecific', 0],
    ['companySpecific', 0],
    ['companyDealerSplit', 0],
    ['companyDealerShopSplit', 75],
    ['companyShopSplit', 42.8571],
    ['shopSpecific', 75],
  ] as const)('with mode %s its shop price equals what an order pays the shop: %d', (mode, shopPrice) => {
    expect(addOnUnit({ ...door, [mode]: true }, 'standard')).toMatchObject({
      shopPrice,
      cost: 30.1234,
      grossProfit: Math.round((shopPrice - 30.1234) * 1e4) / 1e4,
    });
  });

  test('a percent-type add-on has no figures', () =>
    expect(addOnUnit({ ...door, type: 'percent' }, 'shop')).toBeNull());

  test('a discount has a price below 0 and no cost', () =>
    expect(addOnUnit({ ...door, discount: true }, 'shop')).toMatchObject({ shopPrice: -75, cost: 0, grossProfit: 0 }));
});
