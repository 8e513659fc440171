import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaults, open } from '../e2e/browser.js';
import { useDemo } from '../e2e/demo.js';
import type { Holder } from '../src/domain/access/permissions.js';

interface Screens {
  readonly screens: readonly { readonly path: string }[];
  screenFor(path: string, user: Holder): object | 'denied' | null;
}
/** The dashboard has compiler options of its own; only what is used here is typed. */
const { screens, screenFor } = (await import('../src/dashboard/screens.js' as string)) as Screens;

const demo = useDemo();

const everybody = ['office.admin@demo.test', 'shop.admin@demo.test'];
const widths = [1280, 360];

/** The screens that a person may open; each has an address of its own. */
async function pathsOf(userName: string): Promise<string[]> {
  const user = (await (await demo.as(userName))<Holder>('GET', '/api/auth')).body;
  return screens.map(({ path }) => path).filter((path) => typeof screenFor(path, user) === 'object');
}

/** What is wrong with the screen that is open; must be nothing. */
async function problemsOf(page: Page): Promise<string[]> {
  const problems = [...demo.browser.faults(), ...(await accessibilityFaults(page))];
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [...problems, `is ${over} px wider than the window`] : problems;
}

/** The addresses that links on the open screen lead to. */
const linksOn = (page: Page): Promise<string[]> =>
  page.locator('main a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

test.each(everybody.flatMap((userName) => widths.map((width) => [userName, width] as const)))(
  'every screen of %s at %i px, empty and with a record, is accessible in light and dark and fits the window',
  async (userName, width) => {
    const page = await demo.signedIn(userName, '/', { viewport: { width, height: 800 } });
    const paths = await pathsOf(userName);
    const found: Record<string, string[]> = {};
    const opened = new Set<string>();
    const links: string[] = [];
    const look = async (address: string) => {
      await open(page, address);
      const problems = await problemsOf(page);
      if (problems.length > 0) found[address] = problems;
      opened.add(new URL(page.url()).pathname);
      links.push(...(await linksOn(page)));
    };
    for (const path of paths) await look(path);
    for (const path of paths) {
      const record = links.find((link) => link.startsWith(`${path}?`) && link.includes('id='));
      if (record) await look(record);
    }
    expect(paths.length).toBeGreaterThan(40);
    expect({ found, neverOpened: paths.filter((path) => !opened.has(path)) }).toEqual({ found: {}, neverOpened: [] });
    await page.context().close();
  },
);
