import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../../testing/table-files.js';
import { otherShop, useWorld } from '../../../testing/world.js';
import { createRepair } from '../life/create.js';
import { deleteRepair } from '../life/delete.js';
import { draftRepair } from '../life/draft.js';
import { downloadRepair } from './document.js';
import { exportRepairs } from './export-list.js';

const world = useWorld();
const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-repair-'));
afterAll(() => rmSync(folder, { recursive: true }));
let id = '';

beforeAll(async () => {
  const item = ((await world.db('items').orderBy('id').first('id')) as { id: string }).id;
  const make = (who: 'shop.user' | 'other.shop', invoiceNumber: string, type: 'Repair' | 'Driver' = 'Repair') =>
    createRepair(world.ctx(who), {
      ...{ type, invoiceNumber },
      billTo: '<b>Prairie</b> & Sons',
      items: [
        { item, quantity: 2.5, rate: 1010.01 },
        { item, quantity: 1, rate: 40 },
      ],
    });
  id = (await make('shop.user', '=R/10')).repairInvoice._id;
  await make('shop.user', '9');
  await make('shop.user', 'D-1', 'Driver');
  await make('other.shop', '8');
});

test('the PDF is a valid A4 file with the billing shop, the number, the date, every line and the grand total', async () => {
  const file = await downloadRepair(world.ctx('shop.user'), { id });
  expect(file).toMatchObject({ name: 'R-10_invoice.pdf', type: 'application/pdf' });
  const name = path.join(folder, 'invoice.pdf');
  writeFileSync(name, file.bytes);
  const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });
  expect(run('qpdf', ['--check', name])).toContain('No syntax or stream encoding errors');
  expect(run('pdfinfo', [name])).toMatch(/A4/);
  const text = run('pdftotext', ['-layout', name, '-']);
  const shop = (await world.db('shops').where({ name: 'Ridge Line Barns' }).first('name', 'street_address')) as Record<
    string,
    string
  >;
  const expected = ['Repair Invoice', '=R/10', '11/18/2026', '<b>Prairie</b> & Sons', 'Ridge Line Barns', '2.5'];
  const amounts = ['$1,010.01', '$2,525.03', '$40.00', '$2,565.03'];
  for (const words of [...expected, ...amounts, ...Object.values(shop)]) expect(text).toContain(words);
});

test('the PDF of an invoice to the company has its address; one to another customer has what was typed', async () => {
  const ctx = world.ctx('shop.user');
  const address = '9 Office Park';
  await world.db('companies').update({ street_address: address });
  const { billTo } = await draftRepair(ctx, { type: 'Repair' });
  const item = ((await world.db('items').orderBy('id').first('id')) as { id: string }).id;
  const fields = { type: 'Repair' as const, invoiceNumber: 'C-1', items: [{ item, quantity: 1, rate: 1 }] };
  const { repairInvoice } = await createRepair(ctx, { ...fields, billTo });
  const printText = async (of: string) =>
    execFileSync('pdftotext', ['-layout', '-', '-'], {
      input: (await downloadRepair(ctx, { id: of })).bytes,
      encoding: 'utf8',
    });
  expect(await printText(repairInvoice._id)).toContain(address);
  expect(await printText(id)).not.toContain(address);
  await deleteRepair(ctx, { id: repairInvoice._id });
});

test('a company that prints on Letter gets documents in Letter size', async () => {
  await world.db('companies').update({ paper_size: 'Letter' });
  const file = await downloadRepair(world.ctx('shop.user'), { id });
  await world.db('companies').update({ paper_size: 'A4' });
  expect(execFileSync('pdfinfo', ['-'], { input: file.bytes, encoding: 'utf8' })).toMatch(/612 x 792 pts/);
});

test('the PDF of another shop does not exist, and a builder gets none', async () => {
  await expect(downloadRepair(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
  await expect(downloadRepair(world.ctx('builder'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
});

test('the list exports all matches to a workbook, in its sort order', async () => {
  const list = { status: 'New', type: 'Repair', sort: 'invoiceNumber' } as const;
  const file = await exportRepairs(world.ctx('office.user'), list);
  expect(file.name).toBe('new_repair_invoices.xlsx');
  const sheet = await readSheetCells(file);
  expect(toColumn(sheet, 'Invoice Number')).toEqual(['8', '9', '=R/10']);
  expect(toColumn(sheet, 'Shop')).toContain(otherShop);
  expect(toColumn(sheet, 'Amount')).toEqual([2565.03, 2565.03, 2565.03]);
  const shopCells = await readSheetCells(await exportRepairs(world.ctx('shop.user'), list));
  expect(toColumn(shopCells, 'Invoice Number')).toEqual(['9', '=R/10']);
  expect(getHeaders(shopCells)).not.toContain('Shop');
});

test('CSV has invoices of any type and status, and keeps text that looks like a formula as text', async () => {
  const lines = await toLines(await exportRepairs(world.ctx('shop.user'), { format: 'csv', sort: 'invoiceNumber' }));
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(/^'=R\/10,2026-11-18,Repair,New,2565\.03,/);
  expect(lines[3]).toMatch(/^D-1,.*,Driver,New,/);
});
