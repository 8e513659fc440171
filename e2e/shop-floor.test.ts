import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Response } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, open, waitUntilSettled, signIn, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { useNetwork, type PassingRequest } from './network.js';
import { demoPassword, root, type Call } from './product.js';

interface Order {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: string;
  readonly revision: number;
  readonly alerts: readonly { readonly _id: string }[];
}
interface ItemList<T> {
  readonly items: readonly T[];
}
interface Entry {
  readonly changes: readonly { readonly field: string; readonly to: unknown }[];
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const demo = useDemo();
/** The network between the shop's phones and the server. */
const network = useNetwork(demo);
const isUpdate = ({ method, path: url }: PassingRequest): boolean =>
  method === 'PUT' && url.startsWith('/api/orders/update/');
const updates = (): readonly PassingRequest[] => network.requests.filter(isUpdate);
let office: Call;
/** The office's board: open all the time and never reloaded. */
let board: Page;
let floor: Page;
/** Orders of the builder's shop that no other test of this file changes. */
let orders: Order[];

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
  orders = await newOrders(10);
  board = await demo.openAs('office.admin@demo.test', '/company/orders/board');
  floor = await demo.openAs('builder@demo.test', undefined, { ...phone, baseURL: network.address });
});
afterEach(async () => {
  await floor.context().setOffline(false);
  expect(demo.browser.faults()).toEqual([]);
});

/** Orders of the builder's shop, as the office uploads them. */
async function newOrders(count: number): Promise<Order[]> {
  const feed = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
  const rows = feed.slice(0, count).map((row, n) => ({
    ...row,
    id: `floor-${n}`,
    serialNumber: `FLOOR-${n}`,
    shopName: 'Ridge Line Barns',
  }));
  expect((await office('POST', '/api/orders', rows)).status).toBe(200);
  const { items } = (await office<ItemList<Order>>('GET', '/api/orders?search=FLOOR-&sort=serialNumber')).body;
  expect(items).toHaveLength(count);
  return [...items];
}

/** Takes the next order and moves it to a status, as the office. */
async function findNextOrder(status: string): Promise<Order> {
  const order = orders.shift();
  if (!order) throw new Error('no order is left');
  const moveAnswer = await move(order._id, status);
  return { ...order, ...moveAnswer };
}

async function move(id: string, status: string, more: object = {}): Promise<Order> {
  const current = await readOrder(id);
  if (current.status === status) return current;
  const alerts = current.alerts.map(({ _id }) => ({ _id, accepted: true }));
  const change = { status, revision: current.revision, alerts, ...more };
  const { status: code, body } = await office<{ order: Order }>('PUT', `/api/orders/update/${id}`, change);
  expect(code).toBe(200);
  return body.order;
}

const readOrder = async (id: string): Promise<Order> => (await office<Order>('GET', `/api/orders/byid/${id}`)).body;

/** How often an order entered a status, by its history. */
async function countMovesTo(id: string, status: string): Promise<number> {
  const { items } = (await office<ItemList<Entry>>('GET', `/api/history/${id}`)).body;
  const moves = items.flatMap(({ changes }) => changes).filter(({ field, to }) => field === 'status' && to === status);
  return moves.length;
}

const getColumn = (page: Page, status: string) => page.getByRole('region', { name: new RegExp(`^${status}`) });

async function openWorkOrder({ _id }: Order): Promise<void> {
  await open(floor, `/shop/order/form?id=${_id}`);
}
async function finish(): Promise<void> {
  await floor.getByRole('button', { name: 'Mark Finished' }).click();
}

describe('a builder finishes an order on a phone', () => {
  test('without a network: the change waits, is sent when the network is back, and the office sees it live', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('Building');
    const before = await countMovesTo(order._id, 'Finished');
    await getColumn(board, 'Building').getByText(order.serialNumber).waitFor();
    await openWorkOrder(order);
    await floor.context().setOffline(true);
    await finish();
    await floor.getByText('Offline: 1 change waiting to be sent.').waitFor();
    await floor.getByText('Waiting to be sent', { exact: true }).waitFor();
    expect(await floor.getByRole('main').locator('div:has(> div > h1)').innerText()).toContain('Finished');
    expect(await listAccessibilityFaults(floor)).toEqual([]);
    expect((await readOrder(order._id)).status).toBe('Building');
    await floor.context().setOffline(false);
    await waitForToast(floor, `Sent: ${order.serialNumber} to Finished.`);
    await getColumn(board, 'Finished').getByText(order.serialNumber).waitFor();
    await floor.getByText(/^(Offline|Sending \d)/).waitFor({ state: 'detached' });
    expect((await readOrder(order._id)).status).toBe('Finished');
    expect(await countMovesTo(order._id, 'Finished')).toBe(before + 1);
  });

  test('with the answer lost after the server applied the change: it is applied once', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('Building');
    const before = await countMovesTo(order._id, 'Finished');
    await openWorkOrder(order);
    const earlier = updates().length;
    network.loseAnswers(isUpdate);
    await finish();
    await floor.getByText('Waiting to be sent', { exact: true }).waitFor();
    network.restore();
    await waitForToast(floor, `Sent: ${order.serialNumber} to Finished.`);
    const keys = updates()
      .slice(earlier)
      .map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(await countMovesTo(order._id, 'Finished')).toBe(before + 1);
    expect((await readOrder(order._id)).revision).toBe(order.revision + 1);
  });

  test('from the board, two steps without a network: both are applied, in order', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('InQueue');
    await open(floor, '/shop/orders/board');
    await floor.context().setOffline(true);
    for (const [tab, to] of [
      ['InQueue', 'Building'],
      ['Building', 'Finished'],
    ] as const) {
      await floor.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await floor.getByRole('button', { name: `Move ${order.serialNumber}` }).click();
      await floor.getByRole('menuitem', { name: to }).click();
    }
    await floor.getByText('Offline: 2 changes waiting to be sent.').waitFor();
    await floor.context().setOffline(false);
    await waitForToast(floor, `Sent: ${order.serialNumber} to Finished.`);
    const after = await readOrder(order._id);
    expect(after).toMatchObject({ status: 'Finished', revision: order.revision + 2 });
  });

  test('screens opened earlier stay readable without a network', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('Building');
    const isAtHand = floor.waitForResponse(`**/api/orders/byid/${order._id}`);
    await floor.goto('/shop/orders/building');
    await (await isAtHand).finished();
    await waitUntilSettled(floor);
    await floor.context().setOffline(true);
    await floor.getByRole('link', { name: `View order ${order.serialNumber}` }).click();
    await floor.getByRole('heading', { name: `Order ${order.serialNumber}` }).waitFor();
    await floor.getByText('Offline. Showing what was loaded earlier.', { exact: true }).waitFor(); // of loading the whole page
    await floor.getByRole('heading', { name: 'Colors' }).waitFor();
    await floor.goBack();
    await floor.getByRole('link', { name: `View order ${order.serialNumber}` }).waitFor();
    await floor.context().setOffline(false);
    await expect.poll(() => floor.getByText('Offline').count()).toBe(0);
  });
});

test('a change refused when the network is back is reported, and the stored order is shown', async () => {
  demo.browser.expectFaults(/net::ERR_|status of 409/);
  const order = await findNextOrder('InQueue');
  await open(floor, '/shop/orders/inqueue');
  await floor.context().setOffline(true);
  await floor.getByRole('button', { name: `Start Building: ${order.serialNumber}` }).click();
  await floor.getByText('Waiting to be sent', { exact: true }).waitFor();
  await move(order._id, 'On Hold', { holdReason: 'The metal is late' });
  await floor.context().setOffline(false);
  const report = floor.getByRole('alert').filter({ hasText: order.serialNumber });
  await report.waitFor();
  expect(await report.innerText()).toContain(
    `Not saved (to Building): Order ${order.serialNumber} was changed by Anna Keller in the meantime. It is On Hold now.`,
  );
  await floor.getByRole('button', { name: `View order ${order.serialNumber}` }).waitFor({ state: 'detached' });
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await report.waitFor({ state: 'detached' });
  expect((await readOrder(order._id)).status).toBe('On Hold');
  await openWorkOrder(order);
  expect(await floor.locator('main').innerText()).toContain('The metal is late');
});

describe('a change that waits', () => {
  const changing = async (order: Order): Promise<Page> => {
    const options = { ...phone, baseURL: network.address };
    const page = await demo.openAs('builder@demo.test', `/shop/order/form?id=${order._id}`, options);
    await page.clock.install();
    return page;
  };
  const finishOn = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Mark Finished' }).click();
    await page.getByText('Waiting to be sent', { exact: true }).waitFor();
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^(Ben Carver|Sam Miller)/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };

  test('survives a reload and signing out, and belongs to its user only', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('Building');
    const page = await changing(order);
    network.cut(isUpdate);
    await finishOn(page);
    await page.reload();
    await page.getByText('Waiting to be sent', { exact: true }).waitFor();
    await signOut(page);
    expect(await page.locator('dialog[open]').innerText()).toContain(order.serialNumber);
    await answer(page, 'Stay');
    await signOut(page);
    await answer(page, 'Sign out');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    const sentCount = updates().length;
    network.restore();
    await page.clock.fastForward(60_000); // twice the longest pause before a retry
    await signIn(page, 'shop.user@demo.test', '/login?from=/shop/orders/building');
    await page.getByText(order.serialNumber).first().waitFor();
    await page.clock.fastForward(60_000);
    expect(await page.getByText('Waiting to be sent', { exact: true }).count()).toBe(0);
    await signOut(page);
    await signIn(page, 'builder@demo.test', '/login');
    await waitForToast(page, `Sent: ${order.serialNumber} to Finished.`);
    expect(updates()).toHaveLength(sentCount + 1);
    expect((await readOrder(order._id)).status).toBe('Finished');
    await page.context().close();
  });

  test('is sent by the next page, not by one that is closing', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('Building');
    const page = await changing(order);
    await page.clock.pauseAt(Date.now() + 3_600_000); // it makes one attempt and no automatic retries
    network.cut(isUpdate);
    await finishOn(page);
    const sentCount = updates().length;
    await page.goto('about:blank');
    network.restore();
    await page.clock.resume();
    await page.goto('/shop/home');
    await waitForToast(page, `Sent: ${order.serialNumber} to Finished.`);
    expect(updates()).toHaveLength(sentCount + 1);
    await page.context().close();
  });

  test('is sent when its user signs in again after the session ended', async () => {
    demo.browser.expectFaults(/status of 401/);
    const order = await findNextOrder('Building');
    const page = await changing(order);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Mark Finished' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.clock.fastForward(60_000); // retries in vain
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await waitForToast(page, `Sent: ${order.serialNumber} to Finished.`);
    expect((await readOrder(order._id)).status).toBe('Finished');
    await page.context().close();
  });

  test('is discarded if its user signs out while it is being sent', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const order = await findNextOrder('Building');
    const page = await changing(order);
    network.cut(isUpdate);
    await finishOn(page);
    network.restore();
    network.hold(isUpdate);
    const sentCount = updates().length;
    await expect.poll(() => updates().length).toBeGreaterThan(sentCount);
    await signOut(page);
    await answer(page, 'Sign out');
    await signIn(page, 'shop.user@demo.test', '/login?from=/shop/orders/building');
    network.restore();
    await page.getByText(order.serialNumber).first().waitFor();
    await signOut(page);
    expect((await readOrder(order._id)).status).toBe('Building');
    await signIn(page, 'builder@demo.test', '/login');
    await waitForToast(page, `Sent: ${order.serialNumber} to Finished.`);
    await page.context().close();
  });
});

const money =
  /price|cost|profit|percent|labor|material|amount|overhead|retail|revenue|commission|grandTotal|(?:shop|company|order)Total|totals|balance/i;
const contact = /customerPhone|customerEmail|deliveryAddress|deliveryCity|^rto|^driver$/;

test('no screen of a builder shows or receives money or contact details of a customer', async () => {
  const order = await findNextOrder('On Hold');
  const reads: Promise<{ readonly url: string; readonly keys: readonly string[] }>[] = [];
  const onResponse = (response: Response) => {
    const isJson = response.headers()['content-type']?.includes('json') ?? false;
    const unread = () => null; // the browser logs an answer that arrives after the page was left
    const body = response.json().catch(unread) as Promise<unknown>;
    if (isJson) reads.push(body.then((json) => ({ url: response.url(), keys: getKeys(json) })));
  };
  floor.on('response', onResponse);
  const screens = [
    '/shop/home',
    ...['inqueue', 'building', 'onhold', 'finished', 'board'].map((list) => `/shop/orders/${list}`),
    `/shop/order/form?id=${order._id}`,
    '/shop/items/category/all',
  ];
  for (const screen of screens) {
    await open(floor, screen);
    await Promise.all(reads);
    expect(await floor.locator('main').innerText(), screen).not.toMatch(/\$\s*-?\d/);
    expect(await floor.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(390);
  }
  floor.off('response', onResponse);
  const answers = (await Promise.all(reads)).filter(({ keys }) => keys.length > 0);
  expect(answers.length).toBeGreaterThan(screens.length);
  expect(answers.filter(({ keys }) => keys.some((key) => money.test(key) || contact.test(key)))).toEqual([]);
});

function getKeys(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const ownKeys = Array.isArray(value) ? [] : Object.keys(value);
  return [...ownKeys, ...Object.values(value).flatMap(getKeys)];
}
