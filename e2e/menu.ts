import type { Page } from 'playwright-core';
import { waitUntilSettled } from './browser.js';

/** The groups of the side menu; the entries above them belong to none. */
type Group = 'Work' | 'Money' | 'Catalogue' | 'Insights' | 'Admin';

const getMenu = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

/** Expands a group of the side menu. */
export async function unfold(page: Page, group: Group): Promise<void> {
  const button = getMenu(page).getByRole('button', { name: group, exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Follows an entry of the side menu, and one of its tabs if it is named. */
export async function follow(page: Page, group: Group, entry: string, tab?: string): Promise<void> {
  await unfold(page, group);
  await getMenu(page).getByRole('link', { name: entry, exact: true }).click();
  await waitUntilSettled(page);
  if (tab) await followTab(page, entry, tab);
}

/** Follows a tab of the open list. */
export async function followTab(page: Page, entry: string, tab: string): Promise<void> {
  await page
    .getByRole('navigation', { name: entry, exact: true })
    .getByRole('link', { name: new RegExp(`^${tab}( [\\d,]+)?$`) })
    .click();
  await page.waitForFunction(
    ([nav, name]) =>
      document.querySelector(`nav[aria-label="${nav}"] [aria-current]`)?.textContent.startsWith(name ?? '') ?? false,
    [entry, tab],
  );
  await waitUntilSettled(page);
}
