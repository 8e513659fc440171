import { expect, test } from 'vitest';
import { unitPricesOf } from './unit-prices.js';

test('the unit prices of a column have the decimals of the longest one', () => {
  const column = [57.775, 34.97, null, 30.0289];
  expect(column.map(unitPricesOf(column))).toEqual(['$57.7750', '$34.9700', '', '$30.0289']);
  expect([57.1, -3].map(unitPricesOf([57.1, -3]))).toEqual(['$57.10', '-$3.00']);
});
