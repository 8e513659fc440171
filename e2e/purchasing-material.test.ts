import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  listAccessibilityFaults,
  answer,
  choose,
  readChosen,
  download,
  open,
  waitUntilSettled,
  waitForToast,
} from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
let shop: Page;

beforeAll(async () => {
  shop = await demo.openAs('shop.user@demo.test');
});

interface NeededItem {
  readonly _id: string;
  readonly name: string;
  readonly needed: number;
  readonly suggested: number;
  readonly vendor: object | null;
}
const getButton = (name: string | RegExp) => shop.getByRole('button', { name, exact: true });
const getDialog = () => shop.locator('dialog[open]');
const type = (label: string, text: string) => shop.getByLabel(label, { exact: true }).fill(text);
/** The number of an item's line on the form. */
const readLine = async ({ _id }: NeededItem) => {
  const items = await shop.getByRole('combobox', { name: /^Item \d+$/ }).all();
  return (await Promise.all(items.map(readChosen))).indexOf(_id) + 1;
};

test('a purchase from demand, through the order and its PDF, to received stock and its cost', async () => {
  const call = await demo.callAs('shop.user@demo.test');
  const shopId = (await call<{ shop: { _id: string } }>('GET', '/api/auth')).body.shop._id;
  const readDemand = async () => (await call<{ items: NeededItem[] }>('GET', `/api/stock/${shopId}/demand`)).body.items;
  const unsold = (await readDemand()).filter(({ suggested, vendor }) => suggested > 12 && vendor === null);
  const [usualItem, other] = unsold as [NeededItem, NeededItem];
  await call('POST', '/api/vendor', {
    name: 'Dover Lumber',
    defaultItems: [usualItem._id, other._id, await notNeeded(shopId)],
  });
  const stock = async () => (await call<Record<string, number>>('GET', `/api/item/one/${usualItem._id}`)).body;
  const before = await stock();

  await open(shop, '/shop/purchase/demand');
  await type(`To order ${usualItem.name}`, '12');
  await type(`To order ${other.name}`, '3');
  await getButton('Create Draft Orders').click();
  await shop.getByRole('link', { name: /^PO .*, Dover Lumber$/ }).click();
  await expect.poll(() => shop.getByRole('combobox', { name: /^Item \d+$/ }).count()).toBe(2);
  const [first, second] = [await readLine(usualItem), await readLine(other)];
  expect(await shop.getByLabel(`Quantity ${first}`).inputValue()).toBe('12');
  expect(await stock()).toMatchObject({
    quantityOnOrder: before['quantityOnOrder'],
  });
  await shop.getByLabel('PO#').fill('PO-77');
  await type('Freight', '10');
  await shop.getByLabel(`New Price ${first}`).fill('2.5');
  await shop.getByLabel(`Total ${second}`).fill('10');
  expect(await shop.getByLabel(`New Price ${second}`).inputValue()).toBe('3.3333');
  await shop.getByLabel(`New Freight ${first}`).getByText('$0.625').waitFor();
  await shop.getByLabel('Total', { exact: true }).getByText('$40.00').waitFor();
  expect(await listAccessibilityFaults(shop)).toEqual([]);
  await getButton('Place Order').click();
  await getDialog().getByText('Create Order?').waitFor();
  await answer(shop, 'Yes');
  await waitForToast(shop, 'Material Order is updated');
  const file = await download(shop, () => getButton('Download PDF').click());
  expect(file.name).toBe('PO-77_material_order.pdf');
  const name = path.join(demo.place.home, file.name);
  writeFileSync(name, file.bytes);
  const text = execFileSync('pdftotext', ['-layout', name, '-'], {
    encoding: 'utf8',
  });
  for (const words of ['PO-77', 'Dover Lumber', '$2.50', '$3.3333', '$40.00', '$10.00']) expect(text).toContain(words);
  await getDialog().getByRole('button', { name: 'Close' }).last().click();

  await open(shop, '/shop/purchase/material');
  await shop.getByRole('link', { name: 'View material order PO-77' }).click();
  await getButton('Receive').click();
  await getDialog().getByRole('textbox', { name: 'Received Date' }).fill('11/03/2025');
  await type(usualItem.name, '5');
  await type(other.name, '0');
  await getDialog().getByRole('button', { name: 'Receive', exact: true }).click();
  await waitForToast(shop, 'Material Order is updated');
  await shop.getByRole('heading', { name: 'Receiving: Partly received' }).waitFor();
  const receipts = shop.getByRole('region', { name: 'Receipts' });
  await receipts
    .getByRole('row', {
      name: new RegExp(`^11/03/2025 ${usualItem.name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')} 5 `),
    })
    .waitFor();
  await getButton('Receive').click();
  await type(usualItem.name, '0');
  await type(other.name, '4');
  await getDialog().getByRole('button', { name: 'Receive', exact: true }).click();
  await shop.getByText('This is more than you ordered. Receive all of it?').waitFor();
  await shop.getByText(`${other.name}: 4 of 3 ordered`).waitFor();
  await shop.getByRole('alertdialog').getByRole('button', { name: 'No', exact: true }).click();
  await getDialog().getByRole('button', { name: 'Cancel' }).click();
  await shop.getByRole('alertdialog', { name: 'Unsaved changes' }).getByText('Parts', { exact: true }).waitFor();
  await shop.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await getDialog().waitFor({ state: 'detached' });
  await shop.evaluate(() => window.scrollTo(0, 0)); // the header covers part of the scrolled content
  expect(await listAccessibilityFaults(shop)).toEqual([]);

  await shop.getByRole('link', { name: 'Received Items' }).click();
  await waitUntilSettled(shop);
  await shop.getByPlaceholder('Search PO#, vendor...').fill('no such order');
  await shop.getByText('No results.').waitFor();
  await getButton('Move all to stock').click();
  await getDialog().getByRole('row').filter({ hasText: usualItem.name }).getByText('$3.125').waitFor();
  expect(await listAccessibilityFaults(shop)).toEqual([]);
  await getDialog().getByRole('button', { name: 'Cancel' }).click();
  await getButton('Show all').click();
  await shop.getByRole('checkbox', { name: `Move ${usualItem.name} to stock` }).click();
  await getDialog()
    .getByRole('row', { name: /^Total .*\$3\.125/ })
    .waitFor();
  expect(await listAccessibilityFaults(shop)).toEqual([]);
  await getDialog().getByRole('button', { name: 'Move to stock', exact: true }).click();
  await waitForToast(shop, `${usualItem.name} moved to stock`);
  const after = await stock();
  expect(after).toMatchObject({ subTotal: 2.5, freight: 0.625, total: 3.125 });
  const getMove = (field: string) => (after[field] ?? 0) - (before[field] ?? 0);
  expect(['quantityOnOrder', 'quantityInRecieved', 'quantityInCurrent'].map(getMove)).toEqual([7, 0, 5]);
  const still = (await readDemand()).find(({ _id }) => _id === usualItem._id);
  expect(still).toMatchObject({
    needed: usualItem.needed,
    suggested: usualItem.suggested - 12,
  });
});

/** An item without demand and without an order point. */
async function notNeeded(shopId: string): Promise<string> {
  const call = await demo.callAs('shop.user@demo.test');
  const { body } = await call<{ items: { _id: string; suggestedOrder: number | null; fullPoint: number | null }[] }>(
    'GET',
    `/api/item/shop/all/${shopId}`,
  );
  const plainItem = body.items.find(({ suggestedOrder, fullPoint }) => suggestedOrder === null && fullPoint === null);
  if (!plainItem) throw new Error('every item is needed');
  return plainItem._id;
}

/** What lines of the form come to at their items' costs without freight. */
async function readTotalWithoutFreight(lines: readonly number[]): Promise<string> {
  const call = await demo.callAs('shop.user@demo.test');
  const shopId = (await call<{ shop: { _id: string } }>('GET', '/api/auth')).body.shop._id;
  const { body } = await call<{ items: { _id: string; subTotal: number }[] }>('GET', `/api/item/shop/all/${shopId}`);
  let total = 0;
  for (const n of lines) {
    const id = await readChosen(shop.getByRole('combobox', { name: `Item ${n}`, exact: true }));
    const cost = body.items.find(({ _id }) => _id === id)?.subTotal ?? Number.NaN;
    total += Math.round(Number(await shop.getByLabel(`Quantity ${n}`).inputValue()) * cost * 100) / 100;
  }
  return total.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

test('a new order gets the next number and lists the vendor’s items in demand; the others are one click away', async () => {
  await open(shop, '/shop/purchase/material');
  await getButton('Add New').click();
  await expect.poll(() => shop.getByLabel('PO#').inputValue()).toMatch(/\d/);
  await choose(shop.getByRole('combobox', { name: 'Vendor' }), 'Dover Lumber');
  const countLines = () => shop.getByRole('combobox', { name: /^Item \d+$/ }).count();
  await expect.poll(countLines).toBe(2);
  expect(Number(await shop.getByLabel('Quantity 1').inputValue())).toBeGreaterThan(0);
  const paperTotal = await readTotalWithoutFreight([1, 2]);
  await shop.getByText(`PO PDF: ${paperTotal}, without estimated freight`).waitFor();
  await shop.getByLabel('New Price 1').fill('1000');
  await shop.getByLabel('New Price 2').fill('1000');
  await expect.poll(() => shop.getByText('without estimated freight').count()).toBe(0);
  await getButton('Add 1 more default item').click();
  await expect.poll(countLines).toBe(3);
  expect(await shop.getByLabel('Quantity 3').inputValue()).toBe('0');

  demo.browser.expectFaults(/409/);
  await shop.getByLabel('PO#').fill('PO-77');
  await getButton('Save').click();
  await answer(shop, 'Yes');
  await shop.getByText('PO# PO-77 is already used by an order to Dover Lumber').waitFor();
  await answer(shop, 'No');
  await shop.getByLabel('PO#').fill('PO-77b');
  await getButton('Save').click();
  await answer(shop, 'Yes');
  await waitForToast(shop, 'Material Order is created');
});

test('Enter saves a draft as a draft, also after Place Order was answered with No', async () => {
  const call = await demo.callAs('shop.user@demo.test');
  const vendors = (await call<{ items: { _id: string; name: string }[] }>('GET', '/api/vendor')).body.items;
  const vendor = vendors.find(({ name }) => name === 'Dover Lumber')?._id;
  const draft = { purchaseOrderNumber: 'PO-78', vendor, draft: true };
  const { _id } = (await call<{ item: { _id: string } }>('POST', '/api/materialorder', draft)).body.item;
  await open(shop, `/shop/purchase/material/form?id=${_id}`);
  await getButton('Place Order').click();
  await getDialog().getByText('Create Order?').waitFor();
  await answer(shop, 'No');
  await shop.getByLabel('PO#').fill('PO-79');
  await shop.getByLabel('PO#').press('Enter');
  await waitForToast(shop, 'Material Order is updated');
  expect((await call('GET', `/api/materialorder/${_id}`)).body).toMatchObject({
    draft: true,
    purchaseOrderNumber: 'PO-79',
  });
});

test('a vendor that does not exist is created from the field of the order and chosen', async () => {
  await open(shop, '/shop/purchase/material');
  await getButton('Add New').click();
  const vendor = shop.getByRole('combobox', { name: 'Vendor' });
  await vendor.fill('Fresh Lumber');
  await shop.getByRole('option', { name: 'Create “Fresh Lumber”', exact: true }).click();
  const form = getDialog().getByRole('form', { name: 'New vendor' });
  expect(await form.getByLabel('Name').inputValue()).toBe('Fresh Lumber');
  await getDialog().getByRole('button', { name: 'Save Vendor' }).click();
  await getDialog().waitFor({ state: 'detached' });
  expect(await vendor.inputValue()).toBe('Fresh Lumber');
});

test('an order with more received than ordered can be changed; its receipts are undone after a question that names them', async () => {
  const call = await demo.callAs('shop.user@demo.test');
  const shopId = (await call<{ shop: { _id: string } }>('GET', '/api/auth')).body.shop._id;
  const { items } = (await call<{ items: NeededItem[] }>('GET', `/api/item/shop/all/${shopId}`)).body;
  const vendors = (await call<{ items: { _id: string }[] }>('GET', '/api/vendor?search=Dover%20Lumber')).body.items;
  const order = await call<{ item: { _id: string; items: { _id: string }[] } }>('POST', '/api/materialorder', {
    ...{ purchaseOrderNumber: 'PO-80', vendor: vendors[0]?._id, items: [{ item: items[0]?._id, quantity: 10 }] },
  });
  const { _id, items: lines } = order.body.item;
  const receipt = { overDelivery: true, items: [{ _id: lines[0]?._id, receive: 12 }] };
  await call('PUT', `/api/materialorder/update/recieved/${_id}`, receipt);
  await open(shop, `/shop/purchase/material/form?id=${_id}`);
  await shop.getByLabel('PO#').fill('PO-81');
  await getButton('Save').click();
  await waitForToast(shop, 'Material Order is updated');

  await open(shop, '/shop/purchase/material');
  const box = shop.getByRole('checkbox', { name: 'Received: material order PO-81' });
  await box.click();
  await getDialog().getByText('Undo these receipts?').waitFor();
  await getDialog().getByText(`12 of ${items[0]?.name}`, { exact: true }).waitFor();
  await answer(shop, 'No');
  expect(await box.isChecked()).toBe(true);

  await open(shop, `/shop/purchase/material/form?id=${_id}`);
  await getButton('Undo Receipts').click();
  await getDialog().getByText(`12 of ${items[0]?.name}`, { exact: true }).waitFor();
  expect(await listAccessibilityFaults(shop)).toEqual([]);
  await answer(shop, 'Undo Receipts');
  await shop.getByRole('heading', { name: 'Receiving: Ordered' }).waitFor();
  expect(await getButton('Undo Receipts').count()).toBe(0);
  expect((await call('GET', `/api/materialorder/${_id}`)).body).toMatchObject({ state: 'ordered', receipts: [] });
});
