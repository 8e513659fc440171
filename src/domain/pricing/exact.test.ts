import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fraction, mulDiv, mulDiv3, sumDiv, tenThousandths } from './exact.js';

/** Schoolbook rounding, half away from zero. */
function roundDivision(dividend: bigint, divisor: bigint): number {
  const size = dividend < 0n ? -dividend : dividend;
  const whole = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n);
  return Number(dividend < 0n ? -whole : whole);
}

const factor = fc.integer({ min: -(2 ** 44), max: 2 ** 44 });
const divisor = fc.integer({ min: 2 ** 42, max: 2 ** 46 });
const runs = { numRuns: 2000 };

describe('P0: rounded once, half away from zero, exact past 2^53', () => {
  test('a product of two', () =>
    fc.assert(
      fc.property(factor, factor, divisor, (a, b, d) => {
        expect(mulDiv(a, b, d)).toBe(roundDivision(BigInt(a) * BigInt(b), BigInt(d)));
      }),
      runs,
    ));

  test('a product of three', () => {
    const small = fc.integer({ min: 0, max: 100 });
    return fc.assert(
      fc.property(factor, factor, small, divisor, (a, b, c, d) => {
        expect(mulDiv3(a, b, c, d)).toBe(roundDivision(BigInt(a) * BigInt(b) * BigInt(c), BigInt(d)));
      }),
      runs,
    );
  });

  test('a sum of products exactly at, or next to, the half', () => {
    const quotient = fc.integer({ min: 2 ** 24, max: 2 ** 50 });
    const half = fc.integer({ min: 2 ** 30, max: 2 ** 40 });
    fc.assert(
      fc.property(quotient, half, fc.boolean(), (q, h, negative) => {
        const sign = negative ? -1 : 1;
        const exactly = sumDiv([[sign * q, 2 * h], [sign * h, 1]], 2 * h); // prettier-ignore
        const barely = sumDiv([[sign * q, 2 * h], [sign * (h - 1), 1]], 2 * h); // prettier-ignore
        expect([exactly, barely]).toEqual([sign * (q + 1), sign * q]);
      }),
    );
  });

  test('a tie of a product', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), fc.integer({ min: 1, max: 2 ** 40 }), (q, half) => {
        expect(mulDiv(2 * q + 1, half, 2 * half)).toBe(q + 1);
        expect(mulDiv(-2 * q - 1, half, 2 * half)).toBe(-q - 1);
      }),
    ));
});

test('P0: four decimals are read exactly, and never as −0', () => {
  const allowedCents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  fc.assert(fc.property(allowedCents, (n) => void expect(tenThousandths(n / 1e4)).toBe(n)));
  expect([tenThousandths(-0), tenThousandths(null), mulDiv(-1, 1, 1e6), mulDiv(0, -5, 3)]).toEqual([0, 0, 0, 0]);
});

test('P4: a fraction has six decimals, and is 0 when the total is 0', () => {
  expect(fraction(1, 3)).toBe(0.333333);
  expect(fraction(-2, 3)).toBe(-0.666667);
  expect(fraction(2, -3)).toBe(-0.666667);
  expect(fraction(5, 0)).toBe(0);
  expect(fraction(1, 2_000_000)).toBe(0.000001);
});
