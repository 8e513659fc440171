import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listAccessibilityFaults, download, chooseFilter, open, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
let page: Page;
beforeAll(async () => {
  page = await demo.openAs('office.user@demo.test');
});

const getButton = (name: string | RegExp) => page.getByRole('button', { name });
const getDialog = () => page.locator('dialog[open]');

interface Invoices {
  readonly summary: Record<'Total', { readonly count: number; readonly amount: number }>;
}

test('the invoice report filters, links figures to their orders, and exports a workbook with the same sums', async () => {
  const clerk = await demo.callAs('office.user@demo.test');
  const filter = { range: 'this-year', orderDate: 'invoicedDate', invoiceStatus: [] };
  const { Total } = (await clerk<Invoices>('POST', '/api/invoice/report', filter)).body.summary;
  expect(Total.count).toBeGreaterThan(0);

  await open(page, '/company/reports/invoices');
  await getButton(/^Models/)
    .and(page.locator('[aria-disabled]'))
    .waitFor();
  await page.getByText(/, 7:00 AM - .*, 8:00 PM$/).waitFor();
  await chooseFilter(page, 'Range', 'This year');
  await getButton('Remove the filter Invoice status').click();
  await waitUntilSettled(page);
  expect(new URL(page.url()).search).toBe('?range=this-year&invoiceStatus=all');
  await page.getByText(/^This year, /).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);

  const totalRow = page.getByRole('row', { name: /^Total/ }).first();
  const readWeight = (cell: Element) => Number(getComputedStyle(cell).fontWeight);
  expect(await totalRow.getByRole('rowheader').evaluate(readWeight)).toBeGreaterThan(600);
  await totalRow.getByRole('button', { name: 'show the orders' }).click();
  await getDialog()
    .getByText(new RegExp(`^${Total.count} Orders?`))
    .waitFor();
  expect(await getDialog().getByRole('link').count()).toBe(Math.min(200, Total.count));
  await getDialog().getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download(page, () => page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click());
  expect(file.name).toBe('Shedworks_InvoiceReport.xlsx');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file.bytes as never); // the library's types have an older Buffer
  const sheet = book.getWorksheet('Shop Invoices');
  expect(sheet?.rowCount).toBe(Total.count + 2);
  const at = (sheet?.getRow(1).values as string[]).indexOf('Shop Total');
  expect((sheet?.getRow(Total.count + 2).getCell(at).value as { result: number }).result).toBe(Total.amount);

  await page.reload();
  await waitUntilSettled(page);
  await getButton(/^Invoice status$/).waitFor();

  await chooseFilter(page, 'Range', 'Dates…');
  const days = page.getByRole('dialog', { name: 'Range' });
  await days.getByLabel('From', { exact: true }).fill('01/05/2026');
  await page.waitForURL(/[?&]from=2026-01-05/);
  await days.getByLabel('To', { exact: true }).fill('01/04/2026');
  await days.getByText('The first day must not be after the last day.').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await getButton(/^Range: 01\/05\/2026 – /).waitFor();
});

test('the filters of a report are in a sheet in a short window, which begins with the rows', async () => {
  const low = await demo.openAs('office.user@demo.test', '/company/reports/invoices?range=this-year', {
    viewport: { width: 720, height: 450 },
  });
  await low.getByRole('button', { name: 'Filters' }).click();
  const sheet = low.getByRole('dialog', { name: 'Filters' });
  await chooseFilter(low, 'Order type', 'Customer');
  await low.getByRole('dialog', { name: 'Order type' }).getByRole('button', { name: 'Done' }).click();
  await low.waitForURL(/orderType=Customer/);
  expect(await listAccessibilityFaults(low)).toEqual([]);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await low.context().close();
});

test('the inventory report links to the orders of an item; add-ons need a shop first', async () => {
  await open(page, '/company/reports/orders/inventory?range=this-year');
  await page.locator('td').getByRole('button', { name: 'show the orders' }).first().click();
  await getDialog().getByRole('link').first().waitFor();
  await getDialog().getByRole('button', { name: 'Close' }).last().click();

  await open(page, '/company/reports/addons');
  await getButton('Apply').and(page.locator('[aria-disabled]')).waitFor();
  await page.getByRole('button', { name: 'Shop', exact: true }).click();
  await page.getByRole('option').nth(1).click();
  await getButton('Apply').click();
  await page.getByRole('columnheader', { name: 'Company Add-On GP' }).waitFor();
  await waitUntilSettled(page);
  expect(await listAccessibilityFaults(page)).toEqual([]);
});

test('a list with its search, sorting and filters is saved as a view, and made the default', async () => {
  await open(page, '/company/invoices/new?sort=-amount');
  await getButton('Views').click();
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Largest first');
  await getButton('Save').click();
  await getButton('View: Largest first').click();
  const saving = page.waitForResponse((response) => response.url().endsWith('/api/users/preferences'));
  await page.getByRole('menuitem', { name: 'Make "Largest first" the default' }).click();
  expect((await saving).ok()).toBe(true);
  await page.goto('/company/invoices/new');
  await page.waitForURL(/[?&]sort=-amount/);
  await getButton('View: Largest first').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
});
