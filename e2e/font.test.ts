import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { openSession, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Letters as wide as on most screens; without hinting, Chromium on Linux does not round each to whole pixels. */
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      ...['--disable-dev-shm-usage', '--font-render-hinting=none'],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
});
afterAll(() => browser.close());

/** A line of text as painted: its words, and where it is. */
interface PaintedLine {
  readonly text: string;
  readonly top: number;
  readonly width: number;
}

/** Runs in a page: the lines of all its visible texts, in their order. */
function readLines(): PaintedLine[] {
  const lines: { text: string; top: number; width: number }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || parent.closest('.sr-only, option, script')) continue;
    if (getComputedStyle(parent).clipPath !== 'none') continue; // only for screen readers
    const range = document.createRange();
    let previousTop = NaN;
    for (const { 0: word, index } of text.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { top, width, height } = range.getBoundingClientRect();
      if (height === 0) continue;
      const last = lines.at(-1);
      if (last && Math.abs(top - previousTop) < 2) {
        last.text += ` ${word}`;
        last.width += width;
      } else lines.push({ text: word, top, width });
      previousTop = top;
    }
  }
  return lines;
}

/** Runs in a page: starts to sum up its layout shifts. */
function observeShifts(): void {
  const sums = ((window as unknown as { shifts: { sum: number } }).shifts = { sum: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sums.sum += entry.value;
  }).observe({ type: 'layout-shift' });
}

/** Runs in a page: its layout shifts since then, once everything is painted. */
async function sumShifts(): Promise<number> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
  return (window as unknown as { shifts: { sum: number } }).shifts.sum;
}

/** Opens an address while its font is under way; `arrive` lets it through and waits until it is loaded. */
async function openWithoutFont(userName: string | null, path: string, viewport: BrowserContextOptions['viewport']) {
  const { address } = demo.server;
  const session = userName ? { storageState: await openSession(address, userName) } : {};
  const context = await browser.newContext({
    baseURL: address,
    reducedMotion: 'reduce',
    viewport: viewport ?? null,
    ...session,
  });
  const page = await context.newPage();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  const answered = awaitAnswers(page);
  await page.goto(path, { waitUntil: 'commit' }); // the page is not loaded without its font
  await waitUntilSettled(page);
  await answered(); // the counts in menu and header, too
  const arrive = async () => {
    release();
    await page.evaluate(() => document.fonts.load('14px Inter'));
    await page.evaluate(() => document.fonts.ready);
  };
  return { page, arrive };
}

/** Waits until the page has nothing to do and no answer to wait for, but for its font and its stream of events. */
function awaitAnswers(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  page.on('request', (sent) => void (/\.woff2$|\/api\/events/.test(sent.url()) || waiting.add(sent)));
  page.on('requestfinished', (sent) => void waiting.delete(sent));
  page.on('requestfailed', (sent) => void waiting.delete(sent));
  return async () => {
    const count = async () => {
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
      return waiting.size;
    };
    await expect.poll(count).toBe(0);
  };
}

const isLoaded = (page: Page) => page.evaluate(() => document.fonts.check('14px Inter'));

/** A text whose width shows the letters', not that of figures, which are as wide as each other only in tables. */
const isProse = (text: string): boolean => /^[A-Za-z ,.]{20,}$/.test(text);

test.each(
  (['desk', 'phone'] as const).flatMap((size) => [
    [size, 'the login', null, '/login'] as const,
    [size, 'a list', 'office.admin@demo.test', '/company/orders/building'] as const,
    [size, 'an order', 'office.admin@demo.test', 'order'] as const,
  ]),
)('on a %s, no line of %s moves when the font arrives', async (size, _name, userName, path) => {
  const { page, arrive } = await openWithoutFont(userName, await addressOf(path), sizes[size]);
  expect(await isLoaded(page)).toBe(false);
  const before = await page.evaluate(readLines);
  await page.evaluate(observeShifts);
  await arrive();
  const shift = await page.evaluate(sumShifts);
  expect(await isLoaded(page)).toBe(true);
  const after = await page.evaluate(readLines);
  expect(before.length).toBeGreaterThan(5);
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  const moved = after.filter(({ top }, at) => Math.abs(top - (before[at]?.top ?? NaN)) > 1);
  expect(moved).toEqual([]);
  const grown = after.flatMap(({ text, width }, at) => {
    const ratio = width / (before[at]?.width ?? NaN);
    return isProse(text) && Math.abs(ratio - 1) > 0.02 ? [`${text}: ${ratio.toFixed(3)}`] : [];
  });
  expect(grown).toEqual([]);
  expect(shift).toBeLessThan(0.01);
  await page.context().close();
});

/** The address of a screen; that of an order in the list of those that are built. */
async function addressOf(path: string): Promise<string> {
  if (path !== 'order') return path;
  const call = await demo.callAs('office.admin@demo.test');
  const { items } = (await call<{ items: { _id: string }[] }>('GET', '/api/orders?status=Building')).body;
  return `/company/order/form?id=${items[0]?._id}`;
}
