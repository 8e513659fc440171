import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { root, type Call } from './product.js';

interface Line {
  readonly name: string;
  readonly quantity: number;
  readonly retailPrice: number;
  readonly shopPercent: number;
  readonly totalSalePrice: { readonly shop: number };
}
interface Order {
  readonly _id: string;
  readonly status: string;
  readonly basePrice: { readonly company: number };
  readonly shopPercent: number;
  readonly adjustment: { readonly shop: number };
  readonly grandTotal: { readonly shop: number };
  readonly haul: number;
  readonly profitDollars: { readonly company: number };
  readonly addOns: readonly Line[];
  readonly customAddOns: readonly Line[];
  readonly invoicedDate: string | null;
}
interface Invoice {
  readonly _id: string;
  readonly status: string;
  readonly invoicedDate: string;
  readonly items: readonly { readonly amount: number }[];
  readonly messages: readonly { readonly msg: string }[];
}

const feed = JSON.parse(readFileSync(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
const SERIAL = 'CORRECT-1';
const NUMBER = 'C-1001';

const demo = useDemo();
let [office, desk] = [] as unknown as [Call, Call];
let [atOffice, atShop] = [] as unknown as [Page, Page];
let orderId = '';
let invoiceId = '';

/** A Finished order of the shop that is not billed yet. */
async function findFinishedOrder(): Promise<string> {
  const row = { ...feed[0], id: '990001', serialNumber: SERIAL, shopName: 'Ridge Line Barns' };
  expect((await office('POST', '/api/orders', { orders: [row], fileName: 'one.json' })).status).toBe(200);
  expect((await office('PUT', '/api/orders/updatenew', {})).status).toBe(200);
  const { items } = (await desk<{ items: readonly Order[] }>('GET', `/api/orders/search/${SERIAL}`)).body;
  const id = items[0]?._id ?? '';
  const change = { status: 'Finished', roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White' };
  expect((await office('PUT', `/api/orders/update/${id}`, change)).status).toBe(200);
  return id;
}

const readOrder = async (): Promise<Order> => (await office<Order>('GET', `/api/orders/byid/${orderId}`)).body;
const readInvoice = async (who: Call = office): Promise<Invoice> =>
  (await who<Invoice>('GET', `/api/invoice/findbyid/${invoiceId}`)).body;

const formatMoney = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const toCents = (dollars: number): number => Math.round(dollars * 100);
/** A percentage of an amount in cents, rounded half away from zero; percentages have up to four decimals. */
function getShare(amount: number, percent: number): number {
  const exact = BigInt(Math.abs(amount)) * BigInt(Math.round(percent * 10_000));
  return Math.sign(amount) * Number((exact + 500_000n) / 1_000_000n);
}

/** The amount billed by the shop in cents, summed here from base price and lines, independently of the product. */
function addUp({ basePrice, shopPercent, addOns, customAddOns, adjustment }: Order): number {
  const custom = customAddOns.map((line) =>
    getShare(Math.round(line.quantity * toCents(line.retailPrice)), line.shopPercent),
  );
  const lines = [...addOns.map(({ totalSalePrice }) => toCents(totalSalePrice.shop)), ...custom];
  const base = getShare(toCents(basePrice.company), shopPercent);
  return base + lines.reduce((sum, line) => sum + line, 0) + toCents(adjustment.shop);
}

/** Expects the invoice to equal its order to the cent, for the office and the shop. */
async function expectExact(): Promise<number> {
  const order = await readOrder();
  const due = addUp(order);
  expect(toCents(order.grandTotal.shop)).toBe(due);
  for (const who of [office, desk])
    expect((await readInvoice(who)).items.map(({ amount }) => toCents(amount))).toEqual([due]);
  return due;
}

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
  desk = await demo.callAs('shop.admin@demo.test');
  orderId = await findFinishedOrder();
  atOffice = await demo.openAs('office.user@demo.test');
  atShop = await demo.openAs('shop.admin@demo.test');
});

const getOrderFormPath = (side: 'company' | 'shop') => `/${side}/order/form?id=${orderId}`;
const invoiceForm = (side: 'company' | 'shop') => `/${side}/invoice/form?id=${invoiceId}`;
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await waitForToast(page, `${SERIAL} is updated.`);
};
const findNotice = (page: Page, text: string | RegExp) => page.locator('#order-notice').getByText(text);
/** A notice of the shop, opened with the bell. */
async function waitForNotice(text: string | RegExp): Promise<Locator> {
  const panel = atShop.getByRole('dialog', { name: 'Notices' });
  if (!(await panel.isVisible())) await atShop.getByRole('button', { name: /^Notices/ }).click();
  return panel.getByText(text).first();
}

/** Pays the selected invoices; returns the total shown by the form, in cents. */
async function pay(): Promise<number> {
  await atOffice.getByRole('button', { name: 'Create Payment' }).click();
  const form = atOffice.locator('dialog[open]');
  const total = toCents(Number((await form.getByLabel('Total').innerText()).replace(/[$,]/g, '')));
  await form.getByRole('button', { name: 'Create Payment' }).click();
  await waitForToast(atOffice, 'Payment is created');
  return total;
}

describe('a wrong invoice', () => {
  test('is created by the office for the shop, which gets a notice', async () => {
    await open(atOffice, getOrderFormPath('company'));
    await atOffice.getByRole('button', { name: `Create Invoice for ${SERIAL}` }).click();
    await atOffice.getByText('You are invoicing for Ridge Line Barns.').waitFor();
    await atOffice.getByLabel(/^Invoice Number/).fill(NUMBER);
    await atOffice.locator('dialog[open]').getByRole('button', { name: 'Create Invoice' }).click();
    await waitForToast(atOffice, 'Invoice is created');
    const link = atOffice.getByRole('link', { name: `View Invoice ${NUMBER}` });
    await link.waitFor();
    invoiceId = new URL((await link.getAttribute('href')) ?? '', 'http://x').searchParams.get('id') ?? '';
    const { messages, invoicedDate } = await readInvoice();
    expect(messages.map(({ msg }) => msg)).toContain('Created by the office for Ridge Line Barns.');
    expect((await readOrder()).invoicedDate).toBe(invoicedDate);
    await open(atShop, '/shop/home');
    await (await waitForNotice(`Invoice ${NUMBER} was created for you by`)).waitFor();
    await expectExact();
  });

  test('is denied by the office: the shop reads why, and opens it from the notice', async () => {
    await open(atShop, getOrderFormPath('shop'));
    await findNotice(atShop, /a shop can correct it only while the invoice is Denied/).waitFor();
    await open(atOffice, invoiceForm('company'));
    await atOffice.getByRole('button', { name: /^Deny/ }).click();
    await atOffice.getByLabel(/^Reason/).fill('The ramp is missing.');
    const deny = atOffice.locator('dialog[open]').getByRole('button', { name: 'Deny', exact: true });
    demo.browser.expectFaults(/net::ERR_/);
    await atOffice.route('**/api/invoice/update/*', (route) => route.abort());
    await deny.click();
    await waitForToast(atOffice, /Could not reach the server/);
    await atOffice.unroute('**/api/invoice/update/*');
    await atOffice.keyboard.press('Escape');
    await atOffice.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    demo.browser.expectFaults(/status of 409/);
    const colleague = await demo.callAs('office.user@demo.test');
    await colleague('PUT', `/api/invoice/update/${invoiceId}`, { newMessage: 'Seen on the phone.' });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await atOffice.route('**/api/invoice/update/*', (route) => released.then(() => route.continue()));
    await deny.click();
    await atOffice.locator('dialog[open] button[aria-busy]').waitFor();
    await atOffice.getByRole('button', { name: 'Cancel', exact: true }).click();
    await atOffice.keyboard.press('Escape');
    expect(await deny.isVisible()).toBe(true); // its answer belongs to it, and to no dialog opened after it
    release();
    await waitForToast(atOffice, /changed/);
    await atOffice.unroute('**/api/invoice/update/*');
    await deny.click();
    await waitForToast(atOffice, 'Invoice is updated');
    await open(atShop, '/shop/home');
    await (await waitForNotice(`Invoice ${NUMBER} has been Denied: The ramp is missing.`)).click();
    await atShop.waitForURL(`**${invoiceForm('shop')}`);
    await waitUntilSettled(atShop);
    await atShop.getByText('Nothing has changed since.').waitFor();
    expect(await listAccessibilityFaults(atShop)).toEqual([]);
  });

  test('is corrected by the office, and by the shop where it may', async () => {
    const before = await expectExact();
    await open(atOffice, getOrderFormPath('company'));
    await findNotice(atOffice, `Invoice ${NUMBER} is Denied. Saving here corrects it`).waitFor();
    await atOffice.getByRole('textbox', { name: 'Adjustment, shop' }).fill('-12.34');
    await save(atOffice);
    expect(await expectExact()).toBe(before - 1234);
    await open(atShop, getOrderFormPath('shop'));
    await atShop.getByLabel('Metal ordered').check();
    await atShop.getByLabel('Siding paint color').fill('Navy');
    await save(atShop);
    await expectExact();
    const order = await readOrder();
    const ramp = { name: 'Ramp', quantity: 2, retailPrice: 125.55, shopPercent: 80 };
    const change = {
      customAddOns: [...order.customAddOns.map((_, at) => ({ lineNo: order.addOns.length + at + 1 })), ramp],
    };
    expect((await office('PUT', `/api/orders/update/${orderId}`, change)).status).toBe(200);
    expect(await expectExact()).toBe(before - 1234 + getShare(2 * 12_555, 80));
  });

  test('gets another number from the shop, and is adjusted with the corrections', async () => {
    await open(atShop, invoiceForm('shop'));
    await atShop.getByRole('button', { name: 'Number and Date' }).click();
    await atShop.getByLabel(/^Invoice Number/).fill(`${NUMBER}-A`);
    await atShop.locator('dialog[open]').getByRole('button', { name: 'Save' }).click();
    await waitForToast(atShop, 'Invoice is updated');
    await atShop.getByRole('heading', { name: `Invoice ${NUMBER}-A` }).waitFor();
    await atShop.getByRole('button', { name: /^Change Status to Adjusted/ }).click();
    const text = atShop.getByLabel(/^What was adjusted/);
    await text.waitFor();
    const prefilledText = await text.inputValue();
    for (const part of ['adjustment. Total', 'metal ordered, siding paint.', 'custom add-ons.', `${NUMBER}-A`])
      expect(prefilledText).toContain(part);
    expect(prefilledText).not.toMatch(/company/i);
    expect(await listAccessibilityFaults(atShop, { dark: false })).toEqual([]);
    await text.fill('The ramp is on the order now.');
    await atShop.getByRole('button', { name: 'Change to Adjusted' }).click();
    await waitForToast(atShop, 'Invoice is updated');
    await expect.poll(async () => (await readInvoice()).status).toBe('Adjusted'); // a toast may mention the number too
  });

  test('shows the office what changed, and is approved to the cent', async () => {
    await open(atOffice, '/company/approvals?search=C-1001-A');
    await atOffice.locator('main tbody tr').getByText('The ramp is on the order now.').waitFor();
    expect(await listAccessibilityFaults(atOffice, { dark: false })).toEqual([]);
    await open(atOffice, invoiceForm('company'));
    await atOffice.getByRole('heading', { name: 'Since the denial' }).waitFor();
    await atOffice.getByRole('button', { name: /^Approve/ }).click();
    await atOffice.locator('dialog[open]').getByText('The ramp is on the order now.').waitFor();
    await answer(atOffice, 'Yes');
    await waitForToast(atOffice, 'Invoice is updated');
    expect((await readInvoice()).status).toBe('Approved');
    await expectExact();
    await open(atOffice, getOrderFormPath('company'));
    await findNotice(atOffice, 'Its invoice is Approved; reopen the invoice first.').waitFor();
    expect(await atOffice.getByRole('textbox', { name: 'Adjustment, shop' }).isEditable()).toBe(false);
    expect((await office('PUT', `/api/orders/update/${orderId}`, { adjustment: { shop: 1 } })).status).toBe(409);
    await expectExact();
  });

  test('is paid; then a company-only haul is corrected and its payment recalculated', async () => {
    const due = await expectExact();
    await open(atOffice, '/company/invoices/approved?search=C-1001-A');
    await atOffice.getByRole('checkbox', { name: /^Select invoice C-1001-A/ }).check();
    expect(await pay()).toBe(due);
    await expect.poll(async () => (await readInvoice()).status).toBe('Paid');
    const before = await readOrder();
    await open(atOffice, getOrderFormPath('company'));
    await atOffice.getByRole('textbox', { name: 'Haul' }).fill('321.09');
    await save(atOffice);
    const after = await readOrder();
    expect(toCents(after.haul)).toBe(32_109);
    expect(toCents(after.profitDollars.company)).toBe(
      toCents(before.profitDollars.company) + toCents(before.haul) - toCents(after.haul),
    );
    expect(await listAccessibilityFaults(atOffice, { dark: false })).toEqual([]);
    expect((await readInvoice()).messages.at(-1)?.msg).toContain('commissions, escort and haul.');
    expect((await readInvoice(desk)).messages.map(({ msg }) => msg).join()).not.toContain('haul');
    await open(atOffice, '/company/payments');
    await atOffice
      .getByRole('row')
      .filter({ hasText: 'Totals out of date' })
      .getByRole('link', { name: /^View payment/ })
      .click();
    const warning = atOffice.getByText('An order in this payment was corrected', { exact: false });
    await warning.waitFor();
    await atOffice.getByRole('button', { name: 'Recalculate' }).click();
    const dialog = atOffice.locator('dialog[open]');
    const haul = dialog.getByRole('row', { name: /^Haul/ });
    await haul.getByText(formatMoney(before.haul)).waitFor();
    await haul.getByText(formatMoney(after.haul)).waitFor();
    expect(await dialog.getByRole('row', { name: /^Sub-Total/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Recalculate' }).click();
    await waitForToast(atOffice, 'Payment is recalculated');
    await warning.waitFor({ state: 'detached' });
    await expectExact();
  });

  test('a wrong amount paid to the shop is corrected in the next payment, to the cent', async () => {
    await open(atOffice, invoiceForm('company'));
    await atOffice.getByRole('button', { name: 'Add Correction' }).click();
    const dialog = atOffice.locator('dialog[open]');
    await dialog.getByLabel('Amount').fill('-40.25');
    await dialog.getByLabel('Reason').fill('The ramp was billed twice.');
    await dialog.getByRole('button', { name: 'Save Correction' }).click();
    await waitForToast(atOffice, 'Correction saved');
    await open(atShop, invoiceForm('shop'));
    await atShop.getByText('The ramp was billed twice.').first().waitFor();
    const items = [{ text: 'Rehung the door', amount: 120.5, reason: 'It sagged.' }];
    const repair = { type: 'Repair', invoiceNumber: 'R-100', items };
    const repairAnswer = await desk<{ repairInvoice: { _id: string } }>('POST', '/api/repairinvoice', repair);
    const repairId = repairAnswer.body.repairInvoice._id;
    await office('PUT', `/api/repairinvoice/update/${repairId}`, { status: 'Approved' });
    await open(atOffice, '/company/repair/invoices/approved');
    await atOffice.getByRole('checkbox', { name: /^Select invoice R-100/ }).check();
    expect(await pay()).toBe(12_050 - 4_025);
    await open(atShop, invoiceForm('shop'));
    await atShop.getByText('Waiting for the next payment').waitFor({ state: 'detached' });
    await expectExact();
  });
});
