import { expect, test } from 'vitest';
import { shopPercent } from '../../../domain/pricing/percent.js';
import { findInherited } from './percent-inherit.js';

const own = 'eightTenTwelveNBPercent';
const standard = 'standardEightTenTwelveNBPercent';
const model = { name: 'Barn 10', row: {} };
const category = { name: 'Barn', row: { [standard]: 62 } };
const usual = { name: 'the default category', row: { [own]: 60, [standard]: 61 } };

test('a blank percent shows the one that applies and where it comes from', () => {
  expect(findInherited(own, [model, category, usual])).toEqual({ value: 62, from: 'the standard percent of Barn' });
  expect(findInherited(own, [model, usual])).toEqual({ value: 60, from: 'the default category' });
  expect(findInherited(own, [model])).toEqual({ value: 65, from: 'the default of all shops' });
  expect(findInherited(standard, [category, usual])).toEqual({ value: 60, from: 'the default category' });
});

test('a standard percent that the shop overrides in the same row inherits nothing', () => {
  expect(findInherited(standard, [usual])).toBeNull();
});

test('the percent shown is the one used for prices', () => {
  for (const rows of [[model, category, usual], [model, usual], [category, usual], [model]]) {
    const used = shopPercent(
      rows.map(({ row }) => row),
      10,
      'Customer',
    );
    expect(findInherited(own, [model, ...rows])?.value).toBe(used);
  }
});
