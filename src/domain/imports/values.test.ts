import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, decimal, dollars, flag, number, text } from './values.js';

const chicago = 'America/Chicago';

describe('numbers', () => {
  test.each([
    ['$1,234.50', 1234.5],
    [' 61.25% ', 61.25],
    ['1 234 567.89', 1234567.89],
    ['-75.00', -75],
    ['.5', 0.5],
    [0, 0],
    ['0', 0],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is %j', (given, read) => expect(number('price', given)).toBe(read));

  test.each([
    ['12abc'],
    ['1,23'],
    ['--5'],
    ['1e5'],
    ['NaN'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [true],
    [{}],
    [[1]],
    ['0x10'],
    ['1.2.3'],
  ])('%j is no number, and the field is named', (given) =>
    expect(() => number('addOns[0].price', given)).toThrow(/^addOns\[0\]\.price .* is not a number$/),
  );

  test('dollars read back what they were written from, whatever the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
        expect(dollars('x', (cents / 100).toFixed(2))).toBe(cents / 100);
      }),
    );
  });

  test('too many decimals and too large amounts are refused', () => {
    expect(() => dollars('total', '1.005')).toThrow('total 1.005 has more than two decimals');
    expect(() => dollars('total', 10_000_000)).toThrow('is not less than 10,000,000.00');
    expect(() => decimal('quantity', '1.23456', 0, 100)).toThrow('more than four decimals');
    expect(() => decimal('quantity', -1, 0, 100)).toThrow('is not between 0 and 100');
  });
});

describe('days', () => {
  test.each([
    ['2026-03-02', '2026-03-02'],
    ['3/2/2026', '2026-03-02'],
    ['2026-03-02T23:30:00-06:00', '2026-03-02'],
    ['2026-03-03T05:30:00Z', '2026-03-02'], // still the evening before in Chicago
    ['2026-03-08T08:30:00+00:00', '2026-03-08'], // the hour that daylight saving skips
    ['2026-03-02 23:30:00', '2026-03-02'],
    ['2028-02-29', '2028-02-29'],
    ['2026-03-02T10:00:00.123+0530', '2026-03-01'],
    ['  ', null],
  ])('%j is %j in Chicago', (given, read) => expect(day('dateOrdered', given, chicago)).toBe(read));

  test.each([
    ['2026-02-29'],
    ['2026-13-01'],
    ['13/40/2026'],
    ['yesterday'],
    ['2026-03-02T99:99:99Z'],
    ['0001-01-01'],
    ['9999-12-31'],
    [20260302],
  ])('%j is no date', (given) =>
    expect(() => day('dateOrdered', given, chicago)).toThrow(/dateOrdered .* is not a date/),
  );
});

test('flags are read from words; anything else is refused', () => {
  expect(['true', 'YES', 1, '1', true].map((v) => flag('f', v))).toEqual([true, true, true, true, true]);
  expect(['false', 'no', 0, false, ''].map((v) => flag('f', v))).toEqual([false, false, false, false, null]);
  expect(() => flag('priceIncluded', 'maybe')).toThrow('priceIncluded "maybe" is neither true nor false');
});

test('text is trimmed, single-spaced, and never an object', () => {
  expect(text('  24x36   Window ')).toBe('24x36 Window');
  expect([text(''), text(null), text({ a: 1 }), text(12)]).toEqual([null, null, null, '12']);
});
