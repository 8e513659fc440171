import { expect } from 'vitest';
import type { Page } from 'playwright-core';

/** The most presses of Tab on the way to an element; a list has several stops per row. */
const FAR = 200;

/** Presses Tab until the element with this name or address has a visible focus; returns its name. */
export const pressTabTo = (page: Page, what: RegExp | `/${string}`): Promise<string> => moveTo(page, 'Tab', what);

/** Moves to the side menu with Tab and to an entry with the arrow keys, expands its group, and follows it. */
export async function follow(page: Page, group: string, entry: string): Promise<void> {
  for (let at = 0; !(await page.evaluate(isInMenu)); at += 1) {
    if (at > FAR) throw new Error('Tab never came to the menu');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Home');
  await moveTo(page, 'ArrowDown', new RegExp(`^${group}$`));
  if (await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded') === 'false'))
    await page.keyboard.press('Enter');
  await moveTo(page, 'ArrowDown', new RegExp(`^${entry}$`));
  await page.keyboard.press('Enter');
}

/** Runs in the page: whether the focus is in the side menu. */
function isInMenu(): boolean {
  return document.activeElement?.closest('nav[aria-label="Screens"]') !== null;
}

/** Counts the tab stops before the content of a page that was just opened; each must be named and visible. */
export async function countStops(page: Page): Promise<number> {
  for (let stops = 0; stops < FAR; stops += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.closest('main') !== null)) return stops;
    expect(await page.evaluate(readFocused)).toMatchObject({
      visible: true,
      name: expect.stringMatching(/\S/) as string,
    });
  }
  throw new Error('Tab never came to the content');
}

async function moveTo(page: Page, key: 'Tab' | 'ArrowDown', what: RegExp | `/${string}`): Promise<string> {
  const passedStops: string[] = [];
  for (let at = 0; at < FAR; at += 1) {
    if (at > 0 || key === 'Tab') await page.keyboard.press(key); // a menu opens with the focus on its first entry
    const focusedName = await page.evaluate(readFocused);
    passedStops.push(focusedName.name);
    if (typeof what === 'string' ? focusedName.href !== what : !what.test(focusedName.name)) continue;
    expect(focusedName).toMatchObject({ visible: true });
    return focusedName.name;
  }
  throw new Error(`${key} never came to ${what}: ${passedStops.join(' · ')}`);
}

/** Moves to an element with Tab and presses a key; returns the element's name. */
export async function press(page: Page, what: RegExp | `/${string}`, key = 'Enter'): Promise<string> {
  const stop = await pressTabTo(page, what);
  await page.keyboard.press(key);
  return stop;
}

/** Chooses an entry of the open menu. */
export async function choose(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('menu').waitFor();
  await moveTo(page, 'ArrowDown', entry);
  await page.keyboard.press('Enter');
}

/** Runs in the page: the focused element, and whether its focus is visible. */
function readFocused(): { name: string; href: string | null; visible: boolean } {
  const element = document.activeElement as HTMLInputElement | null;
  const label = element?.labels?.[0]?.textContent;
  const ownName = element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
  const href = element?.getAttribute('href') ?? null;
  return { name: ownName.trim(), href, visible: element?.matches(':focus-visible') ?? false };
}
