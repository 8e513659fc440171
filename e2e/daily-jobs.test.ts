import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { answer, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { root, type Call } from './product.js';

interface ItemList<T> {
  readonly items: readonly T[];
}
interface FoundOrder {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: string;
}
interface WaitingApproval {
  readonly _id: string;
  readonly invoiceNumber: string;
  readonly kind: string;
}

declare global {
  interface Window {
    presses?: number;
  }
}

const feed = JSON.parse(readFileSync(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
const demo = useDemo();
let office: Page;
let desk: Page;
let [asOffice, asDesk] = [] as unknown as [Call, Call];
let shop = '';

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test');
  desk = await demo.openAs('shop.user@demo.test');
  asOffice = await demo.callAs('office.admin@demo.test');
  asDesk = await demo.callAs('shop.user@demo.test');
  shop = (await asDesk<{ shop: { _id: string } }>('GET', '/api/auth')).body.shop._id;
});

/** Counts mouse presses on a page until a job is done. */
async function countPresses(page: Page, job: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    if (window.presses === undefined)
      window.addEventListener('pointerdown', () => (window.presses = (window.presses ?? 0) + 1), true);
    window.presses = 0;
  });
  await job();
  return page.evaluate(() => window.presses ?? 0);
}

/** Orders with these serial numbers, as the sales system sends them. */
const getSales = (serials: readonly string[], change: object = {}) =>
  serials.map((serialNumber, at) => ({
    ...feed[0],
    ...{ id: `88${serialNumber}${at}`, serialNumber, shopName: 'Ridge Line Barns' },
    ...change,
  }));
const getButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const findOrder = async (serial: string): Promise<FoundOrder | undefined> =>
  (await asOffice<ItemList<FoundOrder>>('GET', `/api/orders/search/${serial}`)).body.items[0];

test('a file of orders is uploaded from home in four clicks', async () => {
  await open(office, '/company/home');
  const presses = await countPresses(office, async () => {
    await getButton(office, 'Upload orders').click();
    const choosing = office.waitForEvent('filechooser');
    await office.getByLabel('Order files').click();
    const buffer = Buffer.from(JSON.stringify(getSales(['DAILY-1', 'DAILY-2'])));
    await (await choosing).setFiles({ name: 'orders.json', mimeType: 'application/json', buffer });
    await getButton(office, 'Upload').click();
    await answer(office, 'Yes');
    await waitForToast(office, 'Orders are Uploaded.');
  });
  expect(presses).toBe(4);
  expect(await findOrder('DAILY-2')).toMatchObject({ status: 'New' });
});

test('any number of orders with the same difference are accepted and pushed in three clicks', async () => {
  const serials = ['DAILY-3', 'DAILY-4', 'DAILY-5'];
  const dearer = { subTotalDollarAmount: '7680.00', totalAmountDollarAmount: '8172.70' }; // a difference of $100
  await asOffice('POST', '/api/orders', { orders: getSales(serials, dearer), fileName: 'dearer.json' });
  await open(office, '/company/home');
  let answerNow = () => {};
  const pushed = new Promise<void>((resolve) => (answerNow = resolve));
  await office.route('**/api/orders/alerts/accept', (route) => pushed.then(() => route.continue()));
  const presses = await countPresses(office, async () => {
    await office.getByRole('link', { name: /^Fix: / }).click();
    const accept = getButton(office, 'Accept as uploaded: Base price differs from the catalogue');
    await accept.click();
    await accept.waitFor({ state: 'detached' }); // at once, before the answer
    await office.getByRole('button', { name: /^Push To Shops/ }).click();
    answerNow();
    await waitForToast(office, 'Orders are updated to InQueue');
  });
  await office.unroute('**/api/orders/alerts/accept');
  expect(presses).toBe(3);
  for (const serial of serials) expect(await findOrder(serial)).toMatchObject({ status: 'InQueue' });
});

test('an order goes from the queue to its invoice in five clicks', async () => {
  await open(desk, '/shop/orders/inqueue');
  const presses = await countPresses(desk, async () => {
    await desk.getByRole('link', { name: 'View order DAILY-3', exact: true }).click();
    await getButton(desk, 'Start Building').click();
    await getButton(desk, 'Mark Finished').click();
    await getButton(desk, 'Create Invoice for DAILY-3').click();
    await answer(desk, 'Create Invoice');
    await waitForToast(desk, 'Invoice is created');
  });
  expect(presses).toBe(5);
  expect(await findOrder('DAILY-3')).toMatchObject({ status: 'Invoiced' });
});

test('two invoices are approved in three clicks, and set back to New with one more', async () => {
  const waiting = async () =>
    (await asOffice<ItemList<WaitingApproval>>('GET', '/api/approvals?kind=invoice')).body.items;
  const listStatuses = (rows: readonly WaitingApproval[]) =>
    Promise.all(
      rows.map(async ({ _id }) => (await asOffice<FoundOrder>('GET', `/api/invoice/findbyid/${_id}`)).body.status),
    );
  for (const serial of ['DAILY-4', 'DAILY-5']) {
    const order = (await findOrder(serial))?._id ?? '';
    await asOffice('PUT', `/api/orders/update/${order}`, { status: 'Finished' });
    expect((await asDesk('POST', '/api/invoice', { order, invoiceNumber: serial })).status).toBe(201);
  }
  const rows = (await waiting()).filter(({ invoiceNumber }) => /^DAILY-[45]$/.test(invoiceNumber));
  expect(rows).toHaveLength(2);
  await open(office, '/company/approvals?search=DAILY');
  const presses = await countPresses(office, async () => {
    for (const { invoiceNumber } of rows)
      await office.getByRole('checkbox', { name: new RegExp(`^Select invoice ${invoiceNumber} of `) }).click();
    await getButton(office, 'Approve selected').click();
    await waitForToast(office, '2 Invoices are approved');
  });
  expect(presses).toBe(3);
  expect(await listStatuses(rows)).toEqual(['Approved', 'Approved']);
  await getButton(office, 'Undo').click();
  await waitForToast(office, '2 Invoices set back to New');
  expect(await listStatuses(rows)).toEqual(['New', 'New']);
});

test('an invoice is paid in two clicks', async () => {
  const { body } = await asOffice<ItemList<WaitingApproval & { readonly revision: number }>>(
    'GET',
    '/api/approvals?search=DAILY-4',
  );
  const { _id, kind, revision, invoiceNumber } = body.items[0] as WaitingApproval & { readonly revision: number };
  await asOffice('POST', '/api/approvals/decide', { decision: 'Approved', records: [{ kind, _id, revision }] });
  await open(office, '/company/invoices/approved');
  const presses = await countPresses(office, async () => {
    await getButton(office, `Pay: invoice ${invoiceNumber}`).click();
    await answer(office, 'Create Payment');
    await waitForToast(office, 'Payment is created');
  });
  expect(presses).toBe(2);
  const paid = await asOffice<FoundOrder>('GET', `/api/invoice/findbyid/${_id}`);
  expect(paid.body.status).toBe('Paid');
});

test('missing material is ordered from its vendor in three clicks', async () => {
  interface NeededItem {
    readonly _id: string;
    readonly suggested: number;
    readonly vendor: object | null;
  }
  const { items } = (await asDesk<ItemList<NeededItem>>('GET', `/api/stock/${shop}/demand`)).body;
  const missing = items.filter(({ suggested, vendor }) => suggested > 0 && vendor === null).map(({ _id }) => _id);
  await asDesk('POST', '/api/vendor', { name: 'Daily Lumber', defaultItems: missing });
  await open(desk, '/shop/purchase/demand');
  await desk.getByRole('region', { name: 'Daily Lumber', exact: true }).waitFor();
  const presses = await countPresses(desk, async () => {
    await getButton(desk, 'Create Draft Orders').click();
    await desk.getByRole('button', { name: /^Place PO .*, Daily Lumber$/ }).click();
    await answer(desk, 'Yes');
    await waitForToast(desk, 'Material Order is updated');
  });
  expect(presses).toBe(3);
  const placedOrder = await asDesk<ItemList<{ draft: boolean }>>('GET', '/api/materialorder?search=Daily%20Lumber');
  expect(placedOrder.body.items).toMatchObject([{ draft: false }]);
});

test('thirteen received items are moved to stock in two clicks', async () => {
  const { items } = (await asDesk<ItemList<{ readonly _id: string }>>('GET', `/api/item/shop/all/${shop}?size=13`))
    .body;
  const { body: vendors } = await asDesk<ItemList<{ readonly _id: string }>>(
    'GET',
    '/api/vendor?search=Daily%20Lumber',
  );
  const lines = items.slice(0, 13).map(({ _id: item }) => ({ item, quantity: 2, newPrice: 1.5 }));
  expect(lines).toHaveLength(13);
  const orderAnswer = await asDesk<{ item: { _id: string } }>('POST', '/api/materialorder', {
    ...{ purchaseOrderNumber: 'DAILY-13', vendor: vendors.items[0]?._id, items: lines },
  });
  await asDesk('PUT', `/api/materialorder/update/recieved/${orderAnswer.body.item._id}`, { recieved: true });
  await open(desk, '/shop/items/category/all?tab=received');
  const presses = await countPresses(desk, async () => {
    await getButton(desk, 'Move all to stock').click();
    await desk.getByRole('button', { name: /^Move \d+ items to stock$/ }).click();
    await waitUntilSettled(desk);
    await desk.locator('dialog[open]').waitFor({ state: 'detached' });
  });
  expect(presses).toBe(2);
  const storedOrder = await asDesk<{ items: { inInventory: boolean }[] }>(
    'GET',
    `/api/materialorder/${orderAnswer.body.item._id}`,
  );
  expect(storedOrder.body.items.filter(({ inInventory }) => inInventory)).toHaveLength(13);
});
