import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { totalWith } from './payment-sums.js';

describe('totalWith', () => {
  test('adds typed amounts to the cent', () => {
    expect(totalWith(10.1, 0.2)).toBe(10.3);
    expect(totalWith(100, -250.75)).toBe(-150.75);
    expect(totalWith(100, null)).toBe(100);
  });

  test('has no total for an invalid amount', () => {
    expect(totalWith(100, Number.NaN)).toBeNull();
    expect(totalWith(100, 1.005)).toBeNull();
    expect(totalWith(100, 10_000_000)).toBeNull();
  });

  test('removing an adjustment leaves the sub-total', () => {
    const dollars = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(dollars, dollars, (subTotal, adjustment) => {
        const total = totalWith(subTotal, adjustment);
        expect(totalWith(total ?? Number.NaN, adjustment === 0 ? 0 : -adjustment)).toBe(subTotal);
      }),
    );
  });
});
