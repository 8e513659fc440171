import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { limit } from '../src/domain/testing/patience.js';
import { listAccessibilityFaults, listNamingFaults, open } from './browser.js';
import { useDemo } from './demo.js';
import { countStops } from './keyboard.js';

type Side = 'company' | 'shop';

const demo = useDemo();
const people: Record<Side, string> = { company: 'office.admin@demo.test', shop: 'shop.admin@demo.test' };
/** Imported without its types, which only the dashboard's project has. */
const { screens } = await vi.importActual<{ screens: readonly { readonly path: string; readonly side: Side }[] }>(
  '../src/dashboard/screens.js',
);
/** Addresses of screens that show another list, or none, without a query. */
const moreAddresses: Record<Side, readonly string[]> = {
  company: [
    '/denied',
    '/company/reports/invoices?range=this-year',
    '/company/reports/orders/inventory?range=this-year',
    '/company/reports/orders/top100?range=this-year',
    '/company/settings#base-styles',
    '/company/settings#users',
  ],
  shop: [
    '/denied',
    '/shop/items/category/all?tab=received',
    '/shop/reports/orders?range=this-year',
    '/shop/settings#base-styles',
    '/shop/settings#users',
  ],
};

beforeAll(async () => {
  const office = await demo.callAs(people.company);
  const msg = 'Metal prices go up next month. Order what you need now, and let your builders know.';
  await office('POST', '/api/announcement', { msg, storMorSpecific: false }); // shown above every screen of a shop
});

/**
 * Resizes the window and waits until the page is painted and fits, because a list loads the code of its lines for a
 * phone. One that never fits is reported afterwards.
 */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: limit(2_000) }).catch(() => undefined);
}

/** Whether a screen shows one record, by an ID in its address. */
const isRecord = (path: string) => /\/(form|view|edit|add|update)$/.test(path);
/** Screens of all parts that a screen is made of, in light and dark; the controls of the others only need names. */
const fullyChecked =
  /\/(denied|home|orders\/(building|board|add|add\/missing)|invoices\/approved|payments|messages|announcements(\/\w+)?|(order|invoice)\/form|payment\/view)$/;
/** Screens that begin with something else than their lists: figures, a form of rates. */
const startsDifferently = /\/(home|settings)$/;

/** The lower edge of the list's first row at 200 % zoom in a window of 1,440 × 900 pixels; 0 without a list. */
async function measureFirstRowBottom(page: Page): Promise<number> {
  await resize(page, 720, 450);
  return await page.evaluate(() => {
    const findRow = (part: string) =>
      [...document.querySelectorAll(part)].map((one) => one.closest('tr')).find((row) => row?.checkVisibility());
    const row = findRow('main [data-row]') ?? findRow('main tbody td');
    return row ? Math.round(row.getBoundingClientRect().bottom) : 0;
  });
}

/** Runs in the page: the CSS module classes in use that no loaded stylesheet defines. */
function listUnstyled(): string[] {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
    .join('\n');
  const shownClasses = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]));
  return [...shownClasses].filter((name) => /_[0-9a-f]{4}$/.test(name) && !rules.includes(`.${name}`));
}

/** What is wrong with the screen that is open; must be empty. */
async function listProblems(page: Page): Promise<string[]> {
  const { pathname, hash } = new URL(page.url());
  const problems = demo.browser.faults();
  if ((await page.locator('main h1').count()) !== 1) problems.push('does not have one h1 in main');
  if (!(await page.title()).endsWith('Shedworks')) problems.push(`is titled "${await page.title()}"`);
  for (const name of await page.evaluate(listUnstyled))
    problems.push(`has the class ${name} of a sheet that is not there`);
  const stops = await countStops(page);
  if (stops >= 10) problems.push(`has ${stops} tab stops before the content`);
  problems.push(...(await (fullyChecked.test(pathname) ? listAccessibilityFaults(page) : listNamingFaults(page))));
  await resize(page, 320, 700);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > 320) problems.push(`is ${width} pixels wide in a window of 320`);
  if (!isRecord(pathname) && !startsDifferently.test(pathname + hash)) {
    const bottom = await measureFirstRowBottom(page);
    if (bottom > 450) problems.push(`has its first row end at ${bottom}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return problems;
}

/** The links in the content, by path; the first of each. */
const readLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].map(({ href }) =>
      href.replace(location.origin, ''),
    ),
  );

test.each(['company', 'shop'] as const)(
  'every screen of the %s side opens without an error, is accessible, fits a window of 320 pixels, and shows the first row of its list at 200 % zoom',
  async (side) => {
    const page = await demo.openAs(people[side], '/', { viewport: { width: 1440, height: 900 } });
    const paths = new Set(screens.filter((screen) => screen.side === side).map(({ path }) => path));
    const addresses = [...paths].filter((path) => !isRecord(path));
    const records = new Map<string, string>();
    const found: Record<string, string[]> = {};
    const visit = async (address: string) => {
      await open(page, address);
      for (const link of await readLinks(page)) {
        const path = link.replace(/[?#].*/, '');
        if (paths.has(path) && isRecord(path) && link.includes('?') && !records.has(path)) records.set(path, link);
      }
      const problems = await listProblems(page);
      const { pathname } = new URL(page.url());
      if (!isRecord(address) && fullyChecked.test(address) && pathname !== address)
        problems.push(`leads to ${pathname}`);
      if (problems.length > 0) found[address] = problems;
    };
    for (const address of [...addresses, ...moreAddresses[side]]) await visit(address);
    const visited = new Set<string>();
    for (let next = records.keys().next().value; next !== undefined;) {
      visited.add(next);
      await visit(records.get(next) ?? next);
      next = [...records.keys()].find((path) => !visited.has(path));
    }
    for (const path of [...paths].filter((one) => isRecord(one) && !visited.has(one))) await visit(path);
    expect(records.size).toBeGreaterThan(9);
    expect(found).toEqual({});
  },
  limit(400_000),
);

test('a chart that is not drawn yet fits a window of 320 pixels', async () => {
  const page = await demo.openAs(people.shop, '/shop/items/category/all', { viewport: { width: 320, height: 700 } });
  await page.locator('main figure').first().scrollIntoViewIfNeeded();
  const canvas = page.locator('main canvas[data-drawn]');
  await canvas.waitFor();
  await canvas.evaluate((drawn) => {
    const undrawn = document.createElement('canvas'); // as it is before its library has drawn on it
    drawn.parentElement?.append(undrawn);
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
