import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, choose, readChosen, download, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { root } from './product.js';

const feed = JSON.parse(readFileSync(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];

const demo = useDemo();
let page: Page;

beforeAll(async () => {
  page = await demo.openAs('other.shop@demo.test');
});

interface OpenOrder {
  readonly _id: string;
  readonly serialNumber: string;
  readonly roofColor: string | null;
  readonly metalOrdered: boolean;
}

test('a shop orders metal for a shed from a new vendor, sends the PDF, and the shed is marked metal ordered', async () => {
  const shop = await demo.callAs('other.shop@demo.test');
  const { body: metal } = await shop<{ items: OpenOrder[] }>('GET', '/api/metalorder/orders');
  const order = metal.items.find(({ roofColor, metalOrdered }) => roofColor && !metalOrdered) as OpenOrder;

  await open(page, '/shop/purchase/metal');
  await page.getByRole('button', { name: 'Add New' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const text of ['Please select a vendor', 'Purchase order number is required', 'Serial number is required'])
    await page
      .getByRole('link', { name: text })
      .or(page.getByRole('button', { name: text }))
      .first()
      .waitFor();
  await page.getByRole('button', { name: 'New Vendor' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Name').fill('Dover Steel');
  await dialog.getByLabel('Email').fill('orders@steel.test');
  await dialog.getByRole('button', { name: 'Save Vendor' }).click();
  await waitForToast(page, 'Vendor is created');

  await page.getByLabel('PO#').fill('PO-77');
  await page.getByLabel('Serial Number 1').fill('nobody has this');
  await page.getByText('no order is marked').waitFor();
  await page.getByLabel('Serial Number 1').fill(order.serialNumber);
  await page.getByText('saving marks the metal as ordered').waitFor();
  expect(await page.getByLabel('Roof Color 1').inputValue()).toBe(order.roofColor);
  await choose(page.getByLabel('Package 1', { exact: true }), 1);
  const component = await readChosen(page.getByLabel('Package 1', { exact: true }));
  const { body: sizing } = await shop<{ sizedBy: string; items: { name: string; quantity: number }[] }>(
    'GET',
    `/api/metalorder/package/${component}?serialNumber=${order.serialNumber}`,
  );
  const [first] = sizing.items as [(typeof sizing.items)[0]];
  expect([sizing.sizedBy, first.quantity > 10]).toEqual(['order', true]);
  await page.getByRole('button', { name: 'Items of package 1' }).click();
  const item = await page.getByRole('textbox', { name: 'Item 1', exact: true }).inputValue();
  expect(item).toBe(first.name);
  const quantity = page.getByRole('textbox', { name: 'Quantity 1', exact: true });
  expect(Number(await quantity.inputValue())).toBe(first.quantity);
  await quantity.fill('123.25');

  await page.getByRole('button', { name: 'Add Metal Package' }).click();
  await page.getByLabel('Serial Number 2').fill('nobody has this');
  await choose(page.getByLabel('Package 2', { exact: true }), 1);
  await choose(page.getByLabel('Size of shed 2'), 1);
  await page
    .getByRole('button', { name: 'Items of package 2' })
    .getByText(/^[1-9]\d* items$/)
    .waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete package 2' }).click();
  await page.getByLabel('Serial Number 2').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Save this Order?').waitFor();
  await answer(page, 'Yes');
  await waitForToast(page, 'Metal Order is created');
  const file = await download(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
  expect(file.name).toBe('PO-77_metal_order.pdf');
  writeFileSync(path.join(demo.place.home, file.name), file.bytes);
  const text = execFileSync('pdftotext', ['-layout', path.join(demo.place.home, file.name), '-'], { encoding: 'utf8' });
  for (const words of ['PO-77', 'Dover Steel', order.serialNumber, order.roofColor, item, '123.25'])
    expect(text).toContain(words);

  await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('heading', { level: 1, name: '1 Metal Order' }).waitFor();
  await page.getByRole('checkbox', { name: 'Received: metal order PO-77' }).click();
  await waitForToast(page, 'Metal Order is updated');
  const { body: after } = await shop<{ metalOrdered: boolean }>('GET', `/api/orders/byid/${order._id}`);
  expect(after.metalOrdered).toBe(true);
});

test('metal for several selected orders starts with a package for each, in its colors', async () => {
  const shop = await demo.callAs('shop.admin@demo.test');
  const office = await demo.callAs('office.admin@demo.test');
  const rows = [1, 2].map((n) => ({
    ...feed[0],
    id: `77${n}`,
    serialNumber: `METAL-${n}`,
    shopName: 'Ridge Line Barns',
  }));
  expect((await office('POST', '/api/orders', { orders: rows, fileName: 'metal.json' })).status).toBe(200);
  expect((await office('PUT', '/api/orders/updatenew', {})).status).toBe(200);
  const { body: metal } = await shop<{ items: OpenOrder[] }>('GET', '/api/metalorder/orders');
  const desk = await demo.openAs('shop.admin@demo.test');
  await open(desk, '/shop/orders/inqueue');
  for (const { serialNumber } of rows) await desk.getByRole('checkbox', { name: `Select ${serialNumber}` }).check();
  await desk.getByRole('button', { name: 'Order metal', exact: true }).click();
  await desk.getByRole('heading', { level: 1, name: 'Add Metal Order' }).waitFor();
  for (const [n, { serialNumber }] of rows.entries()) {
    expect(await desk.getByLabel(`Serial Number ${n + 1}`).inputValue()).toBe(serialNumber);
    const order = metal.items.find((one) => one.serialNumber === serialNumber);
    await expect.poll(() => desk.getByLabel(`Roof Color ${n + 1}`).inputValue()).toBe(order?.roofColor ?? 'a color');
  }
});
