import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { useNetwork } from './network.js';
import { root, type Call } from './product.js';

interface ItemList<T> {
  readonly items: readonly T[];
}
interface Row {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: string;
}
interface WaitingInvoice {
  readonly _id: string;
  readonly invoiceNumber: string;
}

const feed = JSON.parse(readFileSync(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];

const demo = useDemo();
/** The network between the office and the server. */
const network = useNetwork(demo);
let page: Page;
let [office, colleague, desk] = [] as unknown as [Call, Call, Call];

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
  colleague = await demo.callAs('office.user@demo.test');
  desk = await demo.callAs('shop.admin@demo.test');
  page = await demo.openAs('office.admin@demo.test', undefined, { baseURL: network.address });
});

let madeCount = 0;

/** Orders of the shop that are not billed yet: uploaded as the sales system sends them, and pushed by the office. */
async function newOrders(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    madeCount += 1;
    return { ...feed[0], id: `99${madeCount}`, serialNumber: `PAPER-${madeCount}`, shopName: 'Ridge Line Barns' };
  });
  expect((await office('POST', '/api/orders', { orders: rows, fileName: 'more.json' })).status).toBe(200);
  expect((await office('PUT', '/api/orders/updatenew', {})).status).toBe(200);
  const { items } = (await desk<ItemList<Row>>('GET', '/api/orders/search/PAPER-')).body;
  return items.filter(({ status }) => status === 'InQueue').map(({ _id }) => _id);
}

/** Bills orders as the shop, until this many of its invoices wait. Returns them, the oldest first. */
async function waiting(count: number): Promise<WaitingInvoice[]> {
  const list = async () => (await office<ItemList<WaitingInvoice>>('GET', '/api/approvals?kind=invoice')).body.items;
  const missing = count - (await list()).length;
  for (const _id of missing > 0 ? await newOrders(missing) : []) {
    expect((await office('PUT', `/api/orders/update/${_id}`, { status: 'Finished' })).status).toBe(200);
    const invoiceNumber = `PAPER-${(madeCount += 1)}`;
    expect((await desk('POST', '/api/invoice', { order: _id, invoiceNumber })).status).toBe(201);
  }
  return (await list()).slice(0, count);
}

/** Bills repairs with these numbers, as the shop. */
async function shopRepairs(numbers: readonly string[]): Promise<void> {
  for (const invoiceNumber of numbers) {
    const line = { text: 'Door', amount: 25, reason: 'Promised' };
    expect((await desk('POST', '/api/repairinvoice', { type: 'Repair', invoiceNumber, items: [line] })).status).toBe(
      201,
    );
  }
}

const tick = (number: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Select invoice ${number} of `) }).check();
const getRow = (number: string) => page.locator('main tbody tr').filter({ hasText: number });
const getResults = () => page.locator('dialog[open]').getByRole('region', { name: 'Results' });
const readStatus = async ({ _id }: WaitingInvoice) =>
  (await office<{ status: string }>('GET', `/api/invoice/findbyid/${_id}`)).body.status;

describe('the approvals inbox', () => {
  test('shows all its columns, the amount too, on a screen of 1280 pixels', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, '/company/approvals');
    await page.getByRole('columnheader', { name: 'Amount' }).waitFor();
    await waitUntilSettled(page);
    const rows = page.locator('main .p-datatable-wrapper');
    expect(await rows.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('button', { name: /\d (day|hour|minute|second)s?|Just now/ })
      .first()
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('heading', { level: 1, name: /^\d+ invoices? waiting for approval$/ }).waitFor();
  });

  test('approves three and denies two in one batch each, and names the one that a colleague changed', async () => {
    const [a, b, c, d, e] = (await waiting(5)) as [
      WaitingInvoice,
      WaitingInvoice,
      WaitingInvoice,
      WaitingInvoice,
      WaitingInvoice,
    ];
    await open(page, '/company/approvals');
    expect(await listAccessibilityFaults(page)).toEqual([]);
    for (const { invoiceNumber } of [a, b, c]) await tick(invoiceNumber);
    await page.getByText('3 selected').waitFor();
    await colleague('PUT', `/api/invoice/update/${b._id}`, { newMessage: 'Please wait for the photos.' });
    await page.getByText(`1 changed since you selected them: ${b.invoiceNumber}`).waitFor();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByRole('heading', { name: '2 of 3 Invoices are approved' }).waitFor();
    const [changedRow, ...doneRows] = await getResults().locator('tbody tr').allInnerTexts();
    expect(changedRow).toMatch(new RegExp(`${b.invoiceNumber}.*was changed by .* in the meantime.*New`, 's'));
    expect(doneRows).toHaveLength(2);
    expect(await listAccessibilityFaults(page, { dark: false })).toEqual([]);
    await answer(page, 'Done');
    expect(await Promise.all([a, b, c].map(readStatus))).toEqual(['Approved', 'New', 'Approved']);

    for (const { invoiceNumber } of [d, e]) await tick(invoiceNumber);
    await page.getByRole('button', { name: 'Deny selected' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Deny', exact: true }).click();
    await page.getByText('A reason is required to deny an invoice').waitFor();
    await page.getByLabel(/^Reason/).fill('The ramp is missing.');
    await page.locator('dialog[open]').getByRole('button', { name: 'Deny', exact: true }).click();
    await waitForToast(page, '2 Invoices are denied');
    await getRow(d.invoiceNumber).waitFor({ state: 'detached' });
    expect(await Promise.all([d, e].map(readStatus))).toEqual(['Denied', 'Denied']);
    await getRow(b.invoiceNumber).waitFor();
  });

  test('keeps the focus of a bulk decision at the row after the last decided one', async () => {
    const [a, b, c, d] = (await waiting(4)) as [WaitingInvoice, WaitingInvoice, WaitingInvoice, WaitingInvoice];
    await open(page, '/company/approvals?kind=invoice');
    const readFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const select = ({ invoiceNumber }: WaitingInvoice) => `Select invoice ${invoiceNumber} of Ridge Line Barns`;
    for (const { invoiceNumber } of [a, b]) await tick(invoiceNumber);
    await page.getByRole('button', { name: 'Approve selected' }).press('Enter');
    await waitForToast(page, '2 Invoices are approved');
    await getRow(b.invoiceNumber).waitFor({ state: 'detached' });
    await expect.poll(readFocus).toBe(select(c));
    await tick(c.invoiceNumber);
    await page.getByRole('button', { name: 'Deny selected' }).press('Enter');
    await page.getByLabel(/^Reason/).fill('The ramp is missing.');
    await page.locator('dialog[open]').getByRole('button', { name: 'Deny', exact: true }).press('Enter');
    await waitForToast(page, '1 Invoice is denied');
    await getRow(c.invoiceNumber).waitFor({ state: 'detached' });
    await expect.poll(readFocus).toBe(select(d));
  });

  test('approves several from the list of New invoices, with the result of each', async () => {
    const [a, b, c] = (await waiting(3)) as [WaitingInvoice, WaitingInvoice, WaitingInvoice];
    await open(page, '/company/invoices/new');
    for (const { invoiceNumber } of [a, b, c]) await tick(invoiceNumber);
    await page.getByText('3 selected').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await colleague('PUT', `/api/invoice/update/${b._id}`, { newMessage: 'Please wait for the photos.' });
    await page.getByText(`1 changed since you selected them: ${b.invoiceNumber}`).waitFor();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByRole('heading', { name: '2 of 3 Invoices are approved' }).waitFor();
    expect(await getResults().locator('tbody tr').allInnerTexts()).toHaveLength(3);
    await answer(page, 'Done');
    await getRow(a.invoiceNumber).waitFor({ state: 'detached' });
    expect(await Promise.all([a, b, c].map(readStatus))).toEqual(['Approved', 'New', 'Approved']);
  });

  test('approves several repair invoices from their list, which cannot be denied', async () => {
    await shopRepairs(['BULK-1', 'BULK-2']);
    await open(page, '/company/repair/invoices/new');
    for (const number of ['BULK-1', 'BULK-2']) await tick(number);
    expect(await page.getByRole('button', { name: 'Deny selected' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await waitForToast(page, '2 Invoices are approved');
    await getRow('BULK-1').waitFor({ state: 'detached' });
  });

  test('sends a batch again after a lost answer without deciding twice', async () => {
    const [one] = (await waiting(1)) as [WaitingInvoice];
    await open(page, '/company/approvals?kind=invoice');
    await tick(one.invoiceNumber);
    demo.browser.expectFaults(/net::ERR_/);
    network.loseAnswers(({ path: url }) => url === '/api/approvals/decide');
    await page.getByRole('button', { name: 'Deny selected' }).click();
    const deny = page.locator('dialog[open]').getByRole('button', { name: 'Deny', exact: true });
    await page.getByLabel(/^Reason/).fill('  ');
    await deny.click();
    await page.getByText('A reason is required to deny an invoice').waitFor();
    await page.getByLabel(/^Reason/).fill('Said once.');
    await deny.click();
    await waitForToast(page, /Could not reach the server/);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    network.restore();
    await deny.click();
    await waitForToast(page, '1 Invoice is denied');
    const { messages } = (await office<{ messages: { msg: string }[] }>('GET', `/api/invoice/findbyid/${one._id}`))
      .body;
    expect(messages.filter(({ msg }) => msg === 'Said once.')).toHaveLength(1);
  });

  test('shows the page before when the last invoice of its last page is decided', async () => {
    await waiting(3);
    const { items } = (await office<ItemList<WaitingInvoice>>('GET', '/api/approvals?kind=invoice')).body;
    const [first, last] = [items.at(0), items.at(-1)] as [WaitingInvoice, WaitingInvoice];
    await open(page, `/company/approvals?kind=invoice&size=${items.length - 1}&page=2`);
    await getRow(last.invoiceNumber).waitFor();
    await colleague('PUT', `/api/invoice/update/${last._id}`, { status: 'Approved' });
    await getRow(first.invoiceNumber).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  });

  test('updates its list and the menu live as shops send invoices and others decide', async () => {
    const [one] = (await waiting(1)) as [WaitingInvoice];
    await open(page, '/company/approvals?kind=invoice');
    await getRow(one.invoiceNumber).waitFor();
    const linkText = await page.getByRole('link', { name: /^Approvals \d+ waiting$/ }).innerText();
    await colleague('PUT', `/api/invoice/update/${one._id}`, { status: 'Approved' });
    await getRow(one.invoiceNumber).waitFor({ state: 'detached' });
    const leftCount = Number(/\d+/.exec(linkText)?.[0]) - 1;
    await page
      .getByRole('link', { name: leftCount > 0 ? `Approvals ${leftCount} waiting` : 'Approvals', exact: true })
      .waitFor();
  });
});

describe('the command palette', () => {
  const type = async (text: string, at = page): Promise<void> => {
    await at.keyboard.press('Control+k');
    await at.getByRole('combobox', { name: /^Screen, serial number/ }).waitFor();
    await at.keyboard.type(text);
  };

  test('opens an order by its customer and a payment by its number, with only the keyboard', async () => {
    await open(page, '/company/home');
    const [order] = (await office<ItemList<Row & { customer: string }>>('GET', '/api/orders/status/building')).body
      .items;
    await type(order?.customer ?? 'nobody');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/company/order/form?id=*');
    await waitUntilSettled(page);
    const { paymentNumber, _id } = (
      await office<ItemList<{ _id: string; paymentNumber: string }>>('GET', '/api/payment?sort=-paymentNumber')
    ).body.items[0] as { _id: string; paymentNumber: string };
    await type(`payment ${paymentNumber}`);
    await page
      .getByRole('option', { name: new RegExp(`^${paymentNumber} `) })
      .first()
      .waitFor();
    expect(await listAccessibilityFaults(page, { dark: false })).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/company/payment/view?id=*');
    expect(new URL(page.url()).searchParams.get('id')).toBe(_id);
  });

  test('starts the named action, and changes the theme', async () => {
    await open(page, '/company/home');
    await type('upload ord');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/company/orders/add');
    await waitUntilSettled(page);
    await type('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator(':root[data-theme="dark"]').waitFor();
  });

  test('finds no records of another shop', async () => {
    const foreign = (await office<ItemList<Row>>('GET', '/api/orders/status/invoiced?size=200')).body.items;
    const ownIds = new Set((await desk<ItemList<Row>>('GET', '/api/orders?size=200')).body.items.map(({ _id }) => _id));
    const hiddenOrder = foreign.find(({ _id }) => !ownIds.has(_id));
    expect(hiddenOrder).toBeDefined();
    const shopPage = await demo.openAs('shop.admin@demo.test');
    await type(hiddenOrder?.serialNumber ?? '', shopPage);
    await shopPage.getByText('Nothing found.').waitFor();
    await shopPage.context().close();
  });
});

describe('duplicate orders', () => {
  test('are listed in groups, and the wrong one is deleted after confirmation', async () => {
    const twice = { ...feed[0], serialNumber: 'TWICE-1', shopName: 'Ridge Line Barns' };
    for (const id of ['8801', '8802'])
      await office('POST', '/api/orders', { orders: [{ ...twice, id }], fileName: 'twice.json', duplicates: 'keep' });
    await open(page, '/company/orders/duplicates?search=TWICE-1');
    await page.getByRole('heading', { name: '1 Duplicate Serial Number' }).waitFor();
    await page
      .getByRole('button', { name: /^More actions for the \w+ order TWICE-1/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Are you sure you want to Delete this New Order.').waitFor();
    await answer(page, 'Yes');
    await waitForToast(page, 'Order is deleted.');
    await page.getByRole('heading', { name: 'No Duplicate Serial Numbers' }).waitFor();
    const duplicates = (await office<ItemList<Row>>('GET', '/api/orders/search/TWICE-1')).body.items;
    expect(duplicates).toHaveLength(1);
  });
});

describe('on paper', () => {
  const ofFirst = async (list: string, form: string) =>
    `${form}?id=${(await office<ItemList<Row>>('GET', list)).body.items[0]?._id}`;

  test.each([
    ['/api/orders/status/building', '/company/order/form'],
    ['/api/invoice/status/Paid', '/company/invoice/form'],
    ['/api/payment', '/company/payment/view'],
  ])('%s prints black on white without menus and buttons, in either theme', async (list, form) => {
    await open(page, await ofFirst(list, form));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const buttons = await page.locator('button:visible:not(.figure-button), nav:visible, .btn:visible').count();
    const paint = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('main h1') as Element);
      const isOnWhite = [document.documentElement, document.body].every((element) =>
        ['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(element).backgroundColor),
      );
      return { color, isOnWhite, wide: document.documentElement.scrollWidth > window.innerWidth };
    });
    await page.emulateMedia({ media: null, colorScheme: null });
    expect({ buttons, ...paint }).toEqual({ buttons: 0, color: 'rgb(0, 0, 0)', isOnWhite: true, wide: false });
  });

  test('a list prints its rows with every column', async () => {
    const { body } = await office<ItemList<WaitingInvoice>>(
      'GET',
      '/api/invoice/status/Paid?sort=-invoicedDate&size=100',
    );
    expect(body.items.length).toBeGreaterThan(0);
    await open(page, '/company/invoices/paid');
    const file = path.join(demo.place.home, 'list.pdf');
    writeFileSync(file, await page.pdf({ format: 'Letter' }));
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    for (const { invoiceNumber } of body.items) expect(text).toContain(invoiceNumber);
    expect(text).toMatch(/\$[\d,]+\.\d\d/); // the last column
  });
});
