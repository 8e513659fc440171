import type { Page } from 'playwright-core';
import { runInPage } from './lib/chromium.js';
import { median, report } from './lib/measure.js';

const TIMES = 15;
const WARM_UP = 3;

/** The office's list of 200 orders painted in Chromium against a plain React table of the same cells; 10,000 rows against 200. */
export const run = (): Promise<boolean> => runInPage('painting', measure);

async function measure(page: Page): Promise<boolean> {
  await page.waitForFunction('window.paint');
  const [plainTimes, list, long]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < TIMES + WARM_UP; n += 1) {
    const times = [await paint(page, 'plain', 200), await paint(page, 'list', 200), await paint(page, 'list', 10_000)];
    if (n >= WARM_UP) for (const [at, series] of [plainTimes, list, long].entries()) series.push(times[at] ?? 0);
  }
  const isTypicalFast = report(
    'list of 200 orders painted, against a plain table',
    median(plainTimes),
    median(list),
    3.5,
  );
  return report('list of 10,000 orders painted, against 200', median(list), median(long), 1.3) && isTypicalFast;
}

const paint = (page: Page, kind: string, count: number): Promise<number> =>
  page.evaluate(
    ([what, rows]) => (window as unknown as { paint: (kind: string, n: number) => Promise<number> }).paint(what, rows),
    [kind, count] as const,
  );
