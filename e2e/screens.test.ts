import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  answer,
  listAccessibilityFaults,
  choose,
  chooseFilter,
  open,
  waitUntilSettled,
  signIn,
  waitForToast,
} from './browser.js';
import { useDemo } from './demo.js';
import { demoPassword, start } from './product.js';

type Side = 'company' | 'shop';

const demo = useDemo();
const people: Record<Side, string> = { company: 'office.admin@demo.test', shop: 'shop.admin@demo.test' };
const pages: Partial<Record<Side, Page>> = {};
/** The address of an order for the office. */
let orderForm: string;

beforeAll(async () => {
  const ask = await demo.callAs(people.company);
  const { body } = await ask<{ items: readonly { readonly _id: string }[] }>('GET', '/api/orders/status/building');
  orderForm = `/company/order/form?id=${body.items[0]?._id ?? 'none'}`;
  for (const side of ['company', 'shop'] as const) pages[side] = await demo.openAs(people[side]);
});

const getPage = (side: Side): Page => {
  const page = pages[side];
  if (!page) throw new Error(`nobody of the ${side} is signed in`);
  return page;
};
/** The statuses whose lists have tabs with counts. */
const statuses = [
  ...['inqueue', 'building', 'finished', 'onhold', 'invoiced', 'canceled'],
  ...['new', 'denied', 'adjusted', 'approved', 'paid'],
];

const usualSize = { width: 1280, height: 720 };

describe.each(['company', 'shop'] as const)('the %s side', (side) => {
  test.each([
    ['order/form', 'orders/inqueue'],
    ['invoice/form', 'invoices/new'],
    ['repair/invoice/form', 'repair/invoices/new'],
    ['driver/invoice/form', 'driver/invoices/new'],
    ['payment/view', 'payments'],
  ])('%s without a record leads to its list', async (form, list) => {
    const page = getPage(side);
    await page.goto(`/${side}/${form}`);
    await page.waitForURL(`**/${side}/${list}`);
    await waitUntilSettled(page);
  });
});

describe('a list', () => {
  test('distinguishes New orders by customer, model and day', async () => {
    const page = getPage('company');
    await open(page, '/company/orders/add');
    for (const name of ['Customer', 'Model', 'Ordered Date', 'Company Total'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor();
  });

  test('has search, filters and view options in one row on a screen of 1440 pixels', async () => {
    const page = getPage('company');
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, '/company/orders/building');
    const findMiddle = async (name: string) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      return box && Math.round(box.y + box.height / 2);
    };
    expect(await findMiddle('Export')).toBe(await findMiddle('Search Database'));
    await page.setViewportSize(usualSize);
  });

  test('previews a row with a click or a button, arrow keys and Escape; the address includes it', async () => {
    const page = getPage('company');
    await open(page, '/company/orders/invoiced');
    const getRow = (at: number) => page.locator('main tbody tr:visible').nth(at);
    const [first, second] = await Promise.all([0, 1].map((at) => getRow(at).getByRole('link').first().innerText()));
    const getPreview = (serial: string | undefined) => page.getByRole('dialog', { name: `Order ${serial}` });
    await getRow(0).locator('td').nth(2).click();
    await getPreview(first).getByText('Company total').waitFor();
    await waitUntilSettled(page);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await getPreview(second).waitFor();
    await page.reload();
    await getPreview(second).waitFor();
    await page.keyboard.press('Escape');
    await getPreview(second).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(second);
    await page.getByRole('button', { name: `Preview Order ${first}` }).press('Enter');
    await getPreview(first)
      .getByRole('link', { name: `Open Order ${first}` })
      .waitFor();
    await page.goBack();
    await getPreview(first).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/company/orders/invoiced');
  });

  test('is filtered by chips, which are part of the address', async () => {
    const page = getPage('company');
    await open(page, '/company/orders/invoiced');
    await chooseFilter(page, 'Shop', 'Ridge Line Barns');
    await page.waitForURL(/shop=/);
    await page.reload();
    await page.getByRole('button', { name: 'Shop: Ridge Line Barns' }).waitFor();
    await waitUntilSettled(page);
    for (const text of await page.locator('main tbody tr:visible').allInnerTexts())
      expect(text).toContain('Ridge Line Barns');
    await page.getByRole('button', { name: 'Ordered', exact: true }).click();
    await page.getByRole('dialog', { name: 'Ordered' }).getByLabel('From', { exact: true }).fill('07/10/2026');
    await page.waitForURL(/orderedFrom=2026-07-10/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ordered: from 07/10/2026' }).waitFor();
    await page.getByRole('button', { name: 'Delivery', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delivery' }).getByRole('button', { name: 'Late' }).click();
    await page.waitForURL(/late=true/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delivery: Late' }).waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    for (const filter of ['Shop', 'Ordered', 'Delivery']) {
      await page.getByRole('button', { name: `Remove the filter ${filter}` }).click();
      await page.getByRole('button', { name: filter, exact: true }).waitFor();
    }
    expect(new URL(page.url()).search).toBe('');
  });

  test('moves one order or all selected ones, and back with Undo', async () => {
    const page = getPage('shop');
    await open(page, '/shop/orders/building');
    const row = page.locator('main tbody tr:visible').first();
    const serial = await row.getByRole('link').first().innerText();
    const undo = async (place: Locator | Page = page) => {
      await page.locator('main tbody tr', { hasText: serial }).waitFor({ state: 'detached' });
      await place.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).first().click();
      await page.locator('main tbody tr', { hasText: serial }).waitFor();
    };
    await page.getByRole('button', { name: `Change Status of ${serial}` }).click();
    await page.getByRole('menuitem', { name: 'Finished' }).click();
    await waitForToast(page, `${serial} is updated.`);
    await page.locator('main tbody tr', { hasText: serial }).waitFor({ state: 'detached' });
    await page.locator('main section:focus, main section :focus').first().waitFor(); // on the next row, or the list
    await undo();
    await page.getByRole('checkbox', { name: `Select ${serial}` }).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByText('1 selected').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Mark Finished' }).click();
    await waitForToast(page, '1 order is updated.');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.waitFor();
    await undo(palette); // the open dialog has the messages
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });

  test('a search keeps the space just typed, and ends the search of the database once its text is deleted', async () => {
    const page = getPage('company');
    await open(page, '/company/orders/building');
    const box = page.getByPlaceholder('Order Search by Serial #...');
    await box.pressSequentially('no ');
    await page.waitForURL(/search=no/);
    await waitUntilSettled(page);
    expect(await box.inputValue()).toBe('no ');
    await box.press('Enter');
    await page.waitForURL(/database=yes/);
    await box.fill('');
    await page.getByRole('heading', { level: 1, name: /Building Order/ }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('assigns a builder by typing, marks metal, starts and holds, and restores each order with Undo', async () => {
    const page = getPage('shop');
    const ask = await demo.callAs(people.shop);
    interface Order {
      readonly serialNumber: string;
      readonly status: string;
      readonly metalOrdered: boolean;
      readonly builder: { readonly name: string } | null;
    }
    const list = async <Row>(path: string) => (await ask<{ items: Row[] }>('GET', path)).body.items;
    const [built] = await list<{ _id: string; revision: number; serialNumber: string }>('/api/orders/status/building');
    const { _id, revision, serialNumber: serial = '' } = { ...built };
    const office = await demo.callAs(people.company); // a shop may not move it back after an hour
    await office('PUT', '/api/orders/updateseveral', { orders: [{ _id, revision }], status: 'InQueue' });
    await open(page, '/shop/orders/inqueue');
    const read = async () => {
      const [order] = await list<Order>(`/api/orders/search/${serial}`);
      return { status: order?.status, metal: order?.metalOrdered, builder: order?.builder?.name ?? 'No builder' };
    };
    const before = await read();
    const names = (await list<{ name: string }>('/api/users/builders')).map(({ name }) => name);
    const builder = [...names, 'No builder'].find((name) => name !== before.builder) ?? '';
    const bar = page.getByRole('group', { name: 'Selected rows' });
    const change = async (act: () => Promise<void>, expected: object) => {
      await page.getByRole('checkbox', { name: `Select ${serial}` }).check();
      await act();
      await waitForToast(page, '1 order is updated.');
      expect(await read()).toMatchObject(expected);
      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).first().click();
      await expect.poll(read).toEqual(before);
      await page.locator('main tbody tr', { hasText: serial }).waitFor();
    };
    await change(() => choose(bar.getByRole('combobox', { name: 'Assign builder' }), builder), { builder });
    await change(() => bar.getByRole('button', { name: 'Mark metal ordered' }).click(), { metal: true });
    await change(() => bar.getByRole('button', { name: 'Start Building' }).click(), { status: 'Building' });
    await change(
      async () => {
        await bar.getByRole('button', { name: 'Put On Hold' }).click();
        await page.locator('dialog[open]').getByRole('button', { name: 'Yes' }).click();
      },
      { status: 'On Hold' },
    );
  });

  test('restores the reasons of held orders with Undo, and asks before a move that a shop cannot undo', async () => {
    const page = getPage('shop');
    const ask = await demo.callAs(people.shop);
    const list = async <Row>(path: string) => (await ask<{ items: Row[] }>('GET', path)).body.items;
    const inStatus = (status: string) =>
      list<{ _id: string; revision: number; serialNumber: string }>(`/api/orders/status/${status}`);
    const [order] = [...(await inStatus('building')), ...(await inStatus('inqueue'))]; // the test before moves it
    const { _id, revision, serialNumber: serial = '' } = { ...order };
    const hold = { orders: [{ _id, revision }], status: 'On Hold', holdReason: 'Rain' };
    const office = await demo.callAs(people.company); // a shop may not hold an order it builds
    expect((await office('PUT', '/api/orders/updateseveral', hold)).status).toBe(200);
    const read = async () => {
      const [stored] = await list<{ status: string; holdReason: string | null }>(`/api/orders/search/${serial}`);
      return { status: stored?.status, reason: stored?.holdReason };
    };
    await open(page, '/shop/orders/onhold');
    const bar = page.getByRole('group', { name: 'Selected rows' });
    const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
    const move = async (name: string) => {
      await page.getByRole('checkbox', { name: `Select ${serial}` }).check();
      await bar.getByRole('button', { name }).click();
    };
    await move('Back to InQueue');
    await waitForToast(page, '1 order is updated.');
    await undo.first().click();
    await expect.poll(read).toEqual({ status: 'On Hold', reason: 'Rain' });
    await page.locator('main tbody tr', { hasText: serial }).waitFor();
    await move('Start Building');
    await answer(page, 'Yes');
    await waitForToast(page, '1 order is updated.');
    expect(await read()).toEqual({ status: 'Building', reason: null });
    expect(await undo.count()).toBe(0);
  });

  test.each(['orders/inqueue', 'invoices/new'])('has as many rows as its tab says: %s', async (list) => {
    const page = getPage('company');
    await open(page, `/company/${list}`);
    const tabs = page.locator('main nav').filter({ has: page.locator('[aria-current="page"] span') });
    await tabs.first().waitFor();
    for (const tab of await tabs.first().getByRole('link').all()) {
      const path = (await tab.getAttribute('href')) ?? '';
      const name = path.split('/').at(-1) ?? '';
      if (!statuses.includes(name)) continue;
      const shown = Number((await tab.locator('span').innerText()).replaceAll(',', ''));
      await tab.click();
      await page.waitForURL((url) => url.pathname === path);
      await waitUntilSettled(page);
      const heading = (await page.locator('main h1').innerText()).replaceAll(',', '');
      expect(Number.parseInt(heading.replace(/^No /, '0 '), 10), path).toBe(shown);
    }
  });

  test('labels its rows on a phone with the whole number, without the column heading', async () => {
    const page = getPage('company');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ['orders/building', 'invoices/approved', 'payments', 'approvals']) {
      await open(page, `/company/${name}`);
      const titles = page.locator('[data-card] strong');
      await titles.first().waitFor();
      expect((await titles.allInnerTexts()).filter((title) => !/^[A-Z0-9-]+$/.test(title))).toEqual([]);
      const cut = (all: Element[]) => all.filter((title) => title.getBoundingClientRect().height > 30).length;
      expect(await titles.evaluateAll(cut)).toBe(0);
    }
    await open(page, '/company/invoices/paid');
    await page.waitForFunction(() => {
      const count = document.querySelector('nav[aria-label="Invoices"] [aria-current] span');
      return count !== null && count.getBoundingClientRect().right <= window.innerWidth;
    }); // the open tab, the last one, is in view with its count
    await page.setViewportSize(usualSize);
  });

  test('has compact rows on a phone: a tap opens the preview; filters and sorting are in a sheet', async () => {
    const page = await demo.openAs(people.shop, '/shop/items/category/all', {
      viewport: { width: 390, height: 844 },
    });
    await page.getByText(/^1–25 of \d+$/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000);
    const line = page.locator('[data-card] button').first();
    const name = await line.locator('strong').innerText();
    await line.click();
    const sheet = page.getByRole('dialog', { name });
    await sheet.getByText('Category').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await choose(filters.getByLabel('Sort by'), 'Name, descending');
    await filters.getByRole('button', { name: 'Low stock' }).click();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await filters.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await page.context().close();
  });
});

describe('access by role', () => {
  test.each([
    ['shop.admin@demo.test', '/company/home', 'the office'],
    ['builder@demo.test', '/shop/invoices/new', 'your Shop Admin'],
    ['builder@demo.test', '/shop/orders/invoiced', 'your Shop Admin'],
    ['office.user@demo.test', '/shop/home', 'a super admin'],
  ])('%s may not open %s, and reads to ask %s', async (userName, path, granter) => {
    const page = await demo.browser.page(demo.server.address);
    await signIn(page, userName, path);
    expect(new URL(page.url()).pathname).not.toBe(path);
    await page.goto(path);
    await page.waitForURL('**/denied');
    await page.getByRole('heading', { level: 1, name: 'Permission Denied' }).waitFor();
    await page.getByText(`Ask ${granter} for access.`).waitFor();
    await page.context().close();
  });

  test('a signed-out person signs in and returns to the same screen', async () => {
    const page = await demo.browser.page(demo.server.address);
    await page.goto('/company/orders/building?search=a');
    await page.waitForURL('**/login?from=*');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Username').fill(people.company);
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/company/orders/building?search=a');
    await page.context().close();
  });
});

describe('one order, several people', () => {
  const field = 'Siding paint color';

  test('the second to save sees both versions and decides', async () => {
    const first = getPage('company');
    const second = await demo.browser.page(demo.server.address);
    const path = orderForm;
    await signIn(second, 'office.user@demo.test', path);
    await first.goto(path);
    await second.getByLabel(field).fill('Teal');
    await first.getByLabel(field).fill('Ivory');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(first, /is updated\.$/);
    await second.getByText('changed this order while you were editing').waitFor();
    demo.browser.expectFaults(/status of 409/);
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = second.getByRole('dialog', { name: 'changed while you were editing' });
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/was changed by [\s\S]+Mine\s+Teal[\s\S]+Theirs\s+Ivory/);
    expect(await listAccessibilityFaults(second)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await waitForToast(second, /is updated\.$/);
    await first.getByText(/Changed by Owen Price/).waitFor(); // without a reload
    expect(await first.getByLabel(field).inputValue()).toBe('Teal');
    await second.context().close();
  });

  test('typed values survive an outage of the server', async () => {
    const page = getPage('company');
    await page.goto(orderForm);
    await page.getByLabel(field).fill('Sand');
    const { port } = new URL(demo.server.address);
    demo.browser.expectFaults(/net::ERR_/);
    await demo.server.stop();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(page, /^An error occurred while updating /);
    await page.getByText('Could not reach the server. Check your connection and try again.').first().waitFor();
    expect(await page.getByLabel(field).inputValue()).toBe('Sand');
    demo.server = await start({ ...demo.place, env: { ...demo.place.env, PORT: port } }, 'demo');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(page, /is updated\.$/);
    await page.reload();
    await waitUntilSettled(page);
    expect(await page.getByLabel(field).inputValue()).toBe('Sand');
  });
});
