import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { priceOrder } from '../src/domain/pricing/order.js';
import { parseCase } from '../src/domain/pricing/case/validate.js';
import { report } from './lib/measure.js';

const LIMIT = 2;
const LINES = 8;
const ROUNDS = 30;
const TIMES = 1000;

/**
 * The time to check and price an order of eight lines, against JSON.parse of the same order. False if over the limit.
 */
export function run(): boolean {
  const text = orderOfEightLines();
  const order: unknown = JSON.parse(text);
  const parsing = fastest(() => JSON.parse(text));
  const pricing = fastest(() => priceOrder(parseCase(order)));
  const size = `${(text.length / 1024).toFixed(1)} kB, ${LINES} lines`;
  return report(`check and price one order (${size}) against JSON.parse of it`, parsing, pricing, LIMIT);
}

function orderOfEightLines(): string {
  const file = new URL('../fixtures/golden-orders.json', import.meta.url);
  const cases = JSON.parse(readFileSync(file, 'utf8')) as { case: { addOns: unknown[]; customAddOns: unknown[] } }[];
  const largest = cases.find(({ case: c }) => c.addOns.length + c.customAddOns.length === LINES);
  if (!largest) throw new Error(`no order with ${LINES} lines in ${fileURLToPath(file)}`);
  return JSON.stringify(largest.case);
}

/** The best of many rounds, in milliseconds per call: the time without disturbance. */
function fastest(work: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    for (let n = 0; n < TIMES; n += 1) work();
    best = Math.min(best, (performance.now() - start) / TIMES);
  }
  return best;
}
