import type { Knex } from 'knex';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { getOrder } from '../../orders/service.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { getPayment, getPaymentTrend } from '../../billing/payments/read.js';
import { recalculatePayment } from '../../billing/payments/recalculation/recalculate.js';
import { updateHaul } from '../../billing/payments/service.js';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { getHeaders, toColumn, toLines, readSheetCells } from '../../testing/table-files.js';
import { useWorld } from '../../testing/world.js';
import { checkPrices } from '../../operations/doctor/deep.js';
import { downloadReport } from './file.js';
import { runInvoiceReport } from './invoices/invoice-report.js';
import type { InvoiceReport } from './invoices/invoice-schema.js';
import { runOrdersReport } from './orders/orders-report.js';
import type { OrdersReport } from './orders/orders-schema.js';
import { runProfitReport } from './profit/report.js';
import type { ProfitReport } from './profit/schema.js';
import { runTopOrders } from './top-orders/service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
const shop = () => world.ctx('shop.admin');
const ALL = { dates: ['1990-01-01', '2200-12-31'] as [string, string] };

/** A migration file, which has no types. */
type Migration = Readonly<Record<'up' | 'down', (db: Knex) => Promise<void>>>;

interface Row {
  readonly id: string;
  readonly serial_number: string;
  readonly cost_unknown: string[];
  readonly cost_known: boolean;
  readonly grand_total_shop: number;
  readonly grand_total_company: number;
  readonly total_cost_standard: number;
  readonly profit_dollars_standard: number;
  readonly profit_dollars_shop: number;
  readonly profit_dollars_company: number;
  readonly shed_profit_dollars_shop: number;
}
const readStored = async (): Promise<Row[]> => world.db('orders').select('*').orderBy('id');
const sum = (rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0);
const split = async () => {
  const rows = await readStored();
  return { rows, known: rows.filter((row) => row.cost_known), unknown: rows.filter((row) => !row.cost_known) };
};

let invoices: string[];
beforeAll(async () => {
  invoices = await makeApprovedInvoices(world, 24);
  await world.db.raw(`update orders set date_finished = '2026-10-15', date_ordered = '2026-09-10'`);
});

test('the feed has orders without a model, without labor, and with an add-on that is not in the catalogue', async () => {
  const { rows } = await split();
  const reasons = rows.flatMap(({ cost_unknown }) => cost_unknown).sort();
  expect([...new Set(reasons)]).toEqual(['add-on', 'labor', 'model']);
  expect(rows.every((row) => row.cost_known === (row.cost_unknown.length === 0))).toBe(true);
  expect(await checkPrices(world.db, { withinMs: 60_000 })).toEqual([]);
});

test('the order shows that to the office and to its shop', async () => {
  const { unknown } = await split();
  for (const { id, cost_unknown } of unknown)
    for (const ctx of [office(), shop()])
      expect(await getOrder(ctx, { id })).toMatchObject({ costUnknown: cost_unknown });
});

test('the order report: revenue includes all orders; cost, profit and percent only those of known cost', async () => {
  const { rows, known, unknown } = await split();
  const answer = JSON.parse((await runOrdersReport(office(), ALL)).text) as z.input<typeof OrdersReport.office>;
  expect(answer).toMatchObject({ total: rows.length, leftOut: unknown.length });
  const { grandTotal, totalCost, profitDollars, profitPercent } = answer.totals;
  expect(grandTotal.shop * 100).toBeCloseTo(
    sum(rows, (row) => row.grand_total_shop),
    4,
  );
  expect((totalCost.standard ?? 0) * 100).toBeCloseTo(
    sum(known, (row) => row.total_cost_standard),
    4,
  );
  for (const view of ['shop', 'standard', 'company'] as const) {
    const profit = sum(known, (row) => row[`profit_dollars_${view}`]);
    expect((profitDollars[view] ?? 0) * 100, view).toBeCloseTo(profit, 4);
    const revenue = sum(known, (row) => row[`grand_total_${view === 'company' ? 'company' : 'shop'}`]);
    expect(profitPercent[view], view).toBeCloseTo(profit / revenue, 6);
  }
  for (const row of answer.rows) {
    const isKnown = known.some(({ id }) => id === row._id);
    expect(row.costUnknown.length === 0).toBe(isKnown);
    for (const group of ['totalCost', 'profitDollars', 'profitPercent'] as const)
      expect(Object.values(row[group]).every((value) => (value !== null) === isKnown)).toBe(true);
    expect(row.grandTotal.shop).not.toBeNull();
  }
  const { text } = await runOrdersReport(office(), { ...ALL, cost: 'unknown' });
  const report = JSON.parse(text) as z.input<typeof OrdersReport.office>;
  expect(report.rows.map((row) => row._id).sort()).toEqual(unknown.map(({ id }) => id).sort());
});

test('totals without any known value are null, and a dash in files', async () => {
  const trx = await world.db.transaction();
  try {
    await trx('orders').update({ cost_unknown: ['model'] });
    const [ctx, shopCtx] = [world.ctx('office.user', { db: trx }), world.ctx('shop.admin', { db: trx })];
    const all = JSON.parse((await runOrdersReport(ctx, ALL)).text) as z.input<typeof OrdersReport.office>;
    const invoiceReport = await runInvoiceReport(ctx, { ...ALL, invoiceStatus: [] });
    const { totals, leftOut } = JSON.parse(invoiceReport.text) as z.input<typeof InvoiceReport>;
    const profits = JSON.parse((await runProfitReport(shopCtx, ALL)).text) as z.input<typeof ProfitReport>;
    expect(leftOut).toBeGreaterThan(0);
    const none = { shop: null, standard: null, company: null };
    expect(all.totals).toMatchObject({ totalCost: none, profitDollars: none, profitPercent: none });
    expect(all.totals.grandTotal.shop).toBeGreaterThan(0);
    expect(totals).toMatchObject({ totalCost: { shop: null, standard: null }, profitPercent: { standard: null } });
    expect(profits.totals).toMatchObject({ profit: null, percent: null, shedProfit: null, shedProfitPercent: null });
    for (const [name, line, column] of [
      ['orders', 'Gross profit', 'Gross Profit'],
      ['invoices', 'Gross profit (standard)', 'Total Cost'],
    ] as const) {
      const filter = { ...ALL, ...(name === 'invoices' ? { invoiceStatus: [] } : {}) };
      const sheet = await readSheetCells(await downloadReport(ctx, { name, filter }));
      const totalRow = sheet.getRow(sheet.rowCount);
      expect([totalRow.getCell(1).value, totalRow.getCell(getHeaders(sheet).indexOf(column) + 1).value]).toEqual([
        'Total',
        '—',
      ]);
      const about = sheet.workbook.getWorksheet('About');
      const row = about?.getRow(toColumn(about, 'About').indexOf(line) + 2) ?? expect.fail();
      expect([row.getCell(4).value, row.getCell(5).value]).toEqual([null, '—']);
    }
  } finally {
    await trx.rollback();
  }
});

test.each(['orders', 'invoices', 'top-orders', 'order-profit'])(
  'the file of %s counts the orders left out',
  async (name) => {
    const { known, unknown } = await split();
    const ctx = name === 'order-profit' ? shop() : office();
    const filter = { ...ALL, ...(name === 'invoices' ? { invoiceStatus: [] } : {}) };
    const sheet = await readSheetCells(await downloadReport(ctx, { name, filter }));
    const about = sheet.workbook.getWorksheet('About') ?? expect.fail();
    const row = about.getRow(toColumn(about, 'About').indexOf('Orders left out: cost unknown') + 2);
    expect(row.getCell(3).value).toBe(unknown.length);
    if (name === 'top-orders') {
      const orderCounts = toColumn(sheet, 'Orders').filter((value) => typeof value === 'number') as number[];
      expect(orderCounts.reduce((all, n) => all + n, 0)).toBe(known.length);
      return;
    }
    const column = { orders: 'Gross Profit', invoices: 'Total Cost', 'order-profit': 'Shed GP' }[name] ?? '';
    expect(toColumn(sheet, column).filter((value) => value === 'cost unknown')).toHaveLength(unknown.length);
    const csv = await toLines(await downloadReport(ctx, { name, filter, format: 'csv' }));
    expect(csv.filter((line) => line.includes('cost unknown'))).toHaveLength(unknown.length);
    await downloadReport(ctx, { name, filter, format: 'pdf' });
  },
);

test('the invoice report leaves them out of cost and profit, but not of the shop total', async () => {
  const { rows, known, unknown } = await split();
  const { text } = await runInvoiceReport(office(), { ...ALL, invoiceStatus: [] });
  const answer = JSON.parse(text) as z.input<typeof InvoiceReport>;
  expect(answer.leftOut).toBe(unknown.length);
  expect(answer.totals.grandTotal.shop * 100).toBeCloseTo(
    sum(rows, (row) => row.grand_total_shop),
    4,
  );
  expect((answer.totals.totalCost.standard ?? 0) * 100).toBeCloseTo(
    sum(known, (row) => row.total_cost_standard),
    4,
  );
  const profit = sum(known, (row) => row.profit_dollars_standard);
  const revenue = sum(known, (row) => row.grand_total_shop);
  expect(answer.totals.profitPercent.standard).toBeCloseTo(profit / revenue, 6);
});

describe('Top 100', () => {
  test('leaves out orders of unknown cost in both versions, and counts them', async () => {
    const { known, unknown } = await split();
    for (const ctx of [office(), shop()]) {
      const { rows, count, leftOut } = await runTopOrders(ctx, ALL);
      expect({ count, leftOut }).toEqual({ count: known.length, leftOut: unknown.length });
      expect(rows.every(({ figures }) => figures.cost > 0)).toBe(true);
    }
  });

  test('would otherwise rank them first', async () => {
    const before = await readStored();
    await world.db('orders').update({ cost_unknown: '{}' });
    const { rows } = await runTopOrders(office(), ALL);
    expect(Math.max(...rows.map(({ figures }) => figures.gpPercent))).toBeGreaterThan(0.6);
    for (const { id, cost_unknown } of before)
      await world
        .db('orders')
        .where({ id })
        .update({ cost_unknown: `{${cost_unknown.join(',')}}` });
  });
});

test('the profit report of the shop includes them in no sum', async () => {
  const { known, unknown } = await split();
  const { text } = await runProfitReport(shop(), ALL);
  const { totals, rows } = JSON.parse(text) as z.input<typeof ProfitReport>;
  expect(totals).toMatchObject({ orders: known.length + unknown.length, leftOut: unknown.length });
  expect((totals.shedProfit ?? 0) * 100).toBeCloseTo(
    sum(known, (row) => row.shed_profit_dollars_shop),
    4,
  );
  for (const row of rows.filter(({ costUnknown }) => costUnknown.length > 0))
    expect([row.shedProfitDollars.shop, row.shedProfitPercent.shop, row.adjustedProfitPercent]).toEqual([
      null,
      null,
      null,
    ]);
});

test('a payment: the amount paid includes them; cost, profit, averages and the trend do not (P7, P12)', async () => {
  const { rows, known, unknown } = await split();
  const { payment } = await createPayment(office(), { invoices });
  const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);
  expect(cents(payment.shopsPaymentTotal)).toBe(sum(rows, (row) => row.grand_total_shop));
  expect(payment.leftOut).toBe(unknown.length);
  expect(cents(payment.leftOutAmount)).toBe(sum(unknown, (row) => row.grand_total_shop));
  expect(cents(payment.totalCost.standard)).toBe(sum(known, (row) => row.total_cost_standard));
  expect(cents(payment.figures.grandTotal.shop)).toBe(sum(rows, (row) => row.grand_total_shop));
  const share = (view: 'shop' | 'standard' | 'company') =>
    sum(known, (row) => row[`profit_dollars_${view}`]) /
    sum(known, (row) => row[`grand_total_${view === 'company' ? 'company' : 'shop'}`]);
  for (const view of ['shop', 'standard', 'company'] as const)
    expect(payment.averageProfitPercent[view], view).toBeCloseTo(share(view), 6);
  const trend = await getPaymentTrend(office(), {});
  expect(trend.items).toMatchObject([{ leftOut: unknown.length, profitPercent: payment.averageProfitPercent }]);
  const detail = await getPayment(shop(), { id: payment._id });
  expect(detail.invoices.filter(({ order }) => order.costUnknown.length > 0)).toHaveLength(unknown.length);
  const { payment: again } = await recalculatePayment(office(), { id: payment._id });
  expect(again.averageProfitPercent).toEqual(payment.averageProfitPercent);
  const { payment: paymentWithHaul } = await updateHaul(office(), {
    id: payment._id,
    haulTotal: (payment.haulTotal ?? 0) + 100,
  });
  expect(cents(paymentWithHaul.totalCost.company) - cents(payment.totalCost.company)).toBe(100_00);
});

test('a payment with only orders of unknown cost has revenue, and null for figures that depend on costs', async () => {
  const trx = await world.db.transaction();
  try {
    const [ctx, shopCtx] = [world.ctx('office.user', { db: trx }), world.ctx('shop.admin', { db: trx })];
    const paidPayment = (await trx('payments').whereNull('deleted_at').first('id')) as { id: string };
    const before = await getPayment(ctx, paidPayment);
    await trx('orders').update({ cost_unknown: ['model'] });
    const { changes } = await recalculatePayment(ctx, paidPayment);
    expect(changes).toContainEqual({
      ...{ figure: 'Total cost, shop', kind: 'money', before: before.totalCost.shop, after: null },
    });
    await updateHaul(ctx, { ...paidPayment, haulTotal: null });
    for (const reader of [ctx, shopCtx]) {
      const { figures, ...payment } = await getPayment(reader, paidPayment);
      expect(payment.leftOut).toBe(payment.counts.Inventory.count + payment.counts.Customer.count);
      expect(payment.shopsPaymentTotal).toBe(before.shopsPaymentTotal);
      const { averageProfitPercent, overheadTotal, totalCost, profitDollarsTotal } = payment;
      for (const group of [averageProfitPercent, overheadTotal, totalCost, profitDollarsTotal])
        expect(Object.values(group).every((value) => value === null)).toBe(true);
      const { basePrice, addOnsTotal, customAddOnsTotal, subTotal, grandTotal, ...costs } = figures;
      expect({ basePrice, addOnsTotal, customAddOnsTotal, subTotal, grandTotal }).toEqual(
        Object.fromEntries(revenue.map((name) => [name, expect.objectContaining({ shop: before.figures[name].shop })])),
      );
      const values = Object.values(costs).flatMap((value) => (value === null ? [null] : Object.values(value)));
      expect(values.filter((value) => value !== null)).toEqual([]);
    }
    const { payment } = await updateHaul(ctx, { ...paidPayment, haulTotal: 75.5 });
    expect(payment).toMatchObject({ haulTotal: 75.5, escortTotal: null, totalCost: { company: null } });
  } finally {
    await trx.rollback();
  }
});

const revenue = ['basePrice', 'addOnsTotal', 'customAddOnsTotal', 'subTotal', 'grandTotal'] as const;

test('the migration finds the same reasons for stored orders, and the same sums for payments', async () => {
  const readFlags = async () => ({
    orders: (await world.db('orders').orderBy('id').select('id', 'cost_unknown', 'cost_known')) as unknown[],
    payments: (await world.db('payments').orderBy('id').select('id', 'figures')) as unknown[],
  });
  const before = await readFlags();
  const { down, up } = (await import('../../../../migrations/20261122116000_cost_unknown.js' as string)) as Migration;
  await down(world.db);
  await up(world.db);
  expect(await readFlags()).toEqual(before);
  expect(before.payments).toMatchObject([{ figures: { unknown_count: (await split()).unknown.length } }]);
});

test('entering the costs of an add-on that is not in the catalogue makes the cost known', async () => {
  const [id = ''] = (await world.db('orders').whereRaw(`cost_unknown = '{add-on}'`).pluck('id')) as string[];
  await world.db('invoices').where({ order_id: id }).delete();
  await world.db('orders').where({ id }).update({ status: 'Finished', invoiced_date: null });
  const { customAddOns, revision } = await getOrder(office(), { id });
  const lines = customAddOns.map(({ lineNo, unknown }) =>
    unknown ? { lineNo, laborCost: { shop: 0, standard: 0 } } : { lineNo },
  );
  await updateOrder(office(), { id, revision, customAddOns: lines, trimColor: 'White' });
  expect(await getOrder(office(), { id })).toMatchObject({ costUnknown: [] });
});
