import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pricingCase } from '../../testing/pricing-cases.js';
import {
  CaseError,
  checkAmount,
  checkFeet,
  checkPercent,
  checkQuantity,
  checkUnitPrice,
  parseCase,
} from './validate.js';

const company = {
  overheadPercentCompany: 5,
  overheadPercentShop: 4,
  dealerCommissionPercent: 8,
  salesRepCommissionPercent: 2,
  shopToLotPercent: 50,
  lotToCustomerPercent: 50,
  fourteenWideEscort: 100,
  sixteenWideEscort: 200,
  fuelSurcharge: 25,
};
const order = { type: 'Customer', width: 10, length: 16, retailPrice: 1000 };
const least = { company, shop: {}, order };

const problems = (input: unknown): string[] => {
  try {
    parseCase(input);
  } catch (error) {
    if (error instanceof CaseError) return error.errors.map(({ path, msg }) => `${path}: ${msg}`);
    throw error;
  }
  return [];
};

describe('P0: a case is accepted', () => {
  test('with the least it needs; missing values are returned empty', () =>
    expect(parseCase(least)).toEqual({
      ...least,
      dealer: null,
      labor: {},
      rates: {},
      components: [],
      haulBase: null,
      addOns: [],
      customAddOns: [],
    }));

  test('with any values up to the limits', () =>
    fc.assert(fc.property(pricingCase, (c) => void expect(problems(c)).toEqual([]))));

  test('with fields that have no meaning here', () =>
    expect(problems({ ...least, _id: 'x', order: { ...order, _id: 7, serialNumber: 'S-1' } })).toEqual([]));
});

describe('P0: a case is refused, naming the field', () => {
  const withLine = (line: object) => ({ ...least, addOns: [{ type: 'piece', quantity: 1, retailPrice: 1, ...line }] });
  const withItem = (item: object) => withLine({ items: [{ quantity: 1, standardTotal: 1, ...item }] });
  const withOrder = (change: object) => ({ ...least, order: { ...order, ...change } });

  test.each([
    ['no object', 7, ': must be an object'],
    ['null', null, ': is required'],
    ['a missing order', { company, shop: {} }, 'order: is required'],
    [
      'a missing setting',
      { ...least, company: { ...company, fuelSurcharge: null } },
      'company.fuelSurcharge: is required',
    ],
    ['a list for an object', { ...least, dealer: [] }, 'dealer: must be an object'],
    ['an object for a list', { ...least, addOns: {} }, 'addOns: must be a list'],
    ['an unknown order type', withOrder({ type: 'Other' }), 'order.type: must be one of: Customer, Inventory'],
    ['no width', withOrder({ width: 0 }), 'order.width: must be more than 0'],
    ['a huge length', withOrder({ length: 1000 }), 'order.length: must be less than 1,000'],
    ['a third decimal', withOrder({ retailPrice: 1.005 }), 'order.retailPrice: must have at most 2 decimals'],
    ['ten millions', withOrder({ retailPrice: -1e7 }), 'order.retailPrice: must be less than 10,000,000.00'],
    ['a percent over 1000', withOrder({ shopPercent: 1000.1 }), 'order.shopPercent: must be a percent from 0 to 1,000'],
    ['text for a number', withOrder({ retailPrice: '1000' }), 'order.retailPrice: must be a number'],
    ['infinity', withOrder({ retailPrice: JSON.parse('1e999') }), 'order.retailPrice: must be a finite number'],
    ['NaN', withOrder({ adjustment: { shop: NaN } }), 'order.adjustment.shop: must be a finite number'],
    ['a negative quantity', withLine({ quantity: -1 }), 'addOns[0].quantity: must not be negative'],
    ['a huge quantity', withLine({ quantity: 1e5 }), 'addOns[0].quantity: must be less than 100,000'],
    ['a fifth decimal', withLine({ quantity: 0.00001 }), 'addOns[0].quantity: must have at most 4 decimals'],
    ['no price', withLine({ retailPrice: null }), 'addOns[0].retailPrice: is required'],
    [
      'a percent line over 1000',
      withLine({ type: 'percent', retailPrice: 1001 }),
      'addOns[0].retailPrice: must be a percent from 0 to 1,000',
    ],
    ['a word for a flag', withLine({ discount: 'yes' }), 'addOns[0].discount: must be true or false'],
    [
      'an unknown line type',
      withLine({ type: 'box' }),
      'addOns[0].type: must be one of: piece, percent, sqft, linearFt',
    ],
    [
      'two allocation modes',
      withLine({ companyShopSplit: true, passThrough: true }),
      'addOns[0].companyShopSplit: must not be set together with passThrough',
    ],
    ['an item without a total', withItem({ standardTotal: null }), 'addOns[0].items[0].standardTotal: is required'],
    [
      'a bad replaced item',
      withItem({ replacementItem: { standardTotal: 0.00001 } }),
      'addOns[0].items[0].replacementItem.standardTotal: must have at most 4 decimals',
    ],
    ['labor without a type', withLine({ labor: { shop: { total: 5 } } }), 'addOns[0].labor.shop.type: is required'],
    [
      'labor of over 1000 percent',
      withLine({ labor: { standard: { total: 5000, type: 'percent' } } }),
      'addOns[0].labor.standard.total: must be a percent from 0 to 1,000',
    ],
    [
      'a rate of an unknown type',
      { ...least, rates: { shop: { build: { value: 1, type: 'sqft' } } } },
      'rates.shop.build.type: must be one of: percent, piece',
    ],
    [
      'negative paint hours',
      { ...least, labor: { standard: { paintHours: -1 } } },
      'labor.standard.paintHours: must not be negative',
    ],
    [
      'a cost with a third decimal',
      { ...least, customAddOns: [{ quantity: 1, retailPrice: 1, laborCost: { shop: 0.001 } }] },
      'customAddOns[0].laborCost.shop: must have at most 2 decimals',
    ],
    [
      'a negative component',
      { ...least, components: [{ quantity: -0.5, items: [] }] },
      'components[0].quantity: must not be negative',
    ],
  ])('%s', (_, input, problem) => expect(problems(input)).toEqual([problem]));

  test('with all problems at the same time', () =>
    expect(problems({ ...withLine({ quantity: -1, retailPrice: 'x' }), shop: null, haulBase: 0.001 })).toEqual([
      'shop: is required',
      'haulBase: must have at most 2 decimals',
      'addOns[0].quantity: must not be negative',
      'addOns[0].retailPrice: must be a number',
    ]));
});

test('P0: the checks of single fields', () => {
  expect([checkQuantity(99_999.9999), checkPercent(1000), checkUnitPrice(-9_999_999.9999)]).toEqual([null, null, null]);
  expect([checkAmount(9_999_999.99), checkFeet(0.0001), checkQuantity(0)]).toEqual([null, null, null]);
  expect(checkAmount(undefined)).toBe('must be a number');
});
