import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, open } from '../e2e/browser.js';
import { useDemo } from '../e2e/demo.js';
import type { Holder } from '../src/domain/kernel/rights/permissions.js';

interface Screens {
  readonly screens: readonly { readonly path: string }[];
  screenFor(path: string, user: Holder): object | 'denied' | null;
}
/** Only the parts used; typed here because the dashboard has its own compiler options. */
const { screens, screenFor } = (await import('../src/dashboard/screens.js' as string)) as Screens;

const demo = useDemo();

interface IdList {
  readonly items: readonly { readonly _id: string }[];
}
interface Draft {
  readonly items: readonly { readonly _id: string; readonly name: string; readonly rate: number }[];
}

/** Addresses that no link leads to. */
const unlinkedScreens: string[] = [];
/** An old address that redirects to a screen. */
const alias = '/shop/purchase/vendors/form';

/** Creates the records that the demo lacks, for both sides. */
beforeAll(async () => {
  const [office, shop] = [await demo.callAs('office.admin@demo.test'), await demo.callAs('shop.admin@demo.test')];
  const create = async (call: typeof office, path: string, body: unknown) => {
    const answer = await call<{ _id: string }>('POST', path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body._id;
  };
  for (const type of ['Repair', 'Driver']) {
    const { items } = (await shop<Draft>('GET', `/api/repairinvoice/draft/${type}`)).body;
    const [first] = items as [Draft['items'][0]];
    const line = { item: first._id, quantity: 2, rate: first.rate };
    await create(shop, '/api/repairinvoice', { type, invoiceNumber: `${type} 1`, items: [line] });
  }
  await create(shop, '/api/vendor', { name: 'Dover Mill' });
  const [item] = (await shop<{ items: Draft['items'] }>('GET', '/api/item/?size=1')).body.items as [Draft['items'][0]];
  const stage = (call: typeof office, Freight: number) =>
    create(call, '/api/imports/items', { rows: [{ id: item._id, Name: item.name, Freight }] });
  for (const [side, call] of [['company', office] as const, ['shop', shop] as const]) {
    await call('POST', `/api/imports/${await stage(call, 0.11)}/apply`, {});
    unlinkedScreens.push(`/${side}/import/preview?id=${await stage(call, 0.12)}`);
  }
  const [category] = (await office<IdList>('GET', '/api/addon/category/all?size=1')).body.items as [IdList['items'][0]];
  unlinkedScreens.push(`/company/addon/parent-categories/shop/category/addons?category=${category._id}`);
});

/** The screens that a user may open, each with its own address. */
async function readPaths(userName: string): Promise<string[]> {
  const user = (await (await demo.callAs(userName))<Holder>('GET', '/api/auth')).body;
  return screens.map(({ path }) => path).filter((path) => typeof screenFor(path, user) === 'object');
}

/** The addresses that links on the open screen lead to. */
const listLinksOn = (page: Page): Promise<string[]> =>
  page.locator('main a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Links to the same screen that are all followed, because their content differs. */
const SEVERAL = 2;

const getPath = (address: string): string => new URL(address, 'http://localhost').pathname;

/**
 * The addresses at which each screen is tested: its path if it opens without parameters, and the first link to it with
 * parameters. Links are collected from the screens, including those reached by links.
 */
async function readAddresses(page: Page, paths: readonly string[]): Promise<string[]> {
  const addresses: string[] = [];
  const linksByPath = new Map<string, Set<string>>(paths.map((path) => [path, new Set()]));
  /** Visits an address and returns the links to follow. */
  const visit = async (address: string): Promise<string[]> => {
    await open(page, address);
    if (getPath(page.url()) === getPath(address)) addresses.push(address);
    return (await listLinksOn(page)).filter((link) => {
      const knownLinks = linksByPath.get(getPath(link));
      if (!link.includes('?') || !knownLinks || knownLinks.has(link) || knownLinks.size >= SEVERAL) return false;
      return knownLinks.add(link);
    });
  };
  const waiting = [...paths, ...unlinkedScreens.filter((one) => paths.includes(getPath(one)))];
  for (const address of waiting) for (const link of await visit(address)) waiting.push(link);
  for (const path of paths) if (!addresses.some((address) => getPath(address) === path)) await visit(`${path}?new=1`);
  return addresses;
}

/** The problems of the screen at an address; must be empty. */
async function listProblemsAt(page: Page, address: string, width: number): Promise<string[]> {
  await open(page, address);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(800, height) }); // so that a fixed bar hides nothing
  const problems = [...demo.browser.faults(), ...(await listAccessibilityFaults(page))];
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [...problems, `is ${over} px wider than the window`] : problems;
}

describe.each(['office.admin@demo.test', 'shop.admin@demo.test'])('the screens of %s', (userName) => {
  let addresses: string[] = [];

  test('open, each by its path or by a link', async () => {
    const page = await demo.openAs(userName);
    const paths = await readPaths(userName);
    addresses = await readAddresses(page, paths);
    const openedPaths = new Set(addresses.map(getPath));
    expect(paths.filter((path) => !openedPaths.has(path) && path !== alias)).toEqual([]);
    await page.context().close();
  });

  test.each([1280, 360])('are accessible in light and dark and fit a window of %i px', async (width) => {
    const page = await demo.openAs(userName, '/', { viewport: { width, height: 800 } });
    const faultsByScreen: Record<string, string[]> = {};
    for (const address of addresses) {
      const problems = await listProblemsAt(page, address, width);
      if (problems.length > 0) faultsByScreen[address] = problems;
    }
    expect(addresses.length).toBeGreaterThan(50);
    expect(faultsByScreen).toEqual({});
    await page.context().close();
  });
});
