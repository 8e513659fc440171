import { expect, test } from 'vitest';
import { type Counts, countRefusal, findWrongCount, listDifferences, withCount } from './count-values.js';

const item = (quantityInCurrent: number | null, name = 'stud') => ({
  _id: name,
  name,
  quantityInCurrent,
  total: 2.345,
});
const none: Counts = new Map();

test('a count is compared with the stock that was shown when it was typed', () => {
  const counts = withCount(withCount(none, item(10), 7), item(null, 'nail'), 4);
  expect(listDifferences(counts, [item(10), item(3, 'panel'), item(null, 'nail')])).toEqual([
    { id: 'stud', name: 'stud', was: 10, counted: 7, difference: -3, value: -7_04, refusal: null },
    { id: 'nail', name: 'nail', was: 0, counted: 4, difference: 4, value: 9_38, refusal: null },
  ]);
});

test('a count of stock that moved since is not saved until the item is counted again', () => {
  const counts = withCount(none, item(10), 7);
  const refusal = 'The stock of stud changed since you counted it; count it again';
  expect(listDifferences(counts, [item(6)])).toMatchObject([{ was: 10, counted: 7, difference: -3, refusal }]);
  expect(listDifferences(withCount(counts, item(6), 7), [item(6)])).toMatchObject([{ was: 6, refusal: null }]);
});

test.each([Number.NaN, -1, 1e300])('a count of %s has no difference, and keeps all from being previewed', (counted) => {
  const counts = withCount(withCount(none, item(10), 7), item(3, 'nail'), counted);
  const items = [item(10), item(3, 'nail')];
  const refusal = countRefusal(item(3, 'nail'), { counted, was: 3 });
  expect(refusal).toMatch(/^Counted nail must/);
  expect(listDifferences(counts, items)).toMatchObject([
    { difference: -3, refusal: null },
    { difference: null, value: null, refusal },
  ]);
  expect(findWrongCount(counts, items)).toBe(refusal);
});

test('a count of stock that moved since can be previewed', () =>
  expect(findWrongCount(withCount(none, item(10), 7), [item(6)])).toBe(null));

test('an emptied field counts nothing', () => {
  expect(listDifferences(withCount(withCount(none, item(10), 7), item(10), null), [item(10)])).toEqual([]);
});

test.each([
  [Number.NaN, 'Counted stud must be a number'],
  [-1, 'Counted stud must not be negative'],
  [0.12345, 'Counted stud must have at most 4 decimals'],
  [100_000, 'Counted stud must be less than 100,000'],
  [0, null],
  [2.5, null],
])('a count of %s is checked like the call', (counted, refusal) =>
  expect(countRefusal(item(10), { counted, was: 10 })).toBe(refusal),
);
