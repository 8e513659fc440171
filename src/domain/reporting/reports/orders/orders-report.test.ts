import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createInvoice } from '../../../billing/invoices/life/create.js';
import { toColumn, getHeaders, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { downloadReport } from '../file.js';
import { runInvoiceReport } from '../invoices/invoice-report.js';
import { runOrdersReport } from './orders-report.js';
import { OrdersReport, type OrdersReportFilter } from './orders-schema.js';

const world = useWorld();
type Filter = Partial<z.input<typeof OrdersReportFilter>>;
type ReportUser = 'office.user' | 'shop.user' | 'other.shop';
const ALL = { dates: ['1990-01-01', '2200-12-31'] } satisfies Filter;

beforeAll(async () => {
  await world.createOrders(20);
  for (const shop of [homeShop, homeShop, otherShop]) {
    const order = await world.createFinishedOrder(shop);
    await createInvoice(world.ctx(shop === homeShop ? 'shop.user' : 'other.shop'), { order });
  }
  await world.createPushedOrder('Building');
  await world.db.raw(`update orders set cost_unknown = '{}', profit_dollars_shop = (random() * 100000)::int - 20000`);
});

async function run(filter: Filter = {}, who: ReportUser = 'office.user') {
  const json = await runOrdersReport(world.ctx(who), filter);
  const answer = JSON.parse(json.text) as z.input<typeof OrdersReport.office>;
  z.decode<z.ZodType>(who === 'office.user' ? OrdersReport.office : OrdersReport.shop.strict(), answer);
  return answer;
}

interface StoredOrder {
  readonly id: string;
  readonly shop_id: string | null;
  readonly status: string;
  readonly grand_total_shop: number;
  readonly grand_total_company: number;
  readonly profit_dollars_shop: number;
  readonly profit_dollars_company: number;
}
const readStored = async (): Promise<StoredOrder[]> => world.db('orders').select('*');
const getSum = (rows: readonly StoredOrder[], field: Exclude<keyof StoredOrder, 'id' | 'shop_id' | 'status'>) =>
  rows.reduce((sum, row) => sum + row[field], 0);

test('the office’s totals equal a recount of the stored rows', async () => {
  const { total, totals, rows } = await run(ALL);
  const countedOrders = await readStored();
  expect(total).toBe(countedOrders.length);
  expect(rows.map(({ _id }) => _id).sort()).toEqual(countedOrders.map(({ id }) => id).sort());
  expect(totals.grandTotal.shop).toBe(getSum(countedOrders, 'grand_total_shop') / 100);
  expect(totals.grandTotal.company).toBe(getSum(countedOrders, 'grand_total_company') / 100);
  expect(totals.profitDollars.shop).toBe(getSum(countedOrders, 'profit_dollars_shop') / 100);
  const share = (field: 'shop' | 'company') =>
    getSum(countedOrders, `profit_dollars_${field}`) / getSum(countedOrders, `grand_total_${field}`);
  expect(totals.profitPercent.shop).toBeCloseTo(share('shop'), 6);
  expect(totals.profitPercent.company).toBeCloseTo(share('company'), 6);
});

test('a shop’s totals cover its own orders except New ones, without company figures', async () => {
  for (const [who, name] of [
    ['shop.user', homeShop],
    ['other.shop', otherShop],
  ] as const) {
    const shop = await world.findShopId(name);
    const answer = await run({ ...ALL, shops: [] }, who);
    const countedOrders = (await readStored()).filter(({ shop_id, status }) => shop_id === shop && status !== 'New');
    expect(answer.total).toBe(countedOrders.length);
    expect(answer.totals.profitDollars.shop).toBe(getSum(countedOrders, 'profit_dollars_shop') / 100);
    expect(JSON.stringify(answer)).not.toMatch(/"(company|order)":/);
    expect(
      (await run({ ...ALL, shops: [await world.findShopId(who === 'shop.user' ? otherShop : homeShop)] }, who)).total,
    ).toBe(0);
  }
});

test('a size limits the rows but not the totals', async () => {
  const [all, some] = [await run(ALL), await run({ ...ALL, size: 3 })];
  expect(some.rows).toEqual(all.rows.slice(0, 3));
  expect([some.total, some.totals]).toEqual([all.total, all.totals]);
});

test('lists the orders behind a figure of the invoice report', async () => {
  const filter = { range: 'this-month', invoiceStatus: ['New'], orderDate: 'invoicedDate' } as const satisfies Filter;
  const json = await runInvoiceReport(world.ctx('office.user'), { ...filter, invoiceStatus: ['New'] });
  const { summary, rows } = JSON.parse(json.text) as {
    summary: { Total: { count: number } };
    rows: { order: { _id: string } }[];
  };
  const report = await run(filter);
  expect(report.total).toBe(summary.Total.count);
  expect(report.rows.map(({ _id }) => _id).sort()).toEqual(rows.map(({ order }) => order._id).sort());
  expect((await run({ ...filter, invoiceStatus: ['Paid'] })).total).toBe(0);
});

describe('by date', () => {
  test.each([
    ['dateFinished', 'yesterday', 3],
    ['dateFinished', 'today', 0],
    ['invoicedDate', 'today', 3],
  ] as const)('%s %s', async (orderDate, range, total) => {
    expect((await run({ orderDate, range })).total).toBe(total);
  });
});

test('a workbook has the columns of the side, and sums that equal the answer', async () => {
  const sheets = {
    office: await readSheetCells(await downloadReport(world.ctx('office.user'), { name: 'orders', filter: ALL })),
    shop: await readSheetCells(await downloadReport(world.ctx('shop.user'), { name: 'orders', filter: ALL })),
  };
  expect(getHeaders(sheets.office)).toContain('Company Total');
  expect(getHeaders(sheets.shop).join()).not.toMatch(/Company|Shop,/);
  expect(toColumn(sheets.shop, 'Serial Number')).toHaveLength((await run(ALL, 'shop.user')).total);
  const { totals } = await run(ALL);
  const last = sheets.office.getRow(sheets.office.rowCount);
  const at = getHeaders(sheets.office).indexOf('Shop Total') + 1;
  expect((last.getCell(at).value as { result: number }).result).toBe(totals.grandTotal.shop);
});

test('P5: a workbook has a dash for the percent of a negative revenue; the answer has the fraction', async () => {
  const trx = await world.db.transaction();
  try {
    const loss = { grand_total_shop: -100_00, profit_dollars_standard: -150_00, profit_percent_standard: 1.5 };
    await trx('orders').update({ ...loss, profit_percent_shop: 1.5 });
    for (const who of ['office.user', 'shop.user'] as const) {
      const ctx = world.ctx(who, { db: trx });
      const sheet = await readSheetCells(await downloadReport(ctx, { name: 'orders', filter: ALL }));
      expect(new Set(toColumn(sheet, 'GP %'))).toEqual(new Set(['—']));
      const about = sheet.workbook.getWorksheet('About') ?? expect.fail();
      expect(about.getRow(toColumn(about, 'About').indexOf('Gross profit') + 2).getCell(5).value).toBe('—');
      const { rows } = JSON.parse((await runOrdersReport(ctx, ALL)).text) as z.input<typeof OrdersReport.office>;
      expect(rows[0]?.profitPercent.standard).toBe(1.5);
    }
  } finally {
    await trx.rollback();
  }
});

test('a builder gets none', async () => {
  await expect(runOrdersReport(world.ctx('builder'), {})).rejects.toMatchObject({ code: 'permission-denied' });
});
