import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, choose, download, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
/** The shop and the office, each in a separate browser. */
let [shop, office] = [] as unknown as [Page, Page];

beforeAll(async () => {
  [shop, office] = await Promise.all([demo.openAs('shop.user@demo.test'), demo.openAs('office.admin@demo.test')]);
});

const getButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const getDialog = (page: Page) => page.locator('dialog[open]');
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const getRow = (page: Page, number: string) => page.locator('main tr').filter({ hasText: number });

describe('a repair, from the bill of the shop until it is Paid', () => {
  test('the shop creates it in the wide form: the item fills in quantity and rate, and the totals follow', async () => {
    await open(office, '/company/repair/invoices/new');
    await waitForHeading(office, 'No New Invoices');
    await open(shop, '/shop/repair/invoices/new');
    await getButton(shop, 'Create Invoice').click();
    const form = getDialog(shop);
    expect((await form.boundingBox())?.width).toBe(1200);
    await form.getByRole('button', { name: 'Create Invoice' }).click();
    await form.getByText('Invoice number is required').first().waitFor();
    await form.getByLabel('Invoice Number').fill('R-100');
    await choose(form.getByLabel('Item 1'), 'Door Holdback');
    expect(await form.getByLabel('Quantity 1').inputValue()).toBe('1');
    expect(Number(await form.getByLabel('Rate 1').inputValue())).toBeGreaterThan(0);
    for (const name of ['Quantity', 'Rate']) {
      const parts = [form.getByRole('columnheader', { name }), form.getByLabel(`${name} 1`)];
      const [head = 0, figure = 0] = await Promise.all(
        parts.map((part) => part.evaluate((element) => element.getBoundingClientRect().right)),
      );
      expect(head - figure).toBeCloseTo(12, 0); // the padding of a cell: figures are below their heading
    }
    await form.getByLabel('Rate 1').fill('10.01');
    await form.getByLabel('Quantity 1').fill('2.5');
    await form.getByRole('row', { name: /^Invoice Total \$25\.03/ }).waitFor();
    expect(await listAccessibilityFaults(shop)).toEqual([]);
    await form.getByRole('button', { name: 'Create Invoice' }).click();
    await waitForToast(shop, 'Invoice is created');
    await waitForHeading(shop, '1 New Invoice');
  });

  test('the office sees it immediately, and approves it after confirmation', async () => {
    await getRow(office, 'R-100').getByText('$25.03').waitFor();
    expect(await listAccessibilityFaults(office)).toEqual([]);
    await getRow(shop, 'R-100').getByRole('link', { name: 'View Invoice R-100' }).click();
    await waitForHeading(shop, 'Repair invoice R-100');
    await getButton(office, 'Approve: invoice R-100').click();
    await getDialog(office).getByText('Approve Invoice?').waitFor();
    await answer(office, 'Yes');
    await waitForToast(office, 'Invoice is updated');
    await waitForHeading(office, 'No New Invoices');
    await shop.getByText('This Invoice has been Approved.').waitFor();
    expect(await shop.getByLabel('Invoice Number').getAttribute('readonly')).not.toBeNull();
    expect(await shop.getByLabel('Status').isDisabled()).toBe(true);
  });

  test('the office marks it Paid; the shop has the messages and the PDF', async () => {
    await open(office, '/company/repair/invoices/approved');
    await getButton(office, 'Paid: invoice R-100').click();
    await getDialog(office).getByText('Paid Invoice?').waitFor();
    await getDialog(office).getByLabel('Method').selectOption('Check');
    await getDialog(office).getByLabel('Reference').fill('1042');
    await getDialog(office).getByRole('button', { name: 'Mark Paid' }).click();
    await waitForToast(office, 'Invoice is updated');
    await waitForHeading(office, 'No Approved Invoices');
    await shop
      .getByRole('region', { name: 'Paid' })
      .getByText(/, Check, 1042$/)
      .waitFor();
    await shop.getByText('This Invoice has been Paid.').waitFor();
    const messages = await shop.locator('[data-message]').allInnerTexts();
    expect(messages).toEqual([
      'Invoice created by Sam Miller',
      'This Invoice has been Approved.',
      'This Invoice has been Paid.',
    ]);
    expect(await listAccessibilityFaults(shop)).toEqual([]);
    const file = await download(shop, () => getButton(shop, 'Download Invoice').click());
    expect(file.name).toBe('R-100_invoice.pdf');
    const name = path.join(demo.place.home, file.name);
    writeFileSync(name, file.bytes);
    const text = execFileSync('pdftotext', ['-layout', name, '-'], { encoding: 'utf8' });
    for (const words of ['R-100', 'Ridge Line Barns', 'Door Holdback', '$10.01', 'Grand Total', '$25.03'])
      expect(text).toContain(words);
  });

  test('Paid is final, except for a super admin; the history records the reopening', async () => {
    const clerk = await demo.callAs('office.user@demo.test');
    const { body } = await clerk<{ items: { _id: string }[] }>('GET', '/api/repairinvoice/search/R-100');
    const id = body.items[0]?._id ?? '';
    const refusal = await clerk('PUT', `/api/repairinvoice/update/${id}`, { status: 'New' });
    expect(refusal.status).toBe(403);
    await open(office, `/company/repair/invoice/form?id=${id}`);
    const paidRegion = office.getByRole('region', { name: 'Paid', exact: true });
    await paidRegion.getByText('$25.03').first().waitFor();
    expect(await paidRegion.getByRole('button', { name: 'Mark Paid' }).count()).toBe(0);
    await office.getByLabel('Status').selectOption('New');
    await getButton(office, 'Update Invoice').click();
    await answer(office, 'No');
    expect(await office.getByLabel('Status').inputValue()).toBe('New');
    await getButton(office, 'Update Invoice').click();
    await answer(office, 'Yes');
    await waitForToast(office, 'Invoice is updated');
    await office.getByText('This Invoice has been changed to New.').waitFor();
    const timeline = office.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('reopen', { exact: false }).first().waitFor();
    await timeline.getByRole('button', { name: 'History' }).click();
    await getDialog(office).getByText('reopen', { exact: false }).first().waitFor();
    await office.keyboard.press('Escape');
  });

  test('while it is New it can be changed, and deleted after confirmation, which returns to the list', async () => {
    await open(shop, '/shop/repair/invoices/new');
    await open(office, '/company/repair/invoices/new');
    await office.getByRole('link', { name: 'View Invoice R-100' }).click();
    await waitForHeading(office, 'Repair invoice R-100');
    await office.getByLabel('Bill To').fill('Dover');
    await office.getByRole('textbox', { name: 'Message', exact: true }).fill('Billed to Dover from now on.');
    await getButton(office, 'Add Message').click();
    await office.getByRole('heading', { name: 'Messages (5)' }).waitFor(); // the message leaves what was typed above
    await office.setViewportSize({ width: 1280, height: 500 });
    await getButton(office, 'Add Item').click();
    await choose(office.getByLabel('Item 2'), 3);
    const summary = office.getByRole('region', { name: 'New', exact: true });
    expect(await summary.innerText()).not.toContain('$25.03'); // includes the new line before it is saved
    expect(await summary.getByRole('button', { name: 'Mark Paid' }).getAttribute('aria-disabled')).toBe('true');
    await office.evaluate(() => window.scrollTo(0, 250));
    const at = await summary.boundingBox();
    expect([(at?.y ?? -1) >= 0, (at?.y ?? 0) + (at?.height ?? 0) <= 500]).toEqual([true, true]);
    await getButton(office, 'Update Invoice').click();
    await waitForToast(office, 'Invoice is updated');
    await office.getByRole('heading', { name: 'Messages (6)' }).waitFor();
    await office.getByText('Invoice updated by Anna Keller').waitFor();
    await getButton(office, 'Delete Invoice R-100').click();
    await getDialog(office).getByText('Are you sure you want to Delete this Invoice.').waitFor();
    await answer(office, 'Yes');
    await waitForToast(office, 'Invoice is deleted');
    await office.waitForURL((url) => url.pathname === '/company/repair/invoices/new');
    await waitForHeading(shop, 'No New Invoices');
  });
});

test('a driver block compensation is billed under its own name, and only the office can delete it', async () => {
  await open(shop, '/shop/driver/invoices/new');
  await getButton(shop, 'Create Invoice for Driver Block Compensation').click();
  const form = getDialog(shop);
  await form.getByLabel('Invoice Number').fill('D-1');
  await choose(form.getByLabel('Item 1'), 1);
  await form.getByRole('button', { name: 'Create Invoice' }).click();
  await waitForToast(shop, 'Invoice is created');
  await shop.getByRole('link', { name: 'View Invoice D-1' }).click();
  await waitForHeading(shop, 'Driver invoice D-1');
  expect(await getButton(shop, /^Delete Invoice/).count()).toBe(0);
  await open(office, '/company/driver/invoices/new');
  const desk = await demo.callAs('shop.user@demo.test');
  const { body } = await desk<{ items: { _id: string }[] }>('GET', '/api/repairinvoice/search/D-1');
  demo.browser.expectFaults(/status of 409/);
  await getButton(office, 'Approve: invoice D-1').click();
  await getDialog(office).getByText('Approve Invoice?').waitFor();
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => (answerNow = resolve));
  await office.route(/\/api\/repairinvoice\//, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  await desk('PUT', `/api/repairinvoice/update/${body.items[0]?._id}`, {
    billTo: 'changed while the question is open',
  });
  await answer(office, 'Yes');
  await waitForToast(office, /changed/);
  expect(await getButton(office, 'Approve: invoice D-1').getAttribute('aria-busy')).toBe('true'); // until it is reloaded
  answerNow();
  await getButton(office, 'Approve: invoice D-1').click();
  await answer(office, 'Yes');
  await waitForToast(office, 'Invoice is updated'); // leaving before would cut the request
  await open(office, '/company/driver/invoices/approved');
  await getButton(office, 'Paid: invoice D-1').click();
  await getDialog(office).getByText('Mark Paid?').waitFor();
  await getDialog(office).getByLabel('Method').selectOption('Cash');
  const colleague = await demo.callAs('office.user@demo.test');
  await colleague('PUT', `/api/repairinvoice/update/${body.items[0]?._id}`, { newMessage: 'Seen on the phone.' });
  await getDialog(office).getByRole('button', { name: 'Mark Paid' }).click();
  await waitForToast(office, /changed/);
  await getDialog(office).getByRole('button', { name: 'Mark Paid' }).click();
  await waitForToast(office, 'Invoice is updated');
  await open(office, '/company/driver/invoices/paid');
  await waitForHeading(office, '1 Paid Invoice');
});
