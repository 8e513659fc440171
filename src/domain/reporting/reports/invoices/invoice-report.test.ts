import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { updateInvoice } from '../../../billing/invoices/life/change.js';
import { createInvoice } from '../../../billing/invoices/life/create.js';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { listReports, downloadReport } from '../file.js';
import { runInvoiceReport } from './invoice-report.js';
import { InvoiceReport, type InvoiceReportFilter } from './invoice-schema.js';
import { listReportRows } from '../rows.js';

const world = useWorld();
type Filter = Partial<z.input<typeof InvoiceReportFilter>>;

/** The window of the tests' Wednesday runs from 11/02 to 11/16, so the last one is outside. */
const stage = [
  { shop: homeShop, day: '2026-11-02', status: 'New', type: 'Customer' },
  { shop: otherShop, day: '2026-11-16', status: 'New', type: 'Inventory' },
  { shop: homeShop, day: '2026-11-09', status: 'Approved', type: 'Customer' },
  { shop: otherShop, day: '2026-11-10', status: 'Denied', type: 'Inventory' },
  { shop: homeShop, day: '2026-11-17', status: 'Approved', type: 'Customer' },
] as const;

beforeAll(async () => {
  for (const [n, { shop, day, status, type }] of stage.entries()) {
    const id = await world.createFinishedOrder(shop);
    await world
      .db('orders')
      .where({ id })
      .update({ type, total_labor_standard: 12_345 * n });
    const ctx = world.ctx(shop === homeShop ? 'shop.user' : 'other.shop');
    const { invoice } = await createInvoice(ctx, { order: id, invoiceNumber: `R-${n}` });
    await world.db('invoices').where({ id: invoice._id }).update({ invoiced_date: day });
    if (status !== 'New')
      await updateInvoice(world.ctx('office.user'), { id: invoice._id, status, newMessage: 'So it is.' });
  }
});

async function run(filter: Filter = {}) {
  const json = await runInvoiceReport(world.ctx('office.user'), filter);
  const answer = JSON.parse(json.text) as z.input<typeof InvoiceReport>;
  z.decode(InvoiceReport, answer);
  return answer;
}
const readNumbers = async (filter: Filter = {}) => (await run(filter)).rows.map(({ invoiceNumber }) => invoiceNumber);

interface StoredInvoice {
  readonly type: string;
  readonly shop_total: number;
  readonly total_labor_standard: number;
  readonly total_cost_shop: number;
  readonly profit_dollars_standard: number;
}
const readStored = async (condition: string): Promise<StoredInvoice[]> =>
  world
    .db('invoices as i')
    .join('orders as o', 'o.id', 'i.order_id')
    .whereRaw(condition)
    .select('o.*', 'i.shop_total', 'i.status as invoice_status');
const getSum = (rows: readonly StoredInvoice[], field: Exclude<keyof StoredInvoice, 'type'>) =>
  rows.reduce((sum, row) => sum + row[field], 0);

test('has the New, Approved and Adjusted invoices of the window, by shop and date, by default', async () => {
  expect(await readNumbers()).toEqual(['R-1', 'R-0', 'R-2']);
  const { range } = await run();
  expect(range).toEqual({
    from: '2026-11-02',
    to: '2026-11-16',
    words: 'Invoice window, 11/02/2026 07:00 - 11/16/2026 20:00',
  });
});

test('its sums equal a recount of the stored rows', async () => {
  const { summary, totals, rows } = await run();
  const countedInvoices = await readStored(
    `i.invoiced_date between '2026-11-02' and '2026-11-16' and i.status <> 'Denied'`,
  );
  const customers = countedInvoices.filter(({ type }) => type === 'Customer');
  expect(summary).toEqual({
    Customer: { count: 2, amount: getSum(customers, 'shop_total') / 100 },
    Inventory: { count: 1, amount: (getSum(countedInvoices, 'shop_total') - getSum(customers, 'shop_total')) / 100 },
    Total: { count: 3, amount: getSum(countedInvoices, 'shop_total') / 100 },
  });
  expect(totals.totalLabor.standard).toBe(getSum(countedInvoices, 'total_labor_standard') / 100);
  expect(totals.totalCost.shop).toBe(getSum(countedInvoices, 'total_cost_shop') / 100);
  const share = getSum(countedInvoices, 'profit_dollars_standard') / getSum(countedInvoices, 'shop_total');
  expect(totals.profitPercent.standard).toBeCloseTo(share, 6);
  expect(rows.reduce((sum, row) => sum + row.order.grandTotal.shop, 0)).toBeCloseTo(totals.grandTotal.shop, 6);
});

test('is empty with zeros when nothing matches', async () => {
  const { rows, summary, totals } = await run({ range: 'previous-year' });
  expect(rows).toEqual([]);
  expect(summary.Total).toEqual({ count: 0, amount: 0 });
  expect(totals.profitPercent.standard).toBe(0);
});

describe('a filter', () => {
  test('selects by status; an empty list does not filter', async () => {
    expect(await readNumbers({ invoiceStatus: ['Denied'] })).toEqual(['R-3']);
    expect(await readNumbers({ invoiceStatus: [] })).toHaveLength(4);
  });

  test('selects by dates, which take precedence over a range', async () => {
    expect(await readNumbers({ dates: ['2026-11-17', '2026-11-17'], range: 'last-year' })).toEqual(['R-4']);
    expect(await readNumbers({ range: 'last-week' })).toEqual(['R-2']);
  });

  test('selects by shop, order type, status of the order, category and model', async () => {
    expect(await readNumbers({ shops: [await world.findShopId(otherShop)] })).toEqual(['R-1']);
    expect(await readNumbers({ orderType: ['Inventory'] })).toEqual(['R-1']);
    expect(await readNumbers({ buildingStages: ['invoiced'] })).toHaveLength(3);
    expect(await readNumbers({ buildingStages: ['on hold'] })).toEqual([]);
    const order = (await world.db('orders').first('category_id', 'model_id')) as Record<string, string>;
    expect(await readNumbers({ categories: [order['category_id'] ?? ''] })).toHaveLength(3);
    expect(await readNumbers({ models: [(await run()).rows[0]?.order._id ?? ''] })).toEqual([]);
  });

  test('selects by a date of the order if one is given', async () => {
    expect(await readNumbers({ orderDate: 'dateFinished', range: 'yesterday' })).toHaveLength(4);
    expect(await readNumbers({ orderDate: 'invoicedDate', range: 'yesterday' })).toEqual(['R-4']);
  });

  test.each([
    [{ orderType: ['Barn'] }, 'orderType.0'],
    [{ buildingStages: ['Nowhere'] }, 'buildingStages.0'],
    [{ dates: ['2026-03-02', '2026-03-01'] }, 'dates'],
    [{ dates: ['yesterday', '2026-03-01'] }, 'dates.0'],
    [{ range: 'next-week' }, 'range'],
  ])('%j is refused', async (filter, path) => {
    const refusal = runInvoiceReport(world.ctx('office.user'), filter as never);
    await expect(refusal).rejects.toMatchObject({ code: 'invalid-input', errors: [{ path }] });
  });
});

describe('as a file', () => {
  const file = (format: 'xlsx' | 'csv' | 'json' | 'pdf', filter: Filter = {}) =>
    downloadReport(world.ctx('office.user'), { name: 'invoices', format, filter });

  test.each([
    ['invoices', 'office.user', 'Barn-Desk_InvoiceReport.xlsx'],
    ['top-orders', 'office.user', 'Barn-Desk_Top100.xlsx'],
    ['order-profit', 'shop.user', 'Barn-Desk_OrderProfitReport.xlsx'],
  ] as const)("a workbook of %s is named after the product's name in this company", async (name, who, expected) => {
    await world.db('companies').update({ product_name: 'Barn Desk' });
    expect((await downloadReport(world.ctx(who), { name, format: 'xlsx' })).name).toBe(expected);
    await world.db('companies').update({ product_name: 'Shedworks' });
  });

  test('a workbook has the rows, and a total row that equals the answer', async () => {
    const { summary, totals } = await run();
    const workbook = await file('xlsx');
    expect(workbook.name).toBe('Shedworks_InvoiceReport.xlsx');
    const sheet = await readSheetCells(workbook);
    expect(sheet.name).toBe('Shop Invoices');
    expect(toColumn(sheet, 'Invoice Number')).toEqual(['R-1', 'R-0', 'R-2']);
    const last = sheet.getRow(sheet.rowCount);
    const sums = ['Shop Total', 'Material Cost', 'Labor', 'Overhead', 'Total Cost'].map(
      (header) => last.getCell(getHeaders(sheet).indexOf(header) + 1).value,
    );
    expect(sums).toEqual(
      [
        summary.Total.amount,
        totals.totalMaterialCost.standard,
        totals.totalLabor.standard,
        totals.overhead.standard,
        totals.totalCost.standard,
      ].map((result) => expect.objectContaining({ formula: expect.stringMatching(/^SUM\(/), result })),
    );
    const about = sheet.workbook.getWorksheet('About');
    expect(about?.getCell('B2').value).toContain('Invoice window');
    expect(about?.getColumn(1).values).toEqual(expect.arrayContaining(['Customer', 'Inventory', 'Total']));
    const total = about?.getRow((about.getColumn(1).values as string[]).indexOf('Total'));
    expect([total?.getCell(3).value, total?.getCell(4).value]).toEqual([3, summary.Total.amount]);
  });

  test('CSV has only the rows; JSON equals the answer of the call', async () => {
    expect(await toLines(await file('csv'))).toHaveLength(4);
    const json = await file('json');
    expect(json).toMatchObject({ name: 'invoices_report.json', type: 'application/json' });
    expect(JSON.parse(await text(json.content))).toEqual(await run());
  });
});

test('P5: a file has a dash for the percent of a negative revenue', async () => {
  const trx = await world.db.transaction();
  try {
    await trx('invoices').where({ invoice_number: 'R-1' }).update({ shop_total: -9_000_000_00 });
    const ctx = world.ctx('office.user', { db: trx });
    const sheet = await readSheetCells(await downloadReport(ctx, { name: 'invoices' }));
    expect(toColumn(sheet, 'GP %')).toEqual(['—', expect.any(Number), expect.any(Number)]);
    const about = sheet.workbook.getWorksheet('About') ?? expect.fail();
    const last = about.getRow(toColumn(about, 'About').indexOf('Gross profit (standard)') + 2);
    expect(last.getCell(5).value).toBe('—');
    const csv = await toLines(await downloadReport(ctx, { name: 'invoices', format: 'csv' }));
    expect(csv[1]).toMatch(/,—$/);
    const { rows } = await listReportRows(ctx, { name: 'invoices', filter: {}, most: 1 });
    expect(rows[0]?.at(-1)).toBe('—');
  } finally {
    await trx.rollback();
  }
});

test('is only for the office and does not exist for a shop', async () => {
  for (const who of ['shop.admin', 'shop.user', 'builder'] as const) {
    await expect(runInvoiceReport(world.ctx(who), {})).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(downloadReport(world.ctx(who), { name: 'invoices' })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  }
  const names = async (who: 'office.user' | 'shop.user') =>
    (await listReports(world.ctx(who), {})).items.map(({ name }) => name);
  expect(await names('office.user')).toContain('invoices');
  expect(await names('shop.user')).not.toContain('invoices');
  await expect(downloadReport(world.ctx('office.user'), { name: 'nothing' })).rejects.toMatchObject({
    code: 'not-found',
  });
});
