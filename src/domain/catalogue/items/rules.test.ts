import { describe, expect, test } from 'vitest';
import { isMetal, itemTotal, getMetal, stockLevel } from './rules.js';
import { metals } from '../../company/company/metals.js';
import { isCounted } from '../../stock/rules.js';

test('P3: an item costs its sub-total plus its freight, to four decimals; a missing one counts as 0', () => {
  expect(itemTotal(0.1, 0.2)).toBe(0.3);
  expect(itemTotal(3.4175, 0.0025)).toBe(3.42);
  expect([itemTotal(2.5, null), itemTotal(null, null)]).toEqual([2.5, 0]);
});

describe('stock', () => {
  const points = { orderPointCritical: 10, orderPointWarning: 20 };
  test.each([
    [9.99, 'critical'],
    [10, 'warning'],
    [19.99, 'warning'],
    [20, null],
    [null, null],
  ])('%s of 10 critical and 20 warning is %s', (quantityInCurrent, level) => {
    expect(stockLevel({ ...points, quantityInCurrent })).toBe(level);
  });

  test('without order points no stock is low', () => {
    expect(stockLevel({ quantityInCurrent: 0, orderPointCritical: null, orderPointWarning: null })).toBeNull();
    expect(stockLevel({ quantityInCurrent: 0, orderPointCritical: null, orderPointWarning: 1 })).toBe('warning');
  });
});

test('P11: pieces, sheets, boxes and bags are bought whole; feet, gallons and unknown units are measured', () => {
  for (const type of ['piece', 'Pieces', 'pc', 'each', 'ea.', ' sheet', 'boxes', 'Bag'])
    expect(isCounted(type)).toBe(true);
  for (const type of ['linearFt', 'gallon', 'sqft', 'lb', '']) expect(isCounted(type)).toBe(false);
});

describe('metals', () => {
  test('are recognized by their label, and by other common spellings', () => {
    for (const metal of metals) expect(getMetal(metal.label)).toBe(metal);
    expect(getMetal('Angle Two By Two')?.name).toBe('angleTwoByTwo');
    expect(getMetal('OA 3 x 3')?.name).toBe('oaThreeByThree');
    expect(getMetal('corner three-by-three')?.name).toBe('cornerThreeByThree');
    expect(getMetal('J-Channel')?.name).toBe('jChan');
  });

  test('are not other items of the category', () => {
    expect(getMetal('Metal Soffit Panel 12 ft')).toBeNull();
    expect(getMetal('Vented Ridge Closure 10 ft')).toBeNull();
    expect([isMetal(' metal '), isMetal('Metal Doors')]).toEqual([true, false]);
  });
});
