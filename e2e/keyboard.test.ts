import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled, toast } from './browser.js';
import { useDemo } from './demo.js';
import { choose, press, tabTo } from './keyboard.js';
import { demoPassword } from './product.js';

const demo = useDemo();
/** Nothing in this file uses a mouse. */
let [office, shop] = [] as unknown as [Page, Page];

beforeAll(async () => {
  office = await signedIn('office.admin@demo.test');
  shop = await signedIn('shop.admin@demo.test');
});

async function signedIn(userName: string): Promise<Page> {
  const page = await demo.browser.page(demo.server.address);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await tabTo(page, /^Username/);
  await page.keyboard.type(userName);
  await tabTo(page, /^Password/);
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/home'));
  await settled(page);
  return page;
}

/** Follows a link of the menu. */
async function go(page: Page, path: `/${string}`): Promise<void> {
  await press(page, path);
  await page.waitForURL((url) => url.pathname === path);
  await settled(page);
}

/** Confirms the open dialog, and waits until it is closed. */
async function say(page: Page, answer: RegExp): Promise<void> {
  await page.locator('dialog[open]').waitFor();
  await press(page, answer);
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

test('orders that differ are accepted and pushed', async () => {
  await go(office, '/company/orders/add');
  const order = (await press(office, /^[1-9]\d* alerts? for /)).replace(/^.* for /, '');
  await office
    .getByRole('button', { name: /^Accept: / })
    .first()
    .waitFor();
  for (let left = await alertsLeft(); left > 0; left -= 1) {
    await press(office, /^Accept: /);
    await expect.poll(alertsLeft).toBe(left - 1);
  }
  await office.getByRole('button', { name: `All resolved for ${order}` }).waitFor();
  await press(office, /^Push To Shops$/);
  await toast(office, 'Orders are updated to InQueue');
});

const alertsLeft = () => office.getByRole('button', { name: /^Accept: / }).count();

test('an order that is built moves on', async () => {
  await go(shop, '/shop/orders/building');
  const order = (await press(shop, /Change Status of /)).replace(/^.*Change Status of /, '');
  await choose(shop, /^Finished$/);
  await say(shop, /^Yes$/);
  await toast(shop, `${order} is updated.`);
});

test('a finished order is invoiced', async () => {
  await go(shop, '/shop/orders/finished');
  const order = (await press(shop, /^Invoice order /)).replace('Invoice order ', '');
  await shop.locator('dialog[open]').getByLabel('Invoice Number').waitFor();
  await say(shop, /^Create Invoice$/);
  await toast(shop, 'Invoice is created');
  await shop.getByRole('row').filter({ hasText: order }).waitFor({ state: 'detached' });
});

test('an invoice is approved', async () => {
  await go(office, '/company/invoices/new');
  await press(office, /^Approve: invoice /);
  await say(office, /^Yes$/);
  await toast(office, 'Invoice is updated');
});

test('an approved invoice is paid', async () => {
  await go(office, '/company/invoices/approved');
  const invoice = (await press(office, /^Select invoice /, 'Space')).replace(/^Select (invoice \S+) .*$/, '$1');
  await press(office, /^Create Payment/);
  await office.locator('dialog[open]').getByLabel('Payment #').waitFor();
  await say(office, /^Create Payment$/);
  await toast(office, 'Payment is created');
  await office.getByRole('checkbox', { name: `Select ${invoice} ` }).waitFor({ state: 'detached' });
});

test('an order opens from its list, and the focus is on the screen', async () => {
  await go(office, '/company/orders/finished');
  expect(await office.evaluate(() => document.activeElement?.id)).toBe('main');
  await press(office, /^View order /);
  await office.waitForURL('**/company/order/form?id=*');
  await office.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
});

test('a day is chosen from the calendar', async () => {
  await office.goto('/company/invoices/approved');
  await settled(office);
  await press(office, /^Choose cut-off date/);
  const calendar = office.getByRole('dialog', { name: 'Choose cut-off date' });
  await calendar.locator('td button:focus').waitFor();
  await office.keyboard.press('ArrowLeft'); // from today
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
  expect(await office.getByLabel('Cut-off date', { exact: true }).inputValue()).toBe(yesterday);
  expect(await office.evaluate(() => document.activeElement?.textContent)).toBe('Choose cut-off date');
  await office.keyboard.press('Enter');
  await calendar.locator('td button:focus').waitFor();
  const box = await calendar.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(office.viewportSize()?.width ?? 0);
  await office.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
});
