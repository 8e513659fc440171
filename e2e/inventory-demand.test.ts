import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { answer, listAccessibilityFaults, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
let page: Page;
beforeAll(async () => {
  page = await demo.openAs('shop.user@demo.test');
});

interface Demand {
  items: { _id: string; name: string; suggested: number; vendor: { _id: string } | null }[];
}
interface Item {
  readonly _id: string;
  readonly name: string;
  readonly subTotal: number;
  readonly freight: number;
}
const getButton = (name: string | RegExp) => page.getByRole('button', { name });
const getDialog = () => page.locator('dialog[open]');
/** Selects the content of the field with this label and types over it. */
const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

test('material that the queue needs and no order covers becomes draft orders by vendor; counted stock is no longer short', async () => {
  const clerk = await demo.callAs('shop.user@demo.test');
  const shop = (await clerk<{ shop: { _id: string } }>('GET', '/api/auth')).body.shop._id;
  const readDemand = async () => (await clerk<Demand>('GET', `/api/stock/${shop}/demand`)).body.items;
  const suggestedRows = (await readDemand()).filter(({ suggested }) => suggested > 0);
  const unsold = suggestedRows.filter(({ vendor }) => vendor === null);
  const vendors = new Set(suggestedRows.flatMap(({ vendor }) => vendor?._id ?? [])).size;
  const [first, second, third] = unsold.filter(({ suggested }) => suggested > 1) as [
    Demand['items'][0],
    Demand['items'][0],
    Demand['items'][0],
  ];
  await clerk('POST', '/api/vendor', { name: 'Dover Mill', defaultItems: [first._id, second._id] });

  await open(page, '/shop/purchase/demand');
  await page.getByRole('heading', { level: 1, name: `${suggestedRows.length} Items to Order` }).waitFor();
  const mill = page.getByRole('region', { name: 'Dover Mill', exact: true });
  await mill.getByRole('button', { name: first.name, exact: true }).click();
  await getDialog().getByRole('link').first().waitFor();
  await getDialog().getByRole('button', { name: 'Close' }).last().click();
  await type(`To order ${first.name}`, '0.5');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await getButton('Create Draft Orders').click();
  await waitForToast(page, `${vendors + 1} draft material orders created.`);
  await page.getByRole('heading', { level: 1, name: `${unsold.length - 1} Items to Order` }).waitFor();
  const after = await readDemand();
  expect(after.find(({ _id }) => _id === second._id)).toMatchObject({ suggested: 0, drafted: second.suggested });
  expect(after.find(({ _id }) => _id === first._id)).toMatchObject({ drafted: 0.5 });
  const [draft] = (await clerk<{ items: { _id: string }[] }>('GET', '/api/materialorder?search=Dover%20Mill')).body
    .items;
  await clerk('PUT', `/api/materialorder/update/${draft?._id}`, { purchaseOrderNumber: 'PO-88' });
  demo.browser.expectFaults(/409/);
  await getButton(/^Place PO .*, Dover Mill$/).click();
  await answer(page, 'Yes');
  await waitForToast(page, /changed/);
  await page.getByRole('link', { name: 'PO PO-88, Dover Mill', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/shop/purchase/material/form');

  const { quantityInCurrent: before } = (
    await clerk<{ quantityInCurrent: number }>('GET', `/api/item/one/${third._id}`)
  ).body;
  await open(page, '/shop/items/count');
  await page.getByPlaceholder('Search items...').fill(third.name);
  await page.waitForURL((url) => url.searchParams.get('search') === third.name);
  await waitUntilSettled(page); // a count typed into a row that is replaced would be lost
  await type(`Counted ${third.name}`, '90a');
  await page.getByText('It must be a number', { exact: true }).waitFor();
  expect(await getButton('Preview count (1)').getAttribute('aria-disabled')).toBe('true');
  await type(`Counted ${third.name}`, '9000');
  await clerk('POST', `/api/stock/${shop}/count`, { counts: [{ item: third._id, counted: before + 1 }] });
  const countedField = page.getByLabel(`Counted ${third.name}`, { exact: true });
  await expect.poll(() => countedField.getAttribute('aria-invalid')).toBe('true');
  await getButton('Preview count (1)').click(); // compared with the stock that was shown, so it cannot be saved
  const save = getDialog().getByRole('button', { name: 'Save Count' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await getDialog().getByRole('button', { name: 'Cancel' }).click();
  await countedField.fill('');
  await countedField.fill('9000');
  await getButton('Preview count (1)').click();
  await getDialog().getByText('1 of 1 counted items differ').waitFor();
  await save.click();
  await waitForToast(page, 'Count saved.');
  const readCurrent = async () =>
    (await clerk<{ quantityInCurrent: number }>('GET', `/api/item/one/${third._id}`)).body.quantityInCurrent;
  expect(await readCurrent()).toBe(9000);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Count undone.');
  expect(await readCurrent()).toBe(before + 1);
  await getButton('Preview count (1)').click(); // what was typed is back, to correct and save again
  await getDialog().getByText('1 of 1 counted items differ').waitFor();
  await getDialog().getByRole('button', { name: 'Save Count' }).click();
  await waitForToast(page, 'Count saved.');
  expect((await readDemand()).find(({ _id }) => _id === third._id)).toMatchObject({ suggested: 0, current: 9000 });
  await open(page, `/shop/items/update?id=${third._id}`);
  await getButton('Stock Movements').click();
  await page.getByRole('cell', { name: 'Physical count undone', exact: true }).waitFor();
  expect(await page.getByRole('cell', { name: 'Physical count', exact: true }).count()).toBe(3);
});

test('material bought at its usual cost is moved to stock at that cost, its estimate of freight apart', async () => {
  const clerk = await demo.callAs('shop.user@demo.test');
  const shop = (await clerk<{ shop: { _id: string } }>('GET', '/api/auth')).body.shop._id;
  const { items } = (await clerk<{ items: Item[] }>('GET', `/api/item/shop/all/${shop}`)).body;
  const { _id, name, ...cost } = items.find(({ freight }) => freight > 0) ?? expect.fail();
  const vendor = (await clerk<{ item: { _id: string } }>('POST', '/api/vendor', { name: 'Dover Metal' })).body.item._id;
  const order = { vendor, purchaseOrderNumber: 'PO-90', items: [{ item: _id, quantity: 10 }] };
  const made = (await clerk<{ item: { _id: string } }>('POST', '/api/materialorder', order)).body.item;
  await clerk('PUT', `/api/materialorder/update/recieved/${made._id}`, { recieved: true });

  await open(page, '/shop/items/category/all');
  await page.getByRole('link', { name: 'Received Items' }).click();
  await page.getByRole('checkbox', { name: `Move ${name} to stock`, exact: true }).click();
  await getDialog().getByRole('button', { name: 'Move to stock', exact: true }).click();
  await waitForToast(page, `${name} moved to stock`);
  const { subTotal, freight } = (await clerk<Item>('GET', `/api/item/one/${_id}`)).body;
  expect({ subTotal, freight }).toEqual({ subTotal: cost.subTotal, freight: cost.freight });
});
