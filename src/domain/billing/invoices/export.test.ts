import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createInvoice } from './life/create.js';
import { exportPaidInvoices } from './export.js';

const world = useWorld();

beforeAll(async () => {
  for (const invoiceNumber of ['=1+1', '0042']) {
    await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder(), invoiceNumber });
  }
  await createInvoice(world.ctx('other.shop'), {
    order: await world.createFinishedOrder(otherShop),
    invoiceNumber: 'foreign',
  });
  for (const shop of [homeShop, otherShop]) await payAll(await world.findShopId(shop));
});

async function payAll(shop_id: string): Promise<void> {
  const id = newId();
  const totals = { sub_total: 0, company_total: 0, order_total: 0, invoice_count: 1 };
  await world
    .db('payments')
    .insert({ id, shop_id, payment_number: '1', payment_date: '2026-11-18', made_by: 'x', figures: '{}', ...totals });
  await world.db('invoices').where({ shop_id }).update({ status: 'Paid', payment_id: id });
}

async function sheetFor(name: 'shop.user' | 'office.user'): Promise<{ name: string; sheet: ExcelJS.Worksheet }> {
  const file = await exportPaidInvoices(world.ctx(name), {});
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(file.bytes) as never);
  return { name: file.name, sheet: book.getWorksheet('Paid Invoices') as ExcelJS.Worksheet };
}

test("exports the paid invoices of the shop, with their orders' figures as numbers", async () => {
  const { name, sheet } = await sheetFor('shop.user');
  expect(name).toBe('paid_invoices.xlsx');
  const [, ...headers] = sheet.getRow(1).values as string[];
  expect(headers).toHaveLength(21);
  expect(headers.slice(0, 4)).toEqual(['Invoice Number', 'Date', 'Shop Total', 'Builder']);
  const order = (await world
    .db('invoices as i')
    .join('orders as o', 'o.id', 'i.order_id')
    .where('i.invoice_number', '0042')
    .first('o.*')) as Record<string, number>;
  const row = sheet.getRow(2);
  expect(row.getCell(1).value).toBe('0042');
  expect(row.getCell(2).value).toEqual(new Date('2026-11-18T00:00:00Z'));
  expect(row.getCell(3).value).toBe((order['grand_total_shop'] ?? 0) / 100);
  expect(row.getCell(12).value).toBe((order['total_labor_shop'] ?? 0) / 100);
  expect(row.getCell(21).value).toBe((order['total_cost_shop'] ?? 0) / 100);
  expect(row.getCell(3).numFmt).toBe('$#,##0.00');
});

test('text that begins like a formula stays text; the last row has SUM formulas with their results', async () => {
  const { sheet } = await sheetFor('shop.user');
  expect(sheet.getCell('A3').type).toBe(ExcelJS.ValueType.String);
  expect(sheet.getCell('A3').value).toBe('=1+1');
  const sum = (sheet.getCell('C2').value as number) + (sheet.getCell('C3').value as number);
  expect(sheet.getCell('A4').value).toBe('Total');
  expect(sheet.getCell('C4').value).toEqual({ formula: 'SUM(C2:C3)', result: Math.round(sum * 100) / 100 });
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  expect(sheet.autoFilter).toBe('A1:U3');
  expect(sheet.getCell('A1').font).toMatchObject({ bold: true });
  expect(sheet.rowCount).toBe(4);
});

test('every printed page has the owner, the title, the page number and the header row', async () => {
  const { sheet } = await sheetFor('shop.user');
  expect(sheet.pageSetup).toMatchObject({
    orientation: 'landscape',
    fitToWidth: 1,
    fitToHeight: 0,
    printTitlesRow: '1:1',
  });
  expect(sheet.headerFooter).toMatchObject({
    oddHeader: '&LHeartland Portable Buildings&RPaid Invoices',
    oddFooter: '&RPage &P of &N',
  });
  expect(sheet.workbook).toMatchObject({ creator: 'Heartland Portable Buildings', title: 'Paid Invoices' });
});

test('the office exports the invoices of all shops', async () => {
  const { sheet } = await sheetFor('office.user');
  expect(sheet.rowCount).toBe(5);
  expect(sheet.getColumn(1).values).toContain('foreign');
});
