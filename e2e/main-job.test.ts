import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  answer,
  choose,
  download,
  open,
  openBrowser,
  waitUntilSettled,
  signIn,
  waitForToast,
  type TestBrowser,
} from './browser.js';
import { follow, followTab } from './menu.js';
import { makePlace, root, shedworks, start, type Place, type RunningServer } from './product.js';

const feed = path.join(root, 'fixtures', 'feed-30.json');
const shop = 'Ridge Line Barns';
/** An order of that shop whose dealer, model and add-ons are missing from the catalogue. */
const serial = 'MIL-1210-011026-40002';
/** The number of its invoice: the part after the last dash. */
const invoice = '40002';
/** An order of that shop without alerts. */
const builders = 'SMG-1624-032826-40000';

let place: Place;
let server: RunningServer;
let browser: TestBrowser;
let office: Page;
let desk: Page;

beforeAll(async () => {
  place = await makePlace();
  server = await start(place, 'demo', '--months', '0');
  browser = await openBrowser();
  [office, desk] = await Promise.all([browser.page(server.address), browser.page(server.address)]);
  await signIn(office, 'office.admin@demo.test');
  await signIn(desk, 'shop.admin@demo.test');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await place.remove();
});
afterEach(() => expect(browser.faults()).toEqual([]));

const readHeading = (page: Page) => page.locator('main h1').innerText();
const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function upload(page: Page): Promise<void> {
  await page.getByLabel('Order files').setInputFiles(feed);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.locator('dialog[open]').waitFor();
}

async function moveOn(page: Page, order: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Change Status of ${order}` }).click();
  await page.getByRole('menuitem', { name: to, exact: true }).click();
  await waitForToast(page, `${order} is updated.`);
  await getRow(page, order).waitFor({ state: 'detached' });
}

describe('the office imports orders', () => {
  test('an upload asks for confirmation first, then shows the orders with their alerts', async () => {
    await open(office, '/company/orders/add');
    expect(await readHeading(office)).toBe('9 New Orders');
    await upload(office);
    const confirmation = await office.locator('dialog[open]').innerText();
    expect(confirmation).toContain('Are you sure you want to upload this file? This action cannot be reversed');
    expect(confirmation).toContain('reversed once its orders change. Until then, you can undo it under Imports.');
    expect(confirmation).toContain('30 new');
    await answer(office, 'Yes');
    await waitForToast(office, 'Orders are Uploaded.');
    await office.getByRole('heading', { level: 1, name: '39 New Orders' }).waitFor();
    expect(await getRow(office, serial).innerText()).toContain('4 alerts');
    expect(await getRow(office, builders).innerText()).toContain('All resolved');
  });

  test('the same file again, in the browser and from the command line: both report that nothing is new', async () => {
    await upload(office);
    const confirmation = office.locator('dialog[open]');
    expect(await confirmation.innerText()).toContain('This file was already uploaded');
    await confirmation.getByRole('button', { name: 'Yes', exact: true }).click();
    await confirmation.getByText('There is an existing order with the same serial number.').waitFor();
    const existingOrder = confirmation.getByLabel('Existing order', { exact: true });
    expect(await existingOrder.locator('dt').allInnerTexts()).toEqual(
      expect.arrayContaining(['Customer', 'Model and size', 'Shop', 'Ordered', 'Company total']),
    );
    await confirmation.getByLabel('Use this answer for the other 29').check();
    await answer(office, 'No');
    await waitForToast(office, 'Nothing new: 32 orders already exist.');
    expect(await readHeading(office)).toBe('39 New Orders');
    const result = await shedworks(place, 'orders', 'import', feed);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('Nothing new: 32 orders already exist.');
  });

  test('differences are fixed by choosing records, the rest accepted, and the orders pushed', async () => {
    await office.getByRole('button', { name: `4 alerts for ${serial}` }).click();
    const fix = office.getByRole('group', { name: `Choices for ${serial}` });
    await choose(fix.getByLabel('Model'), 'Painted Cabin');
    await office.getByText('Model "Painted Garden Shed" not found in Painted').waitFor({ state: 'detached' });
    expect(await fix.getByText('Choose the missing colors first').count()).toBe(2); // one for each unknown add-on
    await choose(fix.getByLabel('Trim color'), 1);
    await fix.getByLabel('Trim color').waitFor({ state: 'detached' });
    await choose(fix.getByLabel('Add-on “Ramp”'), 'Workbench');
    await fix.getByLabel('Add-on “Ramp”').waitFor({ state: 'detached' });
    const alerts = office.getByRole('button', { name: /^Accept: / });
    for (let alertsToAccept = await alerts.count(); alertsToAccept > 0; alertsToAccept = await alerts.count()) {
      const name = await alerts.first().getAttribute('aria-label');
      await alerts.first().click();
      await office.getByRole('button', { name: name ?? '', exact: true }).waitFor({ state: 'detached' });
    }
    await office.getByRole('button', { name: `All resolved for ${serial}` }).waitFor();
    await open(desk, '/shop/orders/inqueue');
    expect(await getRow(desk, serial).count()).toBe(0);
    await office.getByRole('button', { name: 'Push To Shops' }).click();
    await waitForToast(office, 'Orders are updated to InQueue');
    await getRow(office, serial).waitFor({ state: 'detached' });
    await office.getByRole('heading', { level: 1, name: /^\d+ New Orders$/ }).waitFor();
  });
});

describe('the shop builds and bills', () => {
  test('the order arrives live, is built and finished', async () => {
    await getRow(desk, serial).waitFor(); // the push was before; this page is not reloaded
    await moveOn(desk, serial, 'Building');
    await followTab(desk, 'Orders', 'Building');
    await getRow(desk, serial).waitFor();
    await moveOn(desk, serial, 'Finished');
  });

  test('its invoice reaches the office live', async () => {
    await open(office, '/company/invoices/new');
    await followTab(desk, 'Orders', 'Finished');
    await desk.getByRole('button', { name: `Invoice order ${serial}` }).click();
    const dialog = desk.locator('dialog[open]');
    await dialog.getByLabel('Invoice Number').waitFor();
    expect(await dialog.getByLabel('Invoice Number').inputValue()).toBe(invoice);
    await answer(desk, 'Create Invoice');
    await waitForToast(desk, 'Invoice is created');
    await getRow(office, invoice).waitFor();
  });
});

describe('the office approves and pays', () => {
  let number = '';
  let total = '';

  test('approves the invoice and pays it', async () => {
    await office.getByRole('button', { name: `Approve: invoice ${invoice}` }).click();
    expect(await office.locator('dialog[open]').innerText()).toContain('Approve Invoice?');
    await answer(office, 'Yes');
    await waitForToast(office, 'Invoice is updated');
    await office.locator('nav a[href="/company/invoices/approved"]').click();
    await office.getByRole('checkbox', { name: `Select invoice ${invoice} of ${shop}` }).check();
    await office.getByRole('button', { name: 'Create Payment' }).click();
    const dialog = office.locator('dialog[open]');
    number = await dialog.getByLabel('Payment #').inputValue();
    total = await dialog.getByLabel('Total', { exact: true }).innerText();
    expect(total).toMatch(/^\$[\d,]+\.\d\d$/);
    await answer(office, 'Create Payment');
    await waitForToast(office, 'Payment is created');
    await getRow(office, invoice).waitFor({ state: 'detached' });
  });

  test("the payment's PDF opens and shows number and total", async () => {
    await follow(office, 'Money', 'Payments');
    await getRow(office, shop)
      .filter({ hasText: total })
      .getByRole('link', { name: `View payment ${number}` })
      .click();
    await office.getByRole('heading', { level: 1, name: `Payment ${number}` }).waitFor();
    await waitUntilSettled(office);
    const file = await download(office, () =>
      office.getByRole('button', { name: 'Download Payment & Invoices PDF' }).click(),
    );
    expect(file.name).toBe(`${number}_payment.pdf`);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const storedFile = path.join(place.home, file.name);
    await writeFile(storedFile, file.bytes);
    const text = execFileSync('pdftotext', ['-layout', storedFile, '-'], { encoding: 'utf8' });
    for (const part of [number, total, serial, shop]) expect(text).toContain(part);
  });

  test('the Paid list and its workbook include it', async () => {
    await follow(office, 'Money', 'Invoices', 'Paid');
    expect(await getRow(office, invoice).innerText()).toContain(total);
    const file = await download(office, () => office.getByRole('button', { name: 'Export to Excel' }).click());
    expect(file.name).toBe('paid_invoices.xlsx');
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(file.bytes.buffer as ArrayBuffer);
    const cells = book.worksheets.flatMap((sheet) => sheet.getSheetValues()).flat();
    expect(cells).toContain(invoice);
    expect(cells).toContain(Number(total.replace(/[$,]/g, '')));
  });

  test('the shop sees its payment, without the figures of the company', async () => {
    await follow(desk, 'Money', 'Payments');
    await getRow(desk, total)
      .getByRole('link', { name: `View payment ${number}` })
      .click();
    await desk.getByRole('heading', { level: 1, name: `Payment ${number}` }).waitFor();
    await waitUntilSettled(desk);
    const text = await desk.locator('main').innerText();
    expect(text).toContain(total);
    expect(text).not.toMatch(/company/i);
  });
});

test('a builder works on a phone: no dollar sign on an order, one tap per step', async () => {
  const phone = await browser.page(server.address, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(phone, 'builder@demo.test', '/shop/orders/inqueue');
  await phone.getByRole('link', { name: `View order ${builders}` }).click();
  await phone.getByRole('heading', { level: 1, name: `Order ${builders}` }).waitFor();
  await waitUntilSettled(phone);
  const text = await phone.locator('body').innerText();
  expect(text).toContain('16 × 24 ft');
  expect(text).not.toContain('$');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const steps = { 'Start Building': 'Building, just started', 'Mark Finished': 'Finished, just now' };
  for (const [button, text] of Object.entries(steps)) {
    await phone.getByRole('button', { name: button }).click();
    await phone.getByText(`, ${text}. Changed`).waitFor();
  }
});
