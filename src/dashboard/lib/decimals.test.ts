import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addStep,
  countDecimals,
  countTyped,
  decimalsProblem,
  parseNumber,
  roundDecimals,
  withoutNoise,
} from './decimals.js';

test.each([
  [1.005, 2, 1.01],
  [2.675, 2, 2.68],
  [-1.005, 2, -1.01],
  [0.285, 2, 0.29],
  [1.004, 2, 1],
  [8.345, 2, 8.35],
  [1234567.895, 2, 1234567.9],
  [0.00005, 4, 0.0001],
  [5e-7, 6, 0.000001],
  [-0.004, 2, 0],
  [2.5, 0, 3],
])('%d with %d decimals is %d', (value, decimals, expected) => {
  expect(roundDecimals(value, decimals)).toBe(expected);
});

test('a number is rounded as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (thousandths) => {
      const size = Math.abs(thousandths);
      const hundredths = Math.trunc(size / 10) + (size % 10 >= 5 ? 1 : 0);
      expect(roundDecimals(thousandths / 1000, 2)).toBe((Math.sign(thousandths) * hundredths) / 100 + 0);
    }),
  );
});

test('rounding errors are removed, typed decimals are not', () => {
  expect([0.1 + 0.2, 12.300000000000001, 1 - 0.9].map(withoutNoise)).toEqual([0.3, 12.3, 0.1]);
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }), (digits, n) => {
      const typed = Number(`${digits}e-${n}`);
      expect(withoutNoise(typed)).toBe(typed);
      expect(countDecimals(typed)).toBeLessThanOrEqual(n);
    }),
  );
});

test('decimals are counted as a number is written', () => {
  expect([3, 1.005, -0.25, 1e-7, 1.5e-7, 1e21].map(countDecimals)).toEqual([0, 3, 2, 7, 8, 0]);
  expect([1.005, 0.1 + 0.2, 1 / 3].map((value) => countTyped(value, 4))).toEqual([3, 1, 4]);
});

test('steps add up without rounding errors', () => {
  expect(addStep(0.1, 0.2, 6)).toBe(0.3);
  expect(addStep(1.005, 0.01, 2)).toBe(1.015);
  expect(addStep(1 / 3, 0.01, 4)).toBe(0.3433);
  let value = 0;
  for (let n = 1; n <= 1000; n += 1) {
    value = addStep(value, 0.01, 2);
    expect(value).toBe(n / 100);
  }
});

test('too many decimals are refused, rounding errors are not', () => {
  expect(decimalsProblem(1.005, 2)).toBe('must have at most 2 decimals');
  expect(decimalsProblem(2.5, 0)).toBe('must be a whole number');
  expect([1.25, 3, 0.1 + 0.2, Number.NaN].map((value) => decimalsProblem(value, 2))).toEqual([null, null, null, null]);
});

test('numbers are parsed as people type them', () => {
  expect(parseNumber('$1,234.50')).toBe(1234.5);
  expect(parseNumber('(3)')).toBe(-3);
  expect(parseNumber(' -.5 ')).toBe(-0.5);
  expect(parseNumber('12.5%')).toBe(12.5);
  expect(parseNumber('−$ 3')).toBe(-3);
  expect(parseNumber('( $1,234.50 )')).toBe(-1234.5);
  expect(parseNumber('(12.5%)')).toBe(-12.5);
  expect(['1.005', '2.675', '(0.285)', '0.1234567890123'].map(parseNumber)).toEqual([
    ...[1.005, 2.675, -0.285, 0.1234567890123],
  ]);
  expect(['0.30000000000000004', '12.300000000000001%'].map(parseNumber)).toEqual([0.3, 12.3]);
  expect(['', 'abc', '1.2.3', '-', '1e5'].map(parseNumber)).toEqual([null, null, null, null, null]);
});

test.each(['12,5', '0,125', '12 24', '1.234,50', '1,23', '1234,567', '(3', '3)', '((3))', '(-3)', '()', '5$', '$5%'])(
  '%j is refused rather than read as another number',
  (text) => expect(parseNumber(text)).toBeNull(),
);
