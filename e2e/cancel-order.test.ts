import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { choose, open, toast } from './browser.js';
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
  office = await demo.as('office.admin@demo.test');
  page = await demo.signedIn('office.admin@demo.test');
});

const read = async (id: string) => (await office<Order>('GET', `/api/orders/byid/${id}`)).body;
/** An order of the demo that is InQueue: moves one On Hold there, unless one waits already. */
async function inQueue(): Promise<Order> {
  const first = async (status: string) =>
    (await office<{ items: Order[] }>('GET', `/api/orders/status/${status}?size=1`)).body.items[0];
  const held = (await first('inqueue')) ?? (await first('onhold'));
  if (held?.status === 'On Hold') await office('PUT', `/api/orders/update/${held._id}`, { status: 'InQueue' });
  return read(held?._id ?? '');
}
const status = () => page.getByLabel('Status', { exact: true });
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
  expect(await status().inputValue()).toBe('InQueue');
  await choose(trim, color === '' ? 1 : color);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await toast(page, `${order.serialNumber} is updated.`);
  expect(await read(order._id)).toMatchObject({ status: 'InQueue' });
});

test('a cancellation that the server refuses leaves the typed status', async () => {
  const order = await inQueue();
  await open(page, `/company/order/form?id=${order._id}`);
  await status().selectOption('On Hold');
  await office('PUT', `/api/orders/update/${order._id}`, { metalOrdered: false });
  await office('PUT', `/api/orders/update/${order._id}`, { metalOrdered: true });
  demo.browser.expectFaults(/status of 409/);
  await cancel();
  await page.locator('dialog[open]').filter({ hasText: 'changed while you were editing' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await status().inputValue()).toBe('On Hold');
  expect(await read(order._id)).toMatchObject({ status: 'InQueue' });
});
