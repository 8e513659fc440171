import { describe, expect, test } from 'vitest';
import { findShopPercent, percentKey, shopPercent, widthGroup } from './percent.js';

describe('P1: the shop’s percent of retail', () => {
  test('narrow and wide sheds are separated at 14 feet', () => {
    expect([8, 13.9999, 14, 18].map(widthGroup)).toEqual([
      'eightTenTwelve',
      'eightTenTwelve',
      'fourteenSixteen',
      'fourteenSixteen',
    ]);
  });

  test('the field depends on width, order type and side', () => {
    expect(percentKey(12, 'Customer')).toBe('eightTenTwelveNBPercent');
    expect(percentKey(14, 'Inventory')).toBe('fourteenSixteenINVPercent');
    expect(percentKey(14, 'Customer', true)).toBe('standardFourteenSixteenNBPercent');
    expect(percentKey(10, 'Inventory', true)).toBe('standardEightTenTwelveINVPercent');
  });

  const model = { eightTenTwelveNBPercent: 0, standardEightTenTwelveNBPercent: 58.25 };
  const category = { eightTenTwelveNBPercent: 61.25 };
  const fallback = { eightTenTwelveNBPercent: 62, eightTenTwelveINVPercent: 55 };

  test.each([
    ['a row’s own percent before its standard one', [{ ...model, eightTenTwelveNBPercent: 59 }, category], 59],
    ['0 is not set: the row’s standard percent', [model, category, fallback], 58.25],
    ['the category’s where the model has none', [null, category, fallback], 61.25],
    ['the default category’s where neither has one', [{}, undefined, fallback], 62],
    ['65 where none is set', [null, null, null], 65],
    ['65 where only the other group is set', [{ fourteenSixteenNBPercent: 70 }], 65],
  ])('%s', (_, rows, percent) => expect(shopPercent(rows, 12, 'Customer')).toBe(percent));

  test('reports whether any is set', () => {
    expect(findShopPercent([null, category], 12, 'Inventory')).toBeNull();
    expect(findShopPercent([fallback], 12, 'Inventory')).toBe(55);
  });
});
