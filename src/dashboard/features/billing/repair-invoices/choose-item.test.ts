import { expect, test } from 'vitest';
import { chooseItem } from './choose-item.js';

const ramp = { name: 'Ramp', rate: 40, standardRate: 38 };
const door = { name: 'Door', rate: 90, standardRate: 85 };

test('a new line gets the rate of its item, and the quantity 1 if it has none', () => {
  expect(chooseItem({ quantity: null, rate: null }, ramp, undefined)).toEqual({ ...ramp, quantity: 1 });
});

test('a quantity and a rate that were typed before the item stay', () => {
  expect(chooseItem({ quantity: 3, rate: 12.5 }, ramp, undefined)).toEqual({ ...ramp, quantity: 3, rate: 12.5 });
  expect(chooseItem({ quantity: Number.NaN, rate: Number.NaN }, ramp, undefined)).toMatchObject({
    quantity: Number.NaN,
    rate: Number.NaN,
  });
});

test('another item replaces the rate of the item before, and the stored one, but not a typed one', () => {
  expect(chooseItem({ quantity: 3, rate: 40 }, door, ramp)).toEqual({ ...door, quantity: 3 });
  expect(chooseItem({ quantity: 3, rate: 35 }, door, null)).toEqual({ ...door, quantity: 3 });
  expect(chooseItem({ quantity: 3, rate: 35 }, door, ramp)).toEqual({ ...door, quantity: 3, rate: 35 });
});
