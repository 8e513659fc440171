import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { choose, countStops, follow, press, pressTabTo } from './keyboard.js';
import { demoPassword } from './product.js';

const demo = useDemo();
/** No test in this file uses a mouse. */
let [office, shop] = [] as unknown as [Page, Page];

beforeAll(async () => {
  office = await openAs('office.admin@demo.test');
  shop = await openAs('shop.admin@demo.test');
});

async function openAs(userName: string): Promise<Page> {
  const page = await demo.browser.page(demo.server.address);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await pressTabTo(page, /^Username/);
  await page.keyboard.type(userName);
  await pressTabTo(page, /^Password/);
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/home'));
  await waitUntilSettled(page);
  return page;
}

/** Follows an entry of the menu, then the tab of its list with this address. */
async function go(page: Page, entry: keyof typeof groups, path: `/${string}`): Promise<void> {
  await follow(page, groups[entry], entry);
  await page.waitForFunction(isCurrent, entry);
  await waitUntilSettled(page);
  if (new URL(page.url()).pathname === path) return;
  await press(page, path);
  await page.waitForURL((url) => url.pathname === path);
  await waitUntilSettled(page);
}

const groups = { Orders: 'Work', Invoices: 'Money' } as const;

/** Runs in the page: whether this entry of the menu is the current one. */
const isCurrent = (entry: string): boolean =>
  [...document.querySelectorAll('nav[aria-label="Screens"] [aria-current]')].some(
    ({ textContent }) => textContent === entry,
  );

/** Confirms the open dialog, and waits until it is closed. */
async function announce(page: Page, answer: RegExp): Promise<void> {
  await page.locator('dialog[open]').waitFor();
  await press(page, answer);
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

test('orders with differences are accepted and pushed', async () => {
  await go(office, 'Orders', '/company/orders/add');
  const order = (await press(office, /^[1-9]\d* alerts? for /)).replace(/^.* for /, '');
  await office
    .getByRole('button', { name: /^Accept: / })
    .first()
    .waitFor();
  for (let alertsToAccept = await countAlertsLeft(); alertsToAccept > 0; alertsToAccept -= 1) {
    await press(office, /^Accept: /);
    await expect.poll(countAlertsLeft).toBe(alertsToAccept - 1);
  }
  await office.getByRole('button', { name: `All resolved for ${order}` }).waitFor();
  await press(office, /^Push To Shops$/);
  await waitForToast(office, 'Orders are updated to InQueue');
});

const countAlertsLeft = () => office.getByRole('button', { name: /^Accept: / }).count();

test('a built order moves to its next status', async () => {
  await go(shop, 'Orders', '/shop/orders/building');
  const order = (await press(shop, /Change Status of /)).replace(/^.*Change Status of /, '');
  await choose(shop, /^Finished$/);
  await waitForToast(shop, `${order} is updated.`);
});

test('a finished order is invoiced', async () => {
  await go(shop, 'Orders', '/shop/orders/finished');
  const order = (await press(shop, /^Invoice order /)).replace('Invoice order ', '');
  await shop.locator('dialog[open]').getByLabel('Invoice Number').waitFor();
  await announce(shop, /^Create Invoice$/);
  await waitForToast(shop, 'Invoice is created');
  await shop.getByRole('row').filter({ hasText: order }).waitFor({ state: 'detached' });
});

test('an invoice is approved', async () => {
  await go(office, 'Invoices', '/company/invoices/new');
  await press(office, /^Approve: invoice /);
  await announce(office, /^Yes$/);
  await waitForToast(office, 'Invoice is updated');
});

test('an approved invoice is paid', async () => {
  await go(office, 'Invoices', '/company/invoices/approved');
  const invoice = (await press(office, /^Select invoice /, 'Space')).replace(/^Select (invoice \S+) .*$/, '$1');
  await press(office, /^Create Payment/);
  await office.locator('dialog[open]').getByLabel('Payment #').waitFor();
  await announce(office, /^Create Payment$/);
  await waitForToast(office, 'Payment is created');
  await office.getByRole('checkbox', { name: `Select ${invoice} ` }).waitFor({ state: 'detached' });
});

test('an order opens from its list, and the focus moves to its screen', async () => {
  await go(office, 'Orders', '/company/orders/finished');
  expect(await office.evaluate(() => document.activeElement?.id)).toBe('main');
  await press(office, /^View order /);
  await office.waitForURL('**/company/order/form?id=*');
  await office.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
});

test('a day is chosen from the calendar', async () => {
  await office.goto('/company/invoices/approved');
  await waitUntilSettled(office);
  await press(office, /^Cut-off date/);
  await press(office, /^Choose cut-off date/);
  const calendar = office.getByRole('dialog', { name: 'Choose cut-off date' });
  await calendar.locator('td button:focus').waitFor();
  await office.keyboard.press('ArrowLeft'); // the focus starts on today
  await office.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  const yesterday = await office.evaluate(() => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toLocaleDateString('en-US', {
      month: '2-digit',
      day: '2-digit',
      year: 'numeric',
    });
  });
  expect(await office.getByRole('textbox', { name: 'Cut-off date' }).inputValue()).toBe(yesterday);
  expect(await office.evaluate(() => document.activeElement?.textContent)).toBe('Choose cut-off date');
  await office.keyboard.press('Enter');
  await calendar.locator('td button:focus').waitFor();
  const box = await calendar.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(office.viewportSize()?.width ?? 0);
  await office.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
});

describe('the frame', () => {
  const getMenu = () => office.getByRole('navigation', { name: 'Screens' });
  const readFocused = (): Promise<string> => office.evaluate(() => document.activeElement?.textContent ?? '');
  /** Moves from the top of the page to the menu. */
  const enterMenu = async (): Promise<void> => {
    await pressTabTo(office, /^Search or jump to/);
    await office.keyboard.press('Tab');
  };

  test('has fewer than ten tab stops before the content, whatever waits for the user', async () => {
    const ask = await demo.callAs('office.admin@demo.test');
    for (const storMorSpecific of [true, false])
      for (const msg of ['Closed on Friday.', 'Closed on Monday.'])
        await ask('POST', '/api/announcement', { msg, storMorSpecific });
    for (const [page, path] of [
      [office, '/company/home'],
      [office, '/company/orders/building'],
      [shop, '/shop/home'],
    ] as const) {
      await open(page, path);
      expect(await countStops(page)).toBeLessThan(10);
    }
  });

  test('remembers which groups are open', async () => {
    await office.goto('/company/home');
    await waitUntilSettled(office);
    const group = getMenu().getByRole('button', { name: 'Insights' });
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    const saving = office.waitForResponse((answer) => answer.url().endsWith('/api/users/preferences'));
    await enterMenu();
    await office.keyboard.press('End');
    while ((await readFocused()) !== 'Insights') await office.keyboard.press('ArrowUp');
    await office.keyboard.press('ArrowRight');
    expect(await readFocused()).toBe('Invoice Report');
    await saving;
    await office.reload();
    await waitUntilSettled(office);
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    expect(await getMenu().getByRole('button', { name: 'Catalogue' }).getAttribute('aria-expanded')).toBe('false');
  });

  test('lists a page among the favorites on every device, until its star is pressed again', async () => {
    const getLink = (page: Page) =>
      page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Building orders' });
    const readKept = () => office.waitForResponse((answer) => answer.url().endsWith('/api/users/preferences'));
    await office.goto('/company/orders/building');
    await waitUntilSettled(office);
    expect(await getLink(office).count()).toBe(0);
    await Promise.all([readKept(), press(office, /^Favorite$/)]);
    await getLink(office).waitFor();
    const other = await demo.openAs('office.admin@demo.test');
    await getLink(other).waitFor();
    await other.context().close();
    await Promise.all([readKept(), office.keyboard.press('Enter')]);
    await getLink(office).waitFor({ state: 'detached' });
  });

  test('opens a group beside its icon while the menu is narrow; Escape returns to the icon', async () => {
    await office.goto('/company/home');
    await waitUntilSettled(office);
    await enterMenu();
    await office.keyboard.press('End');
    await office.keyboard.press('Enter'); // narrows the menu
    await getMenu().getByRole('button', { name: 'Expand menu' }).waitFor();
    await office.keyboard.press('Home');
    while ((await readFocused()) !== 'Money') await office.keyboard.press('ArrowDown');
    await getMenu().getByRole('link', { name: 'Payments' }).waitFor();
    await office.keyboard.press('ArrowRight');
    expect(await readFocused()).toBe('Invoices');
    expect(await listAccessibilityFaults(office)).toEqual([]);
    await office.keyboard.press('Escape');
    expect(await readFocused()).toBe('Money');
    expect(await getMenu().getByRole('link', { name: 'Payments' }).count()).toBe(0);
    await office.keyboard.press('Enter');
    await office.keyboard.press('End');
    await office.keyboard.press('Enter');
    await office.waitForURL('**/company/payments');
    await waitUntilSettled(office);
    await enterMenu();
    await office.keyboard.press('End');
    await office.keyboard.press('Enter');
    await getMenu().getByRole('button', { name: 'Collapse menu' }).waitFor();
  });

  test('shows where a page belongs, and returns to the list last used', async () => {
    await go(office, 'Orders', '/company/orders/finished');
    await press(office, /^View order /);
    await office.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
    const crumbs = office.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual([
      'Work',
      'Orders',
      expect.stringMatching(/Order/),
    ]);
    await press(office, '/company/orders/finished');
    await office.waitForURL('**/company/orders/finished');
  });

  test('goes back from a typed address to the list without loading the dashboard again', async () => {
    await go(office, 'Orders', '/company/orders/finished');
    const order = office.getByRole('link', { name: /^View order / }).first();
    await office.goto((await order.getAttribute('href')) ?? '');
    await waitUntilSettled(office);
    await office.evaluate(() => document.documentElement.setAttribute('data-this-document', ''));
    await press(office, /^Back$/);
    await office.waitForURL('**/company/orders/*');
    await waitUntilSettled(office);
    expect(await office.locator('[data-this-document]').count()).toBe(1);
  });
});

test('the palette lists by group what the user may open, the recent ones first', async () => {
  const ask = await demo.callAs('office.admin@demo.test');
  interface NamedList {
    readonly items: readonly { readonly _id: string; readonly name: string }[];
  }
  const dealer = (await ask<NamedList>('GET', '/api/dealer')).body.items[0]!;
  await office.goto('/company/home');
  await waitUntilSettled(office);
  const type = async (text: string, page = office) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').waitFor();
    await page.keyboard.type(text);
  };
  const getGroup = (name: string, page = office) => page.getByRole('group', { name });
  await type(dealer.name);
  await getGroup('Dealers').getByRole('option', { name: dealer.name }).first().waitFor();
  const isStored = office.waitForResponse((answer) => answer.url().endsWith('/api/users/preferences')); // a reload would cut it off
  await office.keyboard.press('Enter');
  await office.waitForURL(`**/company/dealer/form?id=${dealer._id}`);
  await waitUntilSettled(office);
  await isStored;
  await office.goto('/company/home');
  await waitUntilSettled(office);
  await type('10x16');
  await getGroup('Sizes')
    .getByRole('option', { name: /^10 × 16 / })
    .first()
    .waitFor();
  await office.keyboard.press('Escape');
  await type('top 1');
  await getGroup('Reports').getByRole('option', { name: 'Top 100' }).waitFor();
  await office.keyboard.press('Escape');
  await type('');
  await getGroup('Recent').getByRole('option', { name: dealer.name }).waitFor();
  await getGroup('Actions').getByRole('option', { name: 'Upload orders' }).waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await office.keyboard.press('Escape');
  await shop.goto('/shop/home');
  await waitUntilSettled(shop);
  await type(dealer.name, shop);
  await shop.getByText(/^(\d+ found|Nothing found)/).waitFor();
  expect(await getGroup('Dealers', shop).count()).toBe(0);
  await shop.keyboard.press('Escape');
});

/** Runs in the page: the name of the focused element if the save bar covers any of it that there is room for; else null. */
function listCoveredByBar(): string | null {
  const [element, bar] = [document.activeElement, document.querySelector('main [data-save-bar]')];
  if (!element || !bar || bar.contains(element) || element.contains(bar)) return null;
  const [box, cover] = [element.getBoundingClientRect(), bar.getBoundingClientRect()];
  const isBeside = box.right <= cover.left || box.left >= cover.right || box.top >= cover.bottom;
  const isTall = box.height > cover.top - 64; // below the header
  const isCovered = !isBeside && (isTall ? box.top >= cover.top : box.bottom > cover.top);
  return isCovered ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}` : null;
}

/** Moves through a screen's content with a key; returns how many stops it has, and those that the bar covers. */
async function passContent(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; covered: string[] }> {
  const covered: string[] = [];
  for (let stops = 0; stops < 400; stops += 1) {
    await page.keyboard.press(key);
    if (!(await page.evaluate(() => document.activeElement?.closest('main') !== null))) return { stops, covered };
    const name = await page.evaluate(listCoveredByBar);
    if (name) covered.push(name);
  }
  throw new Error(`${key} never left the content`);
}

test.each([
  [1440, 900],
  [390, 844],
])('the focus is never under the save bar of a long form in a window of %i × %i', async (width, height) => {
  const { body } = await (
    await demo.callAs('office.admin@demo.test')
  )<{ items: { _id: string }[] }>('GET', '/api/orders/status/building');
  for (const path of [`/company/order/form?id=${body.items[0]?._id}`, '/company/settings#rates']) {
    const page = await demo.openAs('office.admin@demo.test', path, { viewport: { width, height } });
    await page.locator('main [data-save-bar]').first().waitFor();
    await page.locator('main h1').focus();
    const forward = await passContent(page, 'Tab');
    expect(forward).toMatchObject({ covered: [] });
    expect(forward.stops).toBeGreaterThan(9);
    expect(await passContent(page, 'Shift+Tab')).toMatchObject({ covered: [] });
    await page.context().close();
  }
});
