import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listAccessibilityFaults, download, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { root, type Call } from './product.js';

const demo = useDemo();
let [shop, office] = [] as unknown as [Page, Page];
let [desk, clerk] = [] as unknown as [Call, Call];

beforeAll(async () => {
  [shop, office] = await Promise.all([demo.openAs('shop.user@demo.test'), demo.openAs('office.admin@demo.test')]);
  [desk, clerk] = [await demo.callAs('shop.user@demo.test'), await demo.callAs('office.admin@demo.test')];
});

const getButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const getDialog = (page: Page) => page.locator('dialog[open]');
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const formatMoney = (dollars: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars);

interface Row {
  readonly _id: string;
  readonly shop: { readonly _id: string; readonly name: string };
  readonly order: { readonly _id: string; readonly grandTotal: { readonly shop: number } };
}
interface RowList {
  readonly items: readonly Row[];
}
interface IdList {
  readonly items: readonly { readonly _id: string }[];
}
interface Alerting {
  readonly _id: string;
  readonly alerts: readonly { readonly _id: string }[];
}
const listInvoicesIn = async (status: string) =>
  (await desk<RowList>('GET', `/api/invoice/status/${status}`)).body.items;

async function createBill(type: 'Repair' | 'Driver', invoiceNumber: string, amount: number): Promise<void> {
  const items = [{ text: 'Rehung the door', amount, reason: 'It sagged.' }];
  const repairAnswer = await desk<{ repairInvoice: { _id: string } }>('POST', '/api/repairinvoice', {
    type,
    invoiceNumber,
    items,
  });
  const id = repairAnswer.body.repairInvoice._id;
  expect((await clerk('PUT', `/api/repairinvoice/update/${id}`, { status: 'Approved' })).status).toBe(200);
}

/** A paid invoice of the shop: one from the demo, or else the first that can be paid. */
async function findPaidInvoice(): Promise<Row> {
  const [paid] = await listInvoicesIn('Paid');
  if (paid) return paid;
  const [newInvoice] = await listInvoicesIn('New');
  if (newInvoice) await clerk('PUT', `/api/invoice/update/${newInvoice._id}`, { status: 'Approved' });
  const [approvedInvoice] = await listInvoicesIn('Approved');
  if (!approvedInvoice) throw new Error('the demo has an invoice to pay');
  expect((await clerk('POST', '/api/payment', { invoices: [approvedInvoice._id] })).status).toBe(201);
  return approvedInvoice;
}

test('a correction of a paid order is added on its invoice, and the shop sees it wait', async () => {
  const paid = await findPaidInvoice();
  await open(office, `/company/invoice/form?id=${paid._id}`);
  await getButton(office, 'Add Correction').click();
  await getDialog(office).getByLabel('Amount').fill('-40.25');
  await getDialog(office).getByRole('button', { name: 'Save Correction' }).click();
  await getDialog(office).getByText('A reason is required').first().waitFor();
  await getDialog(office).getByLabel('Reason').fill('The ramp was not built.');
  await getDialog(office).getByRole('button', { name: 'Save Correction' }).click();
  await waitForToast(office, 'Correction saved');
  await office.getByText('Waiting for the next payment').waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await open(shop, `/shop/order/form?id=${paid.order._id}`);
  await shop.getByRole('rowheader', { name: 'The ramp was not built.' }).waitFor();
  expect(await getButton(shop, 'Add Correction').count()).toBe(0);
  expect(await getButton(shop, /^Delete correction/).count()).toBe(0);
});

test('one payment pays a repair, a driver invoice and the correction, as the form and the PDF show it', async () => {
  await createBill('Repair', 'R-1', 120.5);
  await createBill('Driver', 'D-1', 80);
  await open(office, '/company/repair/invoices/approved');
  await office.getByRole('checkbox', { name: /^Select invoice R-1/ }).check();
  await getButton(office, 'Create Payment').click();
  const form = getDialog(office);
  await form.getByRole('checkbox', { name: 'Pay Driver invoice D-1' }).check();
  expect(await form.getByRole('checkbox', { name: 'Pay Repair invoice R-1' }).isChecked()).toBe(true);
  expect(await form.getByRole('checkbox', { name: /^Pay correction/ }).isChecked()).toBe(true);
  await form.getByText('Sub-Total of 3').waitFor();
  await form.getByLabel('Adjustment').fill('10');
  const total = formatMoney(120.5 + 80 - 40.25 + 10);
  expect(await form.getByLabel('Total').innerText()).toBe(total);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await form.getByRole('button', { name: 'Create Payment' }).click();
  await waitForToast(office, 'Payment is created');
  await waitForHeading(office, 'No Approved Invoices');
  await open(shop, '/shop/payments');
  await shop
    .getByRole('row')
    .filter({ hasText: total })
    .getByRole('link', { name: /^View payment/ })
    .click();
  for (const words of ['R-1', 'D-1', 'The ramp was not built.', '-$40.25', '$120.50']) {
    await shop.getByText(words, { exact: true }).first().waitFor();
  }
  expect(await listAccessibilityFaults(shop)).toEqual([]);
  const file = await download(shop, () => getButton(shop, 'Download Payment & Invoices PDF').click());
  const name = path.join(demo.place.home, file.name);
  writeFileSync(name, file.bytes);
  const text = execFileSync('pdftotext', ['-layout', name, '-'], { encoding: 'utf8' });
  for (const words of ['R-1', 'D-1', 'Rehung the door', 'The ramp was not built.', '-$40.25', total])
    expect(text).toContain(words);
});

test('a shop updates a New repair invoice on a later day: the date stays unchanged, and a message can be written', async () => {
  const items = [{ text: 'New hinge', amount: 15, reason: 'It was broken.' }];
  const repair = {
    type: 'Repair',
    invoiceNumber: 'R-2',
    items,
    invoicedDate: '2026-11-02',
    shop: await findHomeShop(),
  };
  const repairAnswer = await clerk<{ repairInvoice: { _id: string } }>('POST', '/api/repairinvoice', repair);
  await open(shop, `/shop/repair/invoice/form?id=${repairAnswer.body.repairInvoice._id}`);
  await shop.getByLabel('Amount 1').fill('-3.50');
  await getButton(shop, 'Update Invoice').click();
  await waitForToast(shop, 'Invoice is updated');
  await shop.getByRole('row', { name: /^Invoice Total -\$3\.50/ }).waitFor();
  expect(await shop.getByLabel('Invoice Date').inputValue()).toBe('11/02/2026');
  await shop.getByRole('textbox', { name: /^Message/ }).fill('Photos are on their way.');
  await getButton(shop, 'Add Message').click();
  await shop.locator('[data-message]').getByText('Photos are on their way.').waitFor();
});

test('a payment that includes an order of unknown cost says that it is left out, and shows dashes for cost and profit', async () => {
  const feed = JSON.parse(readFileSync(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
  const unknownModel = {
    serialNumber: 'DASH-1',
    shopName: 'Ridge Line Barns',
    buildingModelName: 'Nothing of the kind',
  };
  expect((await clerk('POST', '/api/orders', { orders: [{ ...feed[0], id: '990002', ...unknownModel }] })).status).toBe(
    200,
  );
  const [listedOrder] = (await clerk<IdList>('GET', '/api/orders?search=DASH-1')).body.items;
  const { body: order } = await clerk<Alerting>('GET', `/api/orders/byid/${listedOrder?._id ?? ''}`);
  const alerts = order.alerts.map(({ _id }) => ({ _id, accepted: true }));
  const change = { status: 'Finished', roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White', alerts };
  const moveAnswer = await clerk('PUT', `/api/orders/update/${order._id}`, change);
  expect(moveAnswer.status, JSON.stringify(moveAnswer.body)).toBe(200);
  const invoiceAnswer = await clerk<{ invoice: { _id: string } }>('POST', '/api/invoice', {
    order: order._id,
    invoiceNumber: 'D-9001',
  });
  expect(invoiceAnswer.status, JSON.stringify(invoiceAnswer.body)).toBe(201);
  const { _id: invoice } = invoiceAnswer.body.invoice;
  expect((await clerk('PUT', `/api/invoice/update/${invoice}`, { status: 'Approved' })).status).toBe(200);
  const paymentAnswer = await clerk<{ payment: { _id: string } }>('POST', '/api/payment', { invoices: [invoice] });
  expect(paymentAnswer.status, JSON.stringify(paymentAnswer.body)).toBe(201);
  await open(office, `/company/payment/view?id=${paymentAnswer.body.payment._id}`);
  for (const caption of ['Company Expenses & GP', 'Shop Expenses & GP']) {
    await getButton(office, caption).click();
    const costs = office.getByRole('table', { name: caption }).locator('tbody').filter({ hasNotText: 'Owed to shop' });
    const cells = await costs.locator('td').allInnerTexts();
    expect(cells.length, caption).toBeGreaterThan(5);
    expect(new Set(cells), caption).toEqual(new Set(['—']));
  }
  await office.getByText('1 order left out: cost unknown').waitFor();
  const counts = office.getByRole('region', { name: 'By type' });
  expect(await counts.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0); // no figure is cut
  await office.getByLabel('Adjustment', { exact: true }).fill('-50');
  await office.emulateMedia({ media: 'print' });
  await office.locator('td').getByText('-$50.00', { exact: true }).waitFor();
  await office.emulateMedia({ media: null });
  await getButton(office, 'Discard changes').click();
  expect(await listAccessibilityFaults(office)).toEqual([]);
});

test('a payment without an invoice is refused with a message, and leaving its form asks', async () => {
  await createBill('Repair', 'R-3', 60);
  await open(office, '/company/repair/invoices/approved');
  await office.getByRole('checkbox', { name: /^Select invoice R-3/ }).check();
  await getButton(office, 'Create Payment').click();
  const form = office.getByRole('dialog', { name: 'New Payment Form' });
  await form.getByRole('checkbox', { name: 'Pay Repair invoice R-3' }).uncheck();
  await form.getByRole('button', { name: 'Create Payment' }).click();
  await form.getByRole('button', { name: 'Select at least one invoice.' }).click();
  await office.keyboard.press('Escape');
  await office.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  expect(await form.getByRole('checkbox', { name: 'Pay Repair invoice R-3' }).isChecked()).toBe(false);
});

const findHomeShop = async (): Promise<string> => (await listInvoicesIn('Paid'))[0]?.shop._id ?? '';
