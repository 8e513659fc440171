import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFraction, shownProfit, toPercent } from './cents.js';

/** Every stored fraction has at most six decimals. */
const millionths = fc.integer({ min: -50_000_000, max: 50_000_000 });

describe('P0: a fraction is shown × 100 with two decimals, half away from zero', () => {
  test.each([
    [0.01005, '1.01%'],
    [0.10245, '10.25%'],
    [0.02675, '2.68%'],
    [0.57115, '57.12%'],
    [-0.01005, '-1.01%'],
    [-0.00005, '-0.01%'],
    [-0.000049, '0.00%'],
    [12.345, '1,234.50%'],
    [0, '0.00%'],
  ])('%f as %s', (value, text) => {
    expect(formatFraction(value)).toBe(text);
  });

  test('is exact for every possible fraction', () => {
    fc.assert(
      fc.property(millionths, (n) => {
        const hundredths = Math.floor((Math.abs(n) + 50) / 100);
        expect(toPercent(n / 1e6)).toBe((n < 0 ? -hundredths : hundredths) / 100 + 0);
      }),
      { numRuns: 5000 },
    );
  });
});

test('P5: a profit percent is a dash if its revenue is negative', () => {
  expect(shownProfit(1.5, -100_00)).toBe('—');
  expect(shownProfit(-0.5, 100_00)).toBe(-0.5);
  expect(shownProfit(0, 0)).toBe(0);
});
