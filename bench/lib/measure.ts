/** One line of the table at the end. */
export interface Result {
  readonly what: string;
  readonly limit: string;
  readonly product: string;
  readonly ratio: string;
  readonly goal: string;
  /** Null for a figure without a goal. */
  readonly met: boolean | null;
}

const results: Result[] = [];

/** The results reported since the last call. */
export const takeResults = (): Result[] => results.splice(0);

/** The time in milliseconds that `work` takes, and its result. */
export async function measureTime<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

/** The value that the given share of all values does not exceed. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Runs the limit and the product in turns and reports their medians in milliseconds. The first round is a warm-up and
 * does not count.
 */
export async function compare(
  what: string,
  goal: number,
  times: number,
  { limit, product }: { readonly limit: () => Promise<unknown>; readonly product: () => Promise<unknown> },
): Promise<boolean> {
  const [limits, products]: [number[], number[]] = [[], []];
  for (let n = 0; n <= times; n += 1) {
    const [limitMs, whole] = [(await measureTime(limit)).ms, (await measureTime(product)).ms];
    if (n === 0) continue;
    limits.push(limitMs);
    products.push(whole);
  }
  return report(what, median(limits), median(products), goal);
}

/** Reports one run's limit and product (in milliseconds) and their ratio. Returns whether the goal is met. */
export function report(what: string, limit: number, product: number, goal: number): boolean {
  const ratio = product / limit;
  const met = ratio <= goal;
  const [limitMs, whole] = [millis(limit), millis(product)];
  addResult({ what, limit: limitMs, product: whole, ratio: ratio.toFixed(2), goal: `≤ ${goal}`, met });
  return met;
}

/**
 * Reports a figure with a fixed upper limit; returns whether it is met. With `reportOnly` it never fails, because
 * machines differ.
 */
export function checkBound(what: string, value: number, most: number, unit: string, reportOnly = false): boolean {
  const met = value <= most;
  const product = unit === 'ms' ? millis(value) : `${Math.round(value)} ${unit}`;
  addResult({
    what,
    limit: '',
    product,
    ratio: '',
    goal: `≤ ${most} ${unit}${reportOnly ? ', not enforced' : ''}`,
    met,
  });
  return met || reportOnly;
}

/** Reports a score with its lower limit; returns whether it is met. */
export function checkScore(what: string, score: number, least: number): boolean {
  const met = score >= least;
  addResult({ what, limit: '', product: String(score), ratio: '', goal: `≥ ${least}`, met });
  return met;
}

/** Reports a figure that has no goal, in milliseconds. */
export const note = (what: string, ms: number): void =>
  addResult({ what, limit: '', product: millis(ms), ratio: '', goal: '', met: null });

const millis = (ms: number): string => (ms < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(ms < 10 ? 2 : 1)} ms`);

function addResult(result: Result): void {
  results.push(result);
  const { what, limit, product, ratio, goal, met } = result;
  const parts = [limit && `limit ${limit}`, `product ${product}`, ratio && `ratio ${ratio}`, goal && `goal ${goal}`];
  console.log(`  ${what}: ${parts.filter(Boolean).join(', ')}${met === false ? ' MISSED' : ''}`);
}
