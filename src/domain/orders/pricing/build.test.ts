import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AddOnType, addOnTypes } from '../../pricing/case/case.js';
import { makeDecimal } from '../../testing/pricing-cases.js';
import { OrderBuilder } from './build.js';
import { readFeed } from '../intake/formats/feed.js';
import { matchOrder } from '../intake/match.js';
import { type AddOnEntry, type Names, nameKey } from '../intake/names.js';
import type { Parts } from './parts.js';

const getAddOn = (type: AddOnType): AddOnEntry => ({
  ...{ id: type, name: type, ssId: null, parentId: 'all', type, retailPrice: 12.5, shopPercent: null, mode: null },
  ...{ discount: false, nonInventory: false, standardNonInvCost: null, laborId: null },
});
const addOns = addOnTypes.map(getAddOn);
const none = new Map<string, never>();

/** A catalogue of add-ons only, one of each type. */
const names: Names = {
  settings: {
    ...{ overheadPercentCompany: 5, overheadPercentShop: 5, dealerCommissionPercent: 5, salesRepCommissionPercent: 2 },
    ...{
      shopToLotPercent: 50,
      lotToCustomerPercent: 50,
      fourteenWideEscort: 0,
      sixteenWideEscort: 0,
      fuelSurcharge: 0,
    },
  },
  ...{ shops: none, shopsByName: none, percents: none, dealers: none, dealersByName: none, categories: none },
  ...{ categoriesByName: none, modelsByName: none, models: none, sheds: none, addOnsBySsId: none },
  addOns: new Map(addOns.map((addOn) => [addOn.id, addOn])),
  addOnsByName: new Map(addOns.map((addOn) => [nameKey(addOn.name), [addOn]])),
  choices: new Map(),
  colors: { Roof: new Set(), Siding: new Set(), Trim: new Set() },
};
const parts: Parts = {
  components: () => [],
  addOnItems: () => [],
  addOnLabor: () => null,
  labor: () => null,
  rates: () => ({ standard: { build: null, roof: null, truss: null, paint: null }, shop: null }),
  haulBase: () => null,
};

interface FeedLine {
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
  readonly priceIncluded?: boolean;
}
interface FeedOrder {
  readonly subTotal: number;
  readonly adjustment?: number;
  readonly addOns?: readonly FeedLine[];
  readonly custom?: readonly FeedLine[];
}

function toOrder({ subTotal, adjustment = 0, addOns = [], custom = [] }: FeedOrder) {
  const raw = {
    ...{ serialNumber: 'S-1', buildingModelName: 'Barn', buildingSize: '10.5x16', orderType: 'Off Lot' },
    ...{ subTotalDollarAmount: subTotal, subTotalAdjustmentDollarAmount: adjustment },
    ...{ buildingAddons: addOns, buildingCustomAddons: custom },
  };
  return readFeed(raw, 0, { today: '2026-11-18', zone: 'UTC' });
}

/** An order of the feed, read, matched and priced. */
const buildOrder = (order: FeedOrder) => new OrderBuilder(names, parts).build(matchOrder(toOrder(order), names));
const getTotal = (order: FeedOrder): number => buildOrder(order).figures.grandTotal.order;

test('a percent that is too high for a split in three is reported with the number of its line in the file', () => {
  const addOn: AddOnEntry = { ...getAddOn('piece'), name: 'Ramp', mode: 'companyDealerShopSplit', shopPercent: 75 };
  const ofRamp = { ...names, addOns: new Map([[addOn.id, addOn]]), addOnsByName: new Map([['ramp', [addOn]]]) };
  const lines = ['Not in the catalogue', 'Ramp'].map((name) => ({ name, price: 12.5, quantity: 1 }));
  const match = matchOrder(toOrder({ subTotal: 100, addOns: lines }), ofRamp);
  const builder = new OrderBuilder(ofRamp, parts);
  const problem = 'addOns[1].shopPercent: must be at most 66.6666 on an add-on split three ways';
  expect(builder.buildStored(match).percentProblem).toBe(problem);
  expect(() => builder.build(match)).toThrow(problem);
});

const line = (name: fc.Arbitrary<string>): fc.Arbitrary<FeedLine> =>
  fc.record({
    name,
    price: fc.oneof(makeDecimal(2, -900, 900), makeDecimal(4, -50, 900)),
    quantity: fc.oneof(fc.integer({ min: 0, max: 12 }), makeDecimal(1, 0, 40), makeDecimal(4, 0, 40)),
    priceIncluded: fc.boolean(),
  });
const feedOrder: fc.Arbitrary<FeedOrder> = fc.record({
  subTotal: makeDecimal(2, 0, 90_000),
  adjustment: makeDecimal(2, -500, 500),
  addOns: fc.array(line(fc.constantFrom(...addOnTypes, 'unknown')), { maxLength: 6 }),
  custom: fc.array(line(fc.constant('Window, left wall')), { maxLength: 4 }),
});

describe('the total of an order from the feed is the file’s sub-total to the cent (P0)', () => {
  test.each([
    [-25.01, 1.5],
    [-12.35, 10.5],
    [1.15, 0.5],
    [1.005, 1],
  ])('with a line of %f × %f', (price, quantity) => {
    expect(getTotal({ subTotal: 5000, custom: [{ name: 'Shelf', price, quantity }] })).toBe(5000_00);
  });

  test('for any line costs and any way of selling them', () => {
    fc.assert(
      fc.property(feedOrder, (order) => {
        const { figures, alerts } = buildOrder(order);
        expect(figures.grandTotal.order + figures.adjustment.company).toBe(Math.round(order.subTotal * 100));
        expect(alerts.map(({ code }) => code)).not.toContain('total');
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['sqft', 'percent'])('an amount as sold is exact for an add-on by %s', (name) => {
    const { case: pricedCase } = buildOrder({ subTotal: 5000, addOns: [{ name, price: 1.005, quantity: 1 }] });
    expect(pricedCase.addOns[0]?.extendedPrice).toBe(1.01);
    const off = buildOrder({ subTotal: 5000, addOns: [{ name, price: -12.35, quantity: 10.5 }] });
    expect(off.case.addOns[0]?.extendedPrice).toBe(-129.68);
  });
});
