import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults, answer, downloaded, open, settled, toast } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
let shop: Page;

beforeAll(async () => {
  shop = await demo.signedIn('other.shop@demo.test');
});

interface Item {
  readonly _id: string;
  readonly name: string;
  readonly total: number;
}
const button = (name: string | RegExp) => shop.getByRole('button', { name, exact: true });
const dialog = () => shop.locator('dialog[open]');

test('a purchase, from the order with its freight to the stock and cost of what came', async () => {
  const call = await demo.as('other.shop@demo.test');
  const { body: all } = await call<{ items: Item[] }>('GET', '/api/item/?size=200');
  const [usual, other] = all.items.filter(({ total }) => total > 0) as [Item, Item];
  const vendor = { name: 'Dover Lumber', defaultItems: [usual._id] };
  await call('POST', '/api/vendor', vendor);
  const stock = async () => (await call<Record<string, number>>('GET', `/api/item/one/${usual._id}`)).body;
  const before = await stock();

  await open(shop, '/shop/purchase/material');
  await button('Add New').click();
  await shop.getByRole('combobox', { name: 'Vendor' }).selectOption({ label: vendor.name });
  await expect.poll(() => shop.getByRole('combobox', { name: 'Item 1' }).inputValue()).toBe(usual._id);
  expect(await shop.getByLabel('Quantity 1').inputValue()).toBe('0');
  await shop.getByLabel('PO#').fill('PO-77');
  await shop.getByLabel('Freight', { exact: true }).fill('10');
  await shop.getByLabel('Quantity 1').fill('12');
  await shop.getByLabel('New Price 1').fill('2.5');
  await button('Add Item').click();
  await shop.getByRole('combobox', { name: 'Item 2' }).selectOption(other._id);
  await shop.getByLabel('Quantity 2').fill('3');
  await shop.getByLabel('Total 2').fill('10');
  expect(await shop.getByLabel('New Price 2').inputValue()).toBe('3.3333');
  await shop.getByLabel('New Freight 1').getByText('$0.625').waitFor();
  await shop.getByLabel('Total', { exact: true }).getByText('$40.00').waitFor();
  expect(await accessibilityFaults(shop)).toEqual([]);
  await button('Save').click();
  await dialog().getByText('Create Order?').waitFor();
  await answer(shop, 'Yes');
  await toast(shop, 'Material Order is created');
  const file = await downloaded(shop, () => button('Download PDF').click());
  expect(file.name).toBe('PO-77_material_order.pdf');
  const name = path.join(demo.place.home, file.name);
  writeFileSync(name, file.bytes);
  const text = execFileSync('pdftotext', ['-layout', name, '-'], { encoding: 'utf8' });
  for (const words of ['PO-77', 'Dover Lumber', usual.name, '$2.50', '$3.3333', '$40.00', '$10.00'])
    expect(text).toContain(words);
  await dialog().getByRole('button', { name: 'Close' }).last().click();

  await shop.getByRole('heading', { level: 1, name: '1 Material Order' }).waitFor();
  await shop.getByRole('link', { name: 'View material order PO-77' }).click();
  await button('Receive').click();
  await dialog().getByLabel(usual.name, { exact: true }).fill('5');
  await dialog().getByLabel(other.name, { exact: true }).fill('0');
  await dialog().getByRole('button', { name: 'Receive', exact: true }).click();
  await toast(shop, 'Material Order is updated');
  await shop.getByRole('heading', { name: 'Receiving: Partly received' }).waitFor();
  await shop.evaluate(() => window.scrollTo(0, 0)); // the header covers a part of what was scrolled under it
  expect(await accessibilityFaults(shop)).toEqual([]);

  await shop.getByRole('link', { name: 'Received Items' }).click();
  await settled(shop);
  await shop.getByRole('checkbox', { name: `Push ${usual.name} to Current Inventory` }).click();
  await dialog()
    .getByRole('row', { name: /^Total .*\$3\.125/ })
    .waitFor();
  expect(await accessibilityFaults(shop)).toEqual([]);
  await dialog().getByRole('button', { name: 'Push', exact: true }).click();
  await toast(shop, `${usual.name} is pushed to current inventory`);
  await shop.getByText('Nothing received waits to be pushed.').waitFor();
  const after = await stock();
  expect(after).toMatchObject({ subTotal: 2.5, freight: 0.625, total: 3.125 });
  const moved = (field: string) => (after[field] ?? 0) - (before[field] ?? 0);
  expect(['quantityOnOrder', 'quantityInRecieved', 'quantityInCurrent'].map(moved)).toEqual([7, 0, 5]);
});
