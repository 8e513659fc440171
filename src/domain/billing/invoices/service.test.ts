import { beforeAll, expect, test } from 'vitest';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createPayment } from '../payments/paying/create.js';
import { createInvoice } from './life/create.js';
import { getInvoiceChart, countInvoices, listInvoices, searchInvoices, getInvoice } from './service.js';

const world = useWorld();
const numbers = ['A-10', 'A-9', 'b-2', '100', '20', 'A-9B', '50%', 'A_9'];
let foreign = '';

beforeAll(async () => {
  let day = 10;
  for (const invoiceNumber of numbers) {
    world.now = new Date(`2026-11-${(day += 1)}T18:00:00Z`);
    await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder(), invoiceNumber });
  }
  const { invoice } = await createInvoice(world.ctx('other.shop'), {
    order: await world.createFinishedOrder(otherShop),
    invoiceNumber: 'A-11',
  });
  foreign = invoice._id;
});

const toListed = (list: { items: readonly { invoiceNumber: string }[] }) =>
  list.items.map((item) => item.invoiceNumber);
const getFigures = (value: unknown) => JSON.stringify(value).match(/"(company|order)":-?\d/g);

test('numbers within invoice numbers sort as numbers', async () => {
  const up = await listInvoices(world.ctx('shop.user'), { status: 'New', sort: 'invoiceNumber' });
  expect(toListed(up)).toEqual(['20', '50%', '100', 'A-9', 'A-9B', 'A-10', 'A_9', 'b-2']);
  const down = await listInvoices(world.ctx('shop.user'), { status: 'New', sort: '-invoiceNumber' });
  expect(toListed(down)).toEqual(toListed(up).reverse());
});

test('a page has totals and count over all matches', async () => {
  const all = await listInvoices(world.ctx('office.user'), { status: 'New' });
  const page = await listInvoices(world.ctx('office.user'), { status: 'New', size: 2, page: 2 });
  expect(toListed(page)).toEqual(toListed(all).slice(2, 4));
  expect(page.total).toBe(9);
  expect(page.totals).toEqual(all.totals);
  const cents = all.items.map((item) => Math.round(item.order.grandTotal.shop * 100));
  expect(Math.round(all.totals.shop * 100)).toBe(cents.reduce((a, b) => a + b, 0));
});

test('the office filters by shop, cut-off day and number; newest first', async () => {
  const shop = await world.findShopId(otherShop);
  expect(toListed(await listInvoices(world.ctx('office.user'), { status: 'New', shop }))).toEqual(['A-11']);
  expect(toListed(await listInvoices(world.ctx('office.user'), { status: 'New', cutoff: '2026-11-13' }))).toEqual([
    'b-2',
    'A-9',
    'A-10',
  ]);
  expect(toListed(await listInvoices(world.ctx('office.user'), { status: 'New', search: '%' }))).toEqual(['50%']);
});

test('the New list includes the Adjusted ones in its count', async () => {
  const [id] = (await world.db('invoices').where({ invoice_number: '20' }).pluck('id')) as string[];
  await world.db('invoices').where({ id }).update({ status: 'Adjusted' });
  const list = await listInvoices(world.ctx('office.user'), { status: 'New' });
  expect(list).toMatchObject({ total: 8, adjustedCount: 1 });
  expect(await listInvoices(world.ctx('office.user'), { status: 'Adjusted' })).not.toHaveProperty('adjustedCount');
  await world.db('invoices').where({ id }).update({ status: 'New' });
});

test('a search finds parts of numbers in any status, and treats them as plain text', async () => {
  expect(toListed(await searchInvoices(world.ctx('office.user'), { number: 'a-' }))).toEqual([
    'A-9',
    'A-9B',
    'A-10',
    'A-11',
  ]);
  expect(toListed(await searchInvoices(world.ctx('shop.user'), { number: '_' }))).toEqual(['A_9']);
});

test('a shop sees only its own invoices, and no company figures', async () => {
  const shop = await world.findShopId(otherShop);
  const ctx = world.ctx('shop.admin');
  const list = await listInvoices(ctx, { status: 'New', size: 500 });
  expect(list.total).toBe(8);
  expect(await listInvoices(ctx, { status: 'New', shop })).toMatchObject({ total: 0, totals: { shop: 0 } });
  expect(await searchInvoices(ctx, { number: 'A-11' })).toEqual({ items: [], total: 0 });
  await expect(getInvoice(ctx, { id: foreign })).rejects.toMatchObject({ code: 'not-found' });
  const invoice = await getInvoice(ctx, { id: list.items[0]?._id ?? '' });
  const chart = await getInvoiceChart(ctx, {});
  for (const answer of [list, invoice, chart, await searchInvoices(ctx, { number: 'A' })])
    expect(getFigures(answer)).toBeNull();
  expect(getFigures(await listInvoices(world.ctx('office.user'), { status: 'New' }))).not.toBeNull();
});

test('the chart counts and sums each unpaid status', async () => {
  const list = await listInvoices(world.ctx('office.user'), { status: 'New' });
  const chart = await getInvoiceChart(world.ctx('office.user'), {});
  const { shop, company } = list.totals;
  expect(chart.items).toEqual([
    { status: 'New', count: 9, grandTotal: { shop, company } },
    ...['Denied', 'Adjusted', 'Approved'].map((status) => ({ status, count: 0, grandTotal: { shop: 0, company: 0 } })),
  ]);
});

test('counts each status, including Paid, over all shops, for one shop, and within a scope', async () => {
  for (const [shop, paymentNumber] of [
    [homeShop, '1'],
    [otherShop, '2'],
  ] as const) {
    const [, ...paidInvoices] = await makeApprovedInvoices(world, 3, shop);
    await createPayment(world.ctx('office.user'), {
      invoices: paidInvoices,
      paymentNumber,
      paymentDate: '2026-11-18',
      shopsPaymentAdjustment: 0,
    });
  }
  const none = { New: 0, Denied: 0, Adjusted: 0, Approved: 0, Paid: 0 };
  const shop = await world.findShopId(otherShop);
  expect(await countInvoices(world.ctx('office.user'), {})).toEqual({ ...none, New: 9, Approved: 2, Paid: 4 });
  expect(await countInvoices(world.ctx('office.user'), { shop })).toEqual({ ...none, New: 1, Approved: 1, Paid: 2 });
  expect(await countInvoices(world.ctx('shop.user'), {})).toEqual({ ...none, New: 8, Approved: 1, Paid: 2 });
  expect(await countInvoices(world.ctx('shop.user'), { shop })).toEqual(none);
});

test('a builder sees no invoices', async () => {
  await expect(listInvoices(world.ctx('builder'), { status: 'New' })).rejects.toMatchObject({
    code: 'permission-denied',
  });
});
