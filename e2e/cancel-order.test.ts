import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, choose, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import type { Call } from './product.js';

interface Order {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: string;
  readonly revision: number;
}

const demo = useDemo();
let office: Call;
let page: Page;

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
  page = await demo.openAs('office.admin@demo.test');
});

const readOrder = async (id: string) => (await office<Order>('GET', `/api/orders/byid/${id}`)).body;
/** An InQueue order of the demo; if there is none, moves one there from On Hold. */
async function inQueue(): Promise<Order> {
  const first = async (status: string) =>
    (await office<{ items: Order[] }>('GET', `/api/orders/status/${status}?size=1`)).body.items[0];
  const heldOrder = (await first('inqueue')) ?? (await first('onhold'));
  if (heldOrder?.status === 'On Hold')
    await office('PUT', `/api/orders/update/${heldOrder._id}`, { status: 'InQueue' });
  return readOrder(heldOrder?._id ?? '');
}
const getStatus = () => page.getByLabel('Status', { exact: true });
async function cancel(): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Order', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click();
}

test('a refused Cancel Order leaves the form unchanged: the next Save does not cancel', async () => {
  const order = await inQueue();
  await open(page, `/company/order/form?id=${order._id}`);
  await page.getByLabel('Metal ordered').click();
  await page.getByLabel('Adjustment note').fill('by phone');
  const trim = page.getByLabel('Trim color').first();
  const color = await trim.inputValue();
  await choose(trim, null);
  await cancel();
  await page.getByText('Trim color is required').first().waitFor();
  expect(await getStatus().inputValue()).toBe('InQueue');
  await choose(trim, color === '' ? 1 : color);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await waitForToast(page, `${order.serialNumber} is updated.`);
  expect(await readOrder(order._id)).toMatchObject({ status: 'InQueue' });
});

test('a cancellation that the server refuses leaves the chosen status', async () => {
  const order = await inQueue();
  await open(page, `/company/order/form?id=${order._id}`);
  await getStatus().selectOption('On Hold');
  await office('PUT', `/api/orders/update/${order._id}`, { metalOrdered: false });
  await office('PUT', `/api/orders/update/${order._id}`, { metalOrdered: true });
  demo.browser.expectFaults(/status of 409/);
  await cancel();
  await page.locator('dialog[open]').filter({ hasText: 'changed while you were editing' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await getStatus().inputValue()).toBe('On Hold');
  expect(await readOrder(order._id)).toMatchObject({ status: 'InQueue' });
});

describe('the order form at a desk', () => {
  const getRailButton = (button: string) => page.getByRole('button', { name: button, exact: true });

  test('offers the next step of each status up to the invoice, but not with unsaved changes', async () => {
    const order = await inQueue();
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/company/order/form?id=${order._id}`);
    await page.getByLabel('Adjustment note').fill('later');
    expect(await getRailButton('Start Building').getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await getRailButton('Start Building').click();
    await getRailButton('Mark Finished').click(); // neither asks, because both can be undone
    await page.getByRole('button', { name: `Create Invoice for ${order.serialNumber}` }).click();
    await page.getByRole('dialog', { name: 'Create Invoice for' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await readOrder(order._id)).status).toBe('Finished');
    await office('PUT', `/api/orders/update/${order._id}`, { status: 'InQueue' });
  });

  test('adds an add-on with one field and replaces it in its row, with only the keyboard', async () => {
    const order = await inQueue();
    await open(page, `/company/order/form?id=${order._id}`);
    const lines = page.getByRole('combobox', { name: /^Add-on \d+$/ });
    const before = await lines.count();
    await page.getByRole('combobox', { name: 'Add Add-on' }).focus();
    await page.keyboard.type('cupola');
    await page.getByRole('option', { name: /^Cupola/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Quantity of Cupola').fill('2');
    const addedLine = lines.nth(before);
    expect(await addedLine.inputValue()).toBe('Cupola');
    await addedLine.fill('gutter');
    await page
      .getByRole('option', { name: /^Gutter/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Quantity of Gutter').inputValue()).toBe('2');
    await addedLine.fill('nothing like this');
    await page.keyboard.press('Escape');
    expect(await addedLine.inputValue()).toBe('Gutter');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  test('corrects delivery and customer of a billed order with gaps; its shop sees only day and address', async () => {
    const desk = await demo.callAs('shop.user@demo.test');
    const invoicedList = await desk<{ items: Order[] }>('GET', '/api/orders/status/invoiced?size=1');
    const { _id: id, serialNumber } = invoicedList.body.items[0] as Order;
    const getField = (label: string) => page.getByRole('textbox', { name: label, exact: true });
    await open(page, `/company/order/form?id=${id}`);
    await getField('Delivery day').fill('12/03/2026');
    await getField('Address line 1').fill('610 Oak Rd');
    await getField('City').fill('Nixa');
    await getField('Phone').fill('417-555-0142');
    await page.getByLabel('Rent to own').check();
    await getField('RTO months').fill('36');
    await getField('Balance').fill('1,250.5');
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await waitForToast(page, `${serialNumber} is updated.`);
    expect(await readOrder(id)).toMatchObject({
      ...{ deliveryScheduled: '2026-12-03', customerPhone: '417-555-0142', rto: true, rtoMonths: 36, balance: 1250.5 },
      deliveryAddress: { lineOne: '610 Oak Rd', city: 'Nixa' },
    });
    const shop = await demo.openAs('shop.user@demo.test', `/shop/order/form?id=${id}`);
    const delivery = shop.getByRole('group', { name: 'Delivery', exact: true });
    for (const text of ['12/03/2026', '610 Oak Rd', 'Nixa']) await delivery.getByText(text).waitFor();
    expect(await shop.locator('main').innerText()).not.toMatch(/417-555-0142|1,250\.50|Rent to own/);
    await shop.close();
  });

  test.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])('never covers the focus at $width × $height', async (size) => {
    const order = await inQueue();
    await page.setViewportSize(size);
    await open(page, `/company/order/form?id=${order._id}`);
    await page.getByLabel('Adjustment note').fill('later'); // the bar is tallest with unsaved changes
    await page.getByRole('heading', { level: 1 }).focus();
    const visitedStops: string[] = [];
    const coveredStops: string[] = [];
    while (visitedStops.at(-1) !== 'Send' && visitedStops.length < 200) {
      await page.keyboard.press('Tab');
      const { name, isCovered } = await page.evaluate(readFocusedBox);
      visitedStops.push(name);
      if (isCovered) coveredStops.push(name);
    }
    expect(coveredStops).toEqual([]);
    expect(visitedStops).toContain('Send');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });
});

/** Runs in the page: the focused element, and whether a bar or the window's edge covers part of its height. */
function readFocusedBox(): { name: string; isCovered: boolean } {
  const element = document.activeElement as HTMLInputElement;
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  const { left, top, width, height, bottom } = element.getBoundingClientRect();
  const isShown = (y: number) => {
    const at = document.elementFromPoint(left + Math.min(width / 2, 20), y);
    return at !== null && (element.contains(at) || at.contains(element));
  };
  const isTall = height > innerHeight / 2; // of a region that scrolls, only the top must be visible
  return { name: name.trim(), isCovered: !isShown(top + 2) || !(isTall || isShown(bottom - 2)) };
}
