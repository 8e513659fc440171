// In the browser: runs the optimizer of the Top 100 the way its screen does, and reports the milliseconds of each run.
import { optimize } from '../src/domain/pricing/uses/optimizer.js';
import { companyDefaults } from '../src/domain/reporting/reports/top-orders/rules.js';

declare global {
  interface Window {
    optimizeTimes: (times: number) => number[];
  }
}

const makeRow = (n: number) => ({
  width: n % 2 ? 10 : 14,
  count: 9,
  baseRetail: 1_234_567_89 + n,
  addOnRetail: { doubleShopDoor: 1_000_00, window: 2_500_00, walkthrough: 0, garage: 99_99, other: 70_000_00 },
  percentLines: 0,
  shedCost: 500_000_00 + n * 997,
  addOnCost: 3_000_00,
});

const rows = Array.from({ length: 100 }, (_, n) => makeRow(n));

window.optimizeTimes = (times) =>
  Array.from({ length: times }, (_, n) => {
    const start = performance.now();
    optimize(rows, { ...companyDefaults, boxChange: 2.37, small: n }, 15);
    return performance.now() - start;
  });
