import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listAccessibilityFaults, answer, choose, download, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { packageFolder } from '../src/package.js';

const demo = useDemo(async ({ home, env }) => {
  env['SOURCE_FOLDER'] = path.join(home, 'sources');
  await mkdir(path.join(home, 'sources', 'orders'), { recursive: true });
});
let office: Page;
/** The exported dealers. */
let exportedFile: Buffer;

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test');
});

const getRow = (text: string) => office.getByRole('row').filter({ hasText: text });
const getButton = (name: string | RegExp) => office.getByRole('button', { name, exact: typeof name === 'string' });

/** The exported dealers, edited, as a separate file. */
async function editFile(name: string, edit: (sheet: ExcelJS.Worksheet) => void): Promise<string> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(
    exportedFile.buffer.slice(exportedFile.byteOffset, exportedFile.byteOffset + exportedFile.length) as ArrayBuffer,
  );
  const [sheet] = book.worksheets;
  if (!sheet) throw new Error('the export has no sheet');
  edit(sheet);
  const file = path.join(demo.place.home, name);
  await writeFile(file, new Uint8Array(await book.xlsx.writeBuffer()));
  return file;
}

async function openPreview(file: string): Promise<void> {
  await open(office, '/company/dealers');
  await getButton('Upload Dealers').click();
  await office.getByRole('heading', { level: 1, name: 'Import Dealers' }).waitFor();
  await office.getByLabel('Spreadsheet').setInputFiles(file);
  await getButton('Import Excel').click();
  await office.getByRole('heading', { level: 1, name: `Dealers: ${path.basename(file)}` }).waitFor();
  await waitUntilSettled(office);
}

test('without a file nothing is imported, and the screen explains why', async () => {
  await open(office, '/company/dealers');
  exportedFile = (await download(office, () => getButton('Export').click())).bytes;
  await getButton('Upload Dealers').click();
  await getButton('Import Excel').click();
  await office.getByRole('alert').getByText('Please upload a file before importing.').waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
});

test('an untouched export changes nothing', async () => {
  await openPreview(await editFile('Untouched.xlsx', () => undefined));
  await office
    .getByRole('strong')
    .filter({ hasText: /^Nothing to change\.$/ })
    .waitFor();
  expect(await getButton('Apply').getAttribute('aria-disabled')).toBe('true');
});

test('a column that is not read is named, until it is saved as ignored', async () => {
  const file = await editFile('Extra.xlsx', (sheet) => {
    for (const [at, text] of ['Remark', 'by the road'].entries()) sheet.getRow(at + 1).getCell(9).value = text;
  });
  await openPreview(file);
  const warning = office.getByText('Not imported: “Remark”.');
  await warning.waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await getButton('Save columns').click();
  await waitForToast(office, 'Columns saved.');
  await warning.waitFor({ state: 'detached' });
});

test('changes are shown as old and new values; an unchecked row is left out, the rest is applied', async () => {
  const file = await editFile('Dealers.xlsx', (sheet) => {
    sheet.getCell('C2').value = 'Springfield';
    sheet.getCell('D3').value = 44;
    sheet.getCell('D4').value = 'plenty';
    sheet.addRow(['New Lot', sheet.getCell('B2').value, 'Newtown', 12.5]);
  });
  await openPreview(file);
  await office.getByText('1 new, 2 changed, 1 refused.').waitFor();
  expect(await getRow('Fairfield Sheds').innerText()).toContain('Fairfield → Springfield');
  expect(await getRow('Hilltop Storage').innerText()).toContain('100.00% → 44.00%');
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await getButton(/^Refused 1/).click();
  await getRow('Lakeview Outdoor').waitFor();
  expect(await getRow('Lakeview Outdoor').innerText()).toContain('“plenty” must be a number');
  await office.setViewportSize({ width: 390, height: 844 });
  await office.getByRole('button', { name: /^Lakeview Outdoor.*Refused.*Row 4.*“plenty” must be a number/ }).waitFor();
  await office.setViewportSize({ width: 1280, height: 720 });
  const refusedRows = await download(office, () => getButton('Download rejected rows').click());
  expect(refusedRows.name).toBe('Dealers-refused.xlsx');
  await getButton(/^All/).click();
  await office.getByRole('checkbox', { name: 'Select Hilltop Storage' }).uncheck();
  await office.getByText('on this page; 1 row left out in total').waitFor();
  await getButton('Apply').click();
  const confirmation = await office.locator('dialog[open]').innerText();
  expect(confirmation).toContain('You can undo it under Imports until its records change.');
  expect(confirmation).not.toContain('cannot be reversed');
  expect(confirmation).toContain('1 row left out');
  await answer(office, 'Yes');
  await office.getByRole('heading', { level: 1, name: 'Import Dealers.xlsx' }).waitFor();
  await waitUntilSettled(office);
  expect(await getRow('Hilltop Storage').innerText()).toContain('Left out');
  await open(office, '/company/dealers');
  expect(await getRow('Fairfield Sheds').innerText()).toContain('Springfield');
  expect(await getRow('Hilltop Storage').innerText()).toContain('100.00%');
  expect(await getRow('New Lot').innerText()).toContain('12.50%');
});

test('rows hidden by a filter are counted, and included on request', async () => {
  const file = await editFile('Filtered.xlsx', (sheet) => {
    for (const name of ['Far Lot', 'Farther Lot']) sheet.addRow([name, sheet.getCell('B2').value]).hidden = true;
  });
  await openPreview(file);
  const notice = office.getByRole('region', { name: 'Hidden rows' });
  await notice.getByText('2 hidden rows are left out.').waitFor();
  expect(await getRow('Far Lot').count()).toBe(0);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await getButton('Include hidden rows').click();
  await notice.getByText('2 hidden rows are included.').waitFor();
  await getButton(/^New 2/).click();
  await getRow('Farther Lot').waitFor();
  await getButton('Apply').click();
  await office.getByRole('alertdialog').getByText('2 hidden rows are included.').waitFor();
  await answer(office, 'No');
  await getButton('Leave out hidden rows').click();
  await getRow('Farther Lot').waitFor({ state: 'detached' });
});

test('a file imported before is recognized; the history lists it and can undo it', async () => {
  await openPreview(path.join(demo.place.home, 'Dealers.xlsx'));
  await office.getByText('This file was already imported on').waitFor();
  await open(office, '/company/imports');
  expect(await getRow('Dealers.xlsx').innerText()).toContain('1 new, 1 changed, 2 unchanged, 1 refused');
  await getButton('Undo: Dealers.xlsx').click();
  expect(await office.locator('dialog[open]').innerText()).toContain('Dealers.xlsx, 2 rows');
  await answer(office, 'Yes');
  await waitForToast(office, 'Dealers.xlsx is undone');
  await open(office, '/company/dealers');
  expect(await getRow('Fairfield Sheds').innerText()).not.toContain('Springfield');
  expect(await getRow('New Lot').count()).toBe(0);
});

test('an unknown header is matched by hand, and recognized from then on', async () => {
  const file = await editFile('Others.xlsx', (sheet) => {
    sheet.getCell('A1').value = 'Lot Title';
    sheet.getCell('C2').value = 'Elsewhere';
  });
  await openPreview(file);
  await office.getByText('Missing: Name', { exact: true }).waitFor();
  expect(await getButton('Apply').getAttribute('aria-disabled')).toBe('true');
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await choose(office.getByLabel('Lot Title'), 'Name (required)');
  await getButton('Save columns').click();
  await waitForToast(office, 'Columns saved.');
  await getRow('Fairfield → Elsewhere').waitFor();
  await openPreview(file);
  expect(await getRow('Fairfield Sheds').innerText()).toContain('Fairfield → Elsewhere');
  expect(await office.getByText('Missing: Name', { exact: true }).count()).toBe(0);
});

test('a row changed since the preview is not overwritten: it is previewed again', async () => {
  await openPreview(await editFile('Late.xlsx', (sheet) => void (sheet.getCell('C2').value = 'Late Town')));
  const other = await demo.openAs('office.admin@demo.test', '/company/dealers');
  await other.getByRole('link', { name: 'Fairfield Sheds' }).click();
  await other.getByLabel('City').fill('Early Town');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByRole('heading', { level: 1, name: /Dealers/ }).waitFor();
  demo.browser.expectFaults(/409/);
  await getButton('Apply').click();
  await answer(office, 'Yes');
  await getButton('Preview again').click();
  await getRow('Early Town → Late Town').waitFor();
  await getButton('Apply').click();
  await answer(office, 'Yes');
  await office.getByRole('heading', { level: 1, name: 'Import Late.xlsx' }).waitFor();
});

/** Orders of today as the sales system sends them, each changed on some day of November. */
async function feedRows(day: number, change: object = {}): Promise<object[]> {
  const samples = JSON.parse(await readFile(new URL('fixtures/feed-demo.json', packageFolder), 'utf8')) as object[];
  const now = { dateOrdered: new Date().toISOString(), dateCancelled: null };
  return samples.slice(0, 4).map((order, n) => ({
    ...{ ...order, ...now, ...change },
    ...{ id: `E2E-${n}`, serialNumber: `E2E-${n}`, timestamp: `2026-11-0${day}T10:00:00Z` },
  }));
}
const putFile = async (name: string, rows: readonly object[]) =>
  writeFile(path.join(demo.place.home, 'sources', 'orders', name), JSON.stringify(rows));
const getField = (name: string) => office.getByRole('textbox', { name, exact: true });

test('a folder is tested, mapped, added and pulled, and its orders are reconciled', async () => {
  await putFile('monday.json', await feedRows(1));
  demo.browser.expectFaults(/status of 422/);
  await open(office, '/company/imports');
  await office.getByRole('navigation', { name: 'Imports' }).getByRole('link', { name: 'Sources' }).click();
  await office.getByRole('link', { name: 'Add Source' }).or(getButton('Add Source')).click();
  await getField('Name').fill('Folder of orders');
  await choose(office.getByLabel('Kind'), 'A folder of files on the server (JSON or CSV)');
  await office.getByLabel('Folder').fill('nowhere');
  await getButton('Test').click();
  await office.getByText('The folder "nowhere" does not exist.').waitFor();
  await office.getByLabel('Folder').fill('orders');
  await getButton('Test').click();
  await office.getByText('4 orders read.').waitFor();
  await office.getByText('Field mapping').click();
  const path = office.getByLabel('addOns.name', { exact: true });
  await path.fill('buildingaddons name');
  await office.getByRole('option', { name: 'buildingAddons[].name' }).click();
  expect(await path.inputValue()).toBe('buildingAddons[].name');
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await getButton('Save').click();
  await waitForToast(office, 'Source added.');
  await getButton('Pull now: Folder of orders').click();
  await getRow('Folder of orders').getByText('4 orders read: 4 new.').waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);

  await office.getByRole('link', { name: 'Reconciliation' }).first().click();
  await office.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor();
  await getButton(/^Sources$/).click();
  await office.getByRole('option', { name: 'Folder of orders' }).click();
  await getButton('Done').click();
  await office.getByText('No differences.').waitFor();
  await waitUntilSettled(office);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await getButton('4 Theirs: show the orders').first().click();
  const dialog = office.locator('dialog[open]');
  await dialog.getByText('4 Orders').waitFor();
  expect(await dialog.getByRole('link', { name: /^E2E-/ }).count()).toBe(4);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('changes held by the brake are discarded or accepted with the buttons; the order links to its proposal', async () => {
  const admin = await demo.callAs('office.admin@demo.test');
  const { items } = (await admin<{ items: { _id: string; name: string }[] }>('GET', '/api/source')).body;
  const id = items.find(({ name }) => name === 'Folder of orders')?._id ?? '';
  await admin('PUT', `/api/source/update/${id}`, { settings: { brakePercent: 1 } });
  await open(office, `/company/import/sources/form?id=${id}`);
  expect(await office.getByLabel('addOns.name', { exact: true }).inputValue()).toBe('buildingAddons[].name');
  const decide = async (what: string) => {
    await getButton('Pull now').click();
    await getRow('Waiting for you').first().click();
    await office.getByText('Changed orders').waitFor();
    await getButton(what).click();
  };
  await putFile('tuesday.json', await feedRows(2, { buildingRoofColor: 'Repainted' }));
  await decide('Discard');
  await waitForToast(office, 'The changes are discarded.');
  await getButton('Close').last().click();
  await decide('Accept the changes');
  await waitForToast(office, 'The pull continues.');
  await getRow('4 proposed').waitFor();
  const { items: proposals } = (
    await admin<{ items: { order: { _id: string } }[] }>('GET', '/api/proposals?search=E2E-0')
  ).body;
  await open(office, `/company/order/form?id=${proposals[0]?.order._id ?? ''}`);
  await office.getByRole('link', { name: 'Review the change' }).click();
  await office.getByRole('heading', { name: 'E2E-0' }).waitFor();
  await office.getByText('Repainted').first().waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
});

test('a file is uploaded to its source, and changes nothing the second time', async () => {
  await open(office, '/company/import/sources');
  await office.getByRole('link', { name: 'Add Source' }).or(getButton('Add Source')).click();
  await getField('Name').fill('Uploads');
  await choose(office.getByLabel('Kind'), 'Files that users upload (JSON or CSV)');
  await getButton('Save').click();
  await waitForToast(office, 'Source added.');
  await office.getByRole('link', { name: 'Upload file: Uploads' }).click();
  const bytes = Buffer.from(
    JSON.stringify((await feedRows(3)).map((one) => ({ ...one, id: 'UP-1', serialNumber: 'UP-1' }))),
  );
  const file = { name: 'orders.json', mimeType: 'application/json', buffer: bytes };
  await office.getByLabel('Upload file').setInputFiles(file);
  await waitForToast(office, 'The file is being imported.');
  await getRow('orders.json').getByText('1 new').waitFor();
  await waitUntilSettled(office);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await office.getByLabel('Upload file').setInputFiles(file);
  await waitForToast(office, 'This file was already imported. Nothing changed.');
});
