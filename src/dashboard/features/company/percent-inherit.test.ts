import { expect, test } from 'vitest';
import { shopPercent } from '../../../domain/pricing/percent.js';
import { findInherited } from './percent-inherit.js';

const ownField = 'eightTenTwelveNBPercent';
const standard = 'standardEightTenTwelveNBPercent';
const model = { name: 'Barn 10', row: {} };
const category = { name: 'Barn', row: { [standard]: 62 } };
const defaultCategory = { name: 'the default category', row: { [ownField]: 60, [standard]: 61 } };

test('a blank percent shows the one that applies and where it comes from', () => {
  expect(findInherited(ownField, [model, category, defaultCategory])).toEqual({
    value: 62,
    from: 'the standard percent of Barn',
  });
  expect(findInherited(ownField, [model, defaultCategory])).toEqual({ value: 60, from: 'the default category' });
  expect(findInherited(ownField, [model])).toEqual({ value: 65, from: 'the default of all shops' });
  expect(findInherited(standard, [category, defaultCategory])).toEqual({ value: 60, from: 'the default category' });
});

test('a standard percent that the shop overrides in the same row inherits nothing', () => {
  expect(findInherited(standard, [defaultCategory])).toBeNull();
});

test('the percent shown is the one used for prices', () => {
  for (const rows of [
    [model, category, defaultCategory],
    [model, defaultCategory],
    [category, defaultCategory],
    [model],
  ]) {
    const usedPercent = shopPercent(
      rows.map(({ row }) => row),
      10,
      'Customer',
    );
    expect(findInherited(ownField, [model, ...rows])?.value).toBe(usedPercent);
  }
});
