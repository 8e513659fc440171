import os from 'node:os';

/** Milliseconds that `work` takes on the quiet machine on which the limits of the tests were chosen. */
const REFERENCE_MS = 115;
/** The run itself and whatever starts meanwhile make the machine busier than it was when measured. */
const RESERVE = 2;
const MOST = 12;

/**
 * How much longer than chosen the tests of this run may take: twice as long on a machine at least as fast as the one
 * the limits were chosen on, more on a slower or busy one. Measured once per run, unless `TEST_PATIENCE` sets it.
 */
export function measurePatience(): number {
  const factor = Number(process.env['TEST_PATIENCE']);
  if (factor >= 1) return factor;
  work(); // the first run compiles it
  const startedAt = performance.now();
  for (let n = 0; n < 3; n++) work();
  const slowness = (performance.now() - startedAt) / 3 / REFERENCE_MS;
  const waiting = (os.loadavg()[0] ?? 0) / os.availableParallelism(); // always 0 on Windows
  return Math.round(Math.min(MOST, RESERVE * Math.max(1, slowness, waiting)) * 10) / 10;
}

/** A time limit in milliseconds, adjusted to the speed of the machine: never less than `ms`. */
export const limit = (ms: number): number => Math.round(ms * Math.max(1, Number(process.env['TEST_PATIENCE'] ?? 1)));

function work(): string {
  const rows = Array.from({ length: 3000 }, (_, id) => ({ id, name: `row ${id}`, amount: id * 1.37 }));
  let first = '';
  for (let n = 0; n < 40; n++) {
    const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
    first = copy.sort((a, b) => (a.name < b.name ? 1 : -1))[0]?.name ?? '';
  }
  return first;
}
