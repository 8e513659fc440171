import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { useNetwork } from './network.js';
import type { Call } from './product.js';

const demo = useDemo();
/** The network between the shop and the server. */
const network = useNetwork(demo);
let desk: Page;
let [office, shop] = [] as unknown as [Call, Call];
let shopId: string;

beforeAll(async () => {
  office = await demo.callAs('office.user@demo.test');
  shop = await demo.callAs('shop.admin@demo.test');
  shopId = (await shop<{ _id: string }>('GET', '/api/shop/current')).body._id;
  await choose('off'); // the worker adds notices of waiting work at some point
  desk = await demo.openAs('shop.admin@demo.test', undefined, { baseURL: network.address });
});

/** Switches off all notices of the shop's admin but mentions, or restores the defaults (null). */
const choose = (delivery: 'off' | null) => {
  const kinds = ['orders', 'holds', 'denied', 'invoices', 'lowStock', 'tickets', 'schedules'];
  return shop('PUT', '/api/notices/choices', { choices: Object.fromEntries(kinds.map((kind) => [kind, delivery])) });
};

/** Mentions the shop's admin, as the office. */
const mention = (text: string) =>
  office('POST', '/api/comment', { content: `@Ruth Yoder ${text}`, commentFor: shopId });
const readAll = () => shop('PUT', '/api/notices/read', {});
const getBell = () => desk.getByRole('button', { name: /^Notices/ });
const getPanel = () => desk.getByRole('dialog', { name: 'Notices' });

describe('the bell', () => {
  test('counts a new notice without a reload, announces it, and links to its record', async () => {
    await readAll();
    await open(desk, '/shop/home');
    await desk.getByRole('button', { name: 'Notices: 0 unread' }).waitFor();
    await mention('please call us.');
    await desk.getByRole('button', { name: 'Notices: 1 unread' }).waitFor();
    await desk.getByRole('status').getByText('1 unread notice').waitFor({ state: 'attached' });
    await getBell().click();
    await getPanel().getByText('Owen Price: @Ruth Yoder please call us.').waitFor();
    expect(await listAccessibilityFaults(desk)).toEqual([]);
    await getPanel()
      .getByRole('link', { name: /please call us/ })
      .click();
    await desk.waitForURL('**/shop/messages');
    await desk.getByRole('button', { name: 'Notices: 0 unread' }).waitFor();
    expect(await getPanel().isVisible()).toBe(false);
  });

  test('works by keyboard: Escape returns to it', async () => {
    await mention('the first.');
    await mention('the second.');
    await desk.getByRole('button', { name: 'Notices: 2 unread' }).waitFor();
    await getBell().focus();
    await desk.keyboard.press('Enter');
    await getPanel()
      .getByRole('button', { name: /^Mark read: .*the first/ })
      .focus();
    await desk.keyboard.press('Enter');
    await getPanel()
      .getByRole('button', { name: /^Mark unread: .*the first/ })
      .waitFor();
    await getPanel().getByRole('button', { name: 'Mark all read' }).focus();
    await desk.keyboard.press('Enter');
    await getPanel()
      .getByRole('button', { name: /^Mark unread: .*the second/ })
      .waitFor();
    await desk.keyboard.press('Escape');
    await getPanel().waitFor({ state: 'hidden' });
    expect(await getBell().evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('reports that the list cannot be loaded, and retries', async () => {
    await open(desk, '/shop/home');
    demo.browser.expectFaults(/500/);
    await desk.route('**/api/notices?*', (route) =>
      route.fulfill({
        status: 500,
        json: { msg: 'Something went wrong.', code: 'unexpected', errors: [], requestId: 'x' },
      }),
    );
    await getBell().click();
    await getPanel().getByText('Something went wrong.').waitFor();
    await desk.unroute('**/api/notices?*');
    await getPanel().getByRole('button', { name: 'Retry' }).click();
    await getPanel()
      .getByText(/the second/)
      .waitFor();
    await desk.keyboard.press('Escape');
  });

  test('has a page with all notices, and fits a phone', async () => {
    await desk.setViewportSize({ width: 390, height: 844 });
    await open(desk, '/shop/home');
    await getBell().click();
    await getPanel().getByRole('link', { name: 'All notices' }).click();
    await desk.waitForURL('**/shop/notices');
    await desk
      .getByText(/the second/)
      .first()
      .waitFor();
    expect(await listAccessibilityFaults(desk)).toEqual([]);
    const width = await desk.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await desk.setViewportSize({ width: 1280, height: 800 });
  });
});

describe('the choice of notices', () => {
  beforeAll(async () => void (await choose(null)));
  const kind = (label: string) => desk.getByLabel(label, { exact: true });
  const save = async (): Promise<void> => {
    await desk.getByRole('button', { name: 'Save' }).click();
    await waitForToast(desk, 'Notifications saved.');
    await desk.mouse.move(0, 0); // a toast under the mouse stays
  };

  test('is made in the user menu, and saved', async () => {
    await open(desk, '/shop/home');
    await desk.getByRole('button', { name: 'Ruth Yoder' }).click();
    await desk.getByRole('menuitem', { name: 'Notifications' }).click();
    await desk.waitForURL('**/shop/notifications');
    expect(await kind('Low stock').inputValue()).toBe('daily');
    await kind('Changes to orders').selectOption('Immediate email');
    await desk.getByLabel('Send no email during quiet hours').check();
    await desk.getByLabel('From').fill('21:30');
    expect(await listAccessibilityFaults(desk)).toEqual([]);
    await save();
    await desk.reload();
    await kind('Changes to orders').waitFor();
    expect(await kind('Changes to orders').inputValue()).toBe('mail');
    expect(await desk.getByLabel('From').inputValue()).toBe('21:30');
  });

  test('can be reset; notices about one’s own account stay on', async () => {
    await desk.getByRole('button', { name: 'Use the defaults' }).click();
    expect(await kind('Changes to orders').inputValue()).toBe('app');
    const options = await kind('Your account').locator('option').allInnerTexts();
    expect(options).not.toContain('Off');
    await save();
    const { body } = await shop<{ items: { kind: string; delivery: string }[] }>('GET', '/api/notices/choices');
    expect(body.items.find((one) => one.kind === 'orders')?.delivery).toBe('app');
  });

  test('hides switched-off notices from the bell', async () => {
    await kind('Mentions').selectOption('Off');
    await save();
    await open(desk, '/shop/notices');
    await desk.getByRole('table').waitFor();
    expect(await desk.getByText(/the second/).count()).toBe(0);
  });
});
