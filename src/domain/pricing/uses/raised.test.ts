import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { raisePrice, raisedCost } from './raised.js';

describe('a raised price', () => {
  test.each([
    [1000, { percent: 3, step: 0 }, 1030],
    [1001.05, { percent: 2.5, step: 0 }, 1026.08], // 25.02625 rounds to 25.03
    [1001.05, { percent: 2.5, step: 5 }, 1030],
    [1030, { dollars: 20, step: 5 }, 1050],
    [1000, { percent: -10, step: 1 }, 900],
    [10, { dollars: -50, step: 1 }, 0],
    [4999.99, { percent: 0, step: 5 }, 4999.99],
  ])('%d by %j is %d', (price, change, expected) => {
    expect(raisePrice(price, change)).toBe(expected);
  });

  const price = fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 100);
  const step = fc.constantFrom(1, 5, 10);

  test('is a multiple of the step, and at most one step above the price without steps', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 500_000 }), step, (from, percent, step) => {
        const [up, plainPrice] = [
          raisePrice(from, { percent: percent / 1e4, step }),
          raisePrice(from, { percent: percent / 1e4, step: 0 }),
        ];
        expect(Math.round(up * 100) % (step * 100)).toBe(0);
        expect(up).toBeGreaterThanOrEqual(plainPrice);
        expect(Math.round((up - plainPrice) * 100)).toBeLessThan(step * 100);
      }),
    );
  });
});

test.each([
  [0.3417, { percent: 10 }, 0.3759], // 0.37587 rounds up
  [12.5, { percent: -4 }, 12],
  [1.0005, { percent: 50 }, 1.5008], // 1.50075 rounds away from zero
  [0.02, { dollars: -1 }, 0],
  [0.0333, { dollars: 0.0001 }, 0.0334],
  [7.1234, { percent: 0 }, 7.1234],
])('the unit cost of %d by %j is %d', (cost, change, expected) => {
  expect(raisedCost(cost, change)).toBe(expected);
});
