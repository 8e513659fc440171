import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { answer, choose, download, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
let office: Page;

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test');
});

const getButton = (name: string | RegExp) => office.getByRole('button', { name, exact: typeof name === 'string' });

/** Writes a copy of a workbook with the first number of a column raised by one, and returns its path. */
async function raisePrices(bytes: Buffer, column: string, name: string): Promise<string> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as never);
  const sheet = book.worksheets.find((one) => one.rowCount > 1);
  const headers = sheet?.getRow(1).values as string[] | undefined;
  const at = headers?.indexOf(column) ?? 0;
  const cell = sheet?.getColumn(at).values.findIndex((value, row) => row > 1 && typeof value === 'number') ?? 0;
  if (!sheet || at < 1 || cell < 2) throw new Error(`no number in ${column}`);
  sheet.getCell(cell, at).value = Number(sheet.getCell(cell, at).value) + 1;
  const file = path.join(demo.place.home, name);
  await writeFile(file, new Uint8Array(await book.xlsx.writeBuffer()));
  return file;
}

async function openKind(title: string): Promise<void> {
  await office.goto('/company/import/new');
  await office.locator('main').getByRole('link', { name: title, exact: true }).click();
  await office
    .getByRole('heading', { level: 1, name: title === 'Retail prices' ? /Price/ : `Import ${title}` })
    .waitFor();
}

async function send(file: string, label: string, press: string): Promise<void> {
  await office.getByLabel(label, { exact: true }).setInputFiles(file);
  await getButton(press).click();
  await getButton('Apply').waitFor();
  await waitUntilSettled(office);
}

async function applyFile(file: string): Promise<void> {
  await getButton('Apply').click();
  await answer(office, 'Yes');
  await office.getByRole('heading', { level: 1, name: `Import ${path.basename(file)}` }).waitFor();
  await waitUntilSettled(office);
}

async function undone(file: string): Promise<void> {
  await getButton(/^Undo/).click();
  await answer(office, 'Yes');
  await waitForToast(office, `${path.basename(file)} is undone`);
}

/**
 * One spreadsheet of each form: per shop, with lines, of plain records, and for models chosen first. The others differ
 * only in their columns.
 */
const spreadsheets = [
  ['Items', 'Sub_Total'],
  ['Add-on BOM', 'Retail_Price'],
  ['Dealers', 'Haul_Percent'],
  ['Retail prices', 'Price'],
] as const;

test.each(spreadsheets)('%s: exported, a number changed, previewed, applied, undone', async (title, column) => {
  await open(office, '/company/import/new');
  const { bytes, name } = await download(office, () => getButton(`Export ${title}`).click());
  const file = await raisePrices(bytes, column, `Edited ${name}`);
  await openKind(title);
  await send(file, getLabel(title), 'Import Excel');
  await office.getByText('0 new, 1 changed.', { exact: true }).waitFor();
  expect(await office.getByRole('row').filter({ hasText: '→' }).count()).toBe(1);
  await applyFile(file);
  await undone(file);
});

const getLabel = (title: string): string => (title === 'Retail prices' ? 'Model export' : 'Spreadsheet');

test('items for many shops: the chosen shops get the values, and an undo removes them', async () => {
  await office.goto('/company/import/new');
  const { bytes } = await download(office, () => getButton('Export Items for many shops').click());
  const file = await raisePrices(bytes, 'Sub_Total', 'Many.xlsx');
  await openKind('Items for many shops');
  await office.getByLabel('Spreadsheet', { exact: true }).setInputFiles(file);
  await getButton('Import Excel').click();
  await office.getByRole('alert').getByText('Choose at least one shop.').waitFor();
  await office.getByRole('checkbox', { name: 'All shops' }).check();
  await send(file, 'Spreadsheet', 'Import Excel');
  await office.getByText('For all shops').waitFor();
  await applyFile(file);
  await undone(file);
});

test('orders of another system: fields are assigned once, each order is reviewed, applied and undone', async () => {
  const order = (n: number) => ({
    ref: `OTHER-${n}`,
    building: { style: 'Utility', size: '10x12' },
    amount: 4000 + n,
    lines: [{ title: 'Something special', each: 25, count: 2 }],
  });
  const file = path.join(demo.place.home, 'other-system.json');
  await writeFile(file, JSON.stringify({ orders: [order(1), order(2), { ...order(3), amount: 'lots' }] }));
  await open(office, '/company/orders/add');
  await office.getByRole('link', { name: 'Import it with a preview' }).click();
  await send(file, 'Order file', 'Upload');
  await office.getByText('0 of 8 recognized, missing: serialNumber, model, basePrice').waitFor();
  const meaning = {
    ref: 'serialNumber (required)',
    'building.style': 'model (required)',
    'building.size': 'size',
    amount: 'basePrice (required)',
    'lines[].title': 'customAddOns.name',
    'lines[].each': 'customAddOns.price',
    'lines[].count': 'customAddOns.quantity',
  };
  for (const [header, field] of Object.entries(meaning))
    await choose(office.getByLabel(header, { exact: true }), field);
  await getButton('Save columns').click();
  await waitForToast(office, 'Columns saved.');
  await office.getByText('2 new, 0 changed, 1 refused.', { exact: true }).waitFor();
  const first = await office.getByRole('row').filter({ hasText: 'OTHER-1' }).innerText();
  expect(first).toContain('10x12');
  expect(first).toContain('Shop is missing');
  const refusedRows = await download(office, () => getButton('Download rejected rows').click());
  expect(JSON.parse(refusedRows.bytes.toString('utf8'))).toMatchObject([{ ref: 'OTHER-3', amount: 'lots' }]);
  await office.getByRole('checkbox', { name: 'Select OTHER-2' }).uncheck();
  await applyFile(file);
  await open(office, '/company/orders/add');
  expect(await office.getByRole('row').filter({ hasText: 'OTHER-1' }).count()).toBe(1);
  expect(await office.getByRole('row').filter({ hasText: 'OTHER-2' }).count()).toBe(0);
  await office.goto('/company/imports');
  await getButton('Undo: other-system.json').click();
  await answer(office, 'Yes');
  await waitForToast(office, 'other-system.json is undone: 1 order deleted');
});
