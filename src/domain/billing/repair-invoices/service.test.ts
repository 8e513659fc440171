import { beforeAll, describe, expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { updateRepair } from './life/change.js';
import { createRepair } from './life/create.js';
import { draftRepair } from './life/draft.js';
import { getRepairChart, listRepairs, searchRepairs, getRepair } from './service.js';

const world = useWorld();
let items: { _id: string; name: string; total: number }[] = [];
beforeAll(async () => {
  items = (await world.db('items').orderBy('id').limit(3).select({ _id: 'id', name: 'name', total: 'total' })) as never;
});

const item = (n: number) => items[n] as (typeof items)[number];
let count = 0;
const make = (who: 'shop.user' | 'other.shop' | 'office.user', more: object = {}) =>
  createRepair(world.ctx(who), {
    type: 'Repair',
    invoiceNumber: `S-${(count += 1)}`,
    items: [{ item: item(0)._id, quantity: 2, rate: 10.5 }],
    ...more,
  });

describe('a new invoice', () => {
  test('is New, billed to the company today, with computed amounts and a message', async () => {
    const lines = [{ item: item(0)._id, quantity: 2.5, rate: 10.01 }, { item: { _id: item(1)._id } }];
    const { msg, repairInvoice } = await make('shop.user', { items: lines });
    expect(msg).toBe('Invoice is created');
    expect(repairInvoice).toMatchObject({ status: 'New', revision: 1, type: 'Repair', invoicedDate: '2026-11-18' });
    expect(repairInvoice.shop).toMatchObject({ _id: await world.findShopId(homeShop), name: homeShop });
    const company = (await world.db('companies').first('name')) as { name: string };
    expect(repairInvoice.billTo).toBe(company.name);
    expect(repairInvoice.messages).toMatchObject([{ madeBy: 'Sam Miller', msg: 'Invoice created by Sam Miller' }]);
    const [first, second] = repairInvoice.items;
    expect(first).toMatchObject({ item: { _id: item(0)._id }, quantity: 2.5, rate: 10.01, amount: 25.03 });
    expect(second?.quantity).toBe(1);
    expect(second?.amount).toBe(second?.rate);
    const cents = (of: 'amount' | 'standardAmount') =>
      repairInvoice.items.reduce((sum, line) => sum + Math.round(line[of] * 100), 0) / 100;
    expect(repairInvoice.invoiceTotal).toBe(cents('amount'));
    expect(repairInvoice.standardInvoiceTotal).toBe(cents('standardAmount'));
  });

  test("defaults a rate to the shop's total, and the standard rate to the catalogue's", async () => {
    const shopId = await world.findShopId(homeShop);
    const shopValues = { shop_id: shopId, item_id: item(2)._id, sub_total: 7.005, freight: 1 };
    await world.db('shop_item_values').insert(shopValues).onConflict(['shop_id', 'item_id']).merge();
    const { repairInvoice } = await make('shop.user', { items: [{ item: item(2)._id }] });
    const standardRate = Math.round(item(2).total * 100) / 100;
    expect(repairInvoice.items).toMatchObject([{ quantity: 1, rate: 8.01, standardRate }]);
    const draft = await draftRepair(world.ctx('shop.user'), { type: 'Repair' });
    expect(draft.items.find(({ _id }) => _id === item(2)._id)).toMatchObject({ rate: 8.01, standardRate });
  });

  test('ignores amounts, totals and a status sent by the caller', async () => {
    const body = { status: 'Paid', invoiceTotal: 1, standardInvoiceTotal: 1, messages: [{ msg: 'x' }] };
    const line = { item: item(0)._id, quantity: 3, rate: 2, amount: 99, standardRate: 99, standardAmount: 99 };
    const { repairInvoice } = await make('shop.user', { ...body, items: [line] });
    expect(repairInvoice).toMatchObject({ status: 'New', invoiceTotal: 6, items: [{ rate: 2, amount: 6 }] });
    expect(repairInvoice.items[0]?.standardRate).not.toBe(99);
    expect(repairInvoice.messages).toHaveLength(1);
  });

  test('has a number that no other live invoice of the shop and type has', async () => {
    await make('shop.user', { invoiceNumber: 'Same-1' });
    await expect(make('shop.user', { invoiceNumber: 'SAME-1' })).rejects.toMatchObject({
      code: 'invoice-number-taken',
    });
    await make('shop.user', { invoiceNumber: 'Same-1', type: 'Driver' });
    await make('other.shop', { invoiceNumber: 'Same-1' });
  });

  test('is dated by a shop within the window, and by the office freely, for the shop it chooses', async () => {
    await expect(make('shop.user', { invoicedDate: '2026-11-10' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(make('office.user')).rejects.toMatchObject({ errors: [{ path: 'shop' }] });
    const shop = await world.findShopId(otherShop);
    const { repairInvoice } = await make('office.user', { shop: { _id: shop }, invoicedDate: '2026-01-05' });
    expect(repairInvoice).toMatchObject({ invoicedDate: '2026-01-05', shop: { name: otherShop } });
    await expect(make('shop.user', { shop })).rejects.toMatchObject({ code: 'not-found' });
  });

  test.each([
    [{ items: [] }, 'items'],
    [{ items: [{}] }, 'items.0.item'],
    [{ items: [{ item: '019a0000-0000-7000-8000-000000000000' }] }, 'items.0.item'],
    [{ invoiceNumber: ' ' }, 'invoiceNumber'],
    [{ billTo: '' }, 'billTo'],
  ])('is refused with %j', async (change, path) => {
    await expect(make('shop.user', change)).rejects.toMatchObject({ code: 'invalid-input', errors: [{ path }] });
  });

  test.each([0, -1, 0.001, 100_000])('is refused with a quantity of %d', async (quantity) => {
    const refusal = make('shop.user', { items: [{ item: item(0)._id, quantity }] });
    await expect(refusal).rejects.toMatchObject({ errors: [{ path: 'items.0.quantity' }] });
  });
});

describe('access to repair invoices', () => {
  test('a shop sees its own invoices, the office all, a builder none', async () => {
    const { repairInvoice: shopInvoice } = await make('shop.user', { invoiceNumber: 'Seen-1' });
    const { repairInvoice: foreign } = await make('other.shop', { invoiceNumber: 'Seen-2' });
    const ctx = world.ctx('shop.admin');
    const shop = await world.findShopId(otherShop);
    expect(await getRepair(ctx, { id: shopInvoice._id })).toMatchObject({ invoiceNumber: 'Seen-1' });
    await expect(getRepair(ctx, { id: foreign._id })).rejects.toMatchObject({ code: 'not-found' });
    const numbers = async (who: 'shop.admin' | 'office.user') =>
      (await searchRepairs(world.ctx(who), { number: 'seen-' })).items.map(({ invoiceNumber }) => invoiceNumber);
    expect(await numbers('shop.admin')).toEqual(['Seen-1']);
    expect(await numbers('office.user')).toEqual(['Seen-1', 'Seen-2']);
    const list = { status: 'New', type: 'Repair', shop } as const;
    expect(await listRepairs(ctx, list)).toMatchObject({ total: 0, totals: { invoiceTotal: 0 } });
    const chart = await getRepairChart(ctx, { shop });
    expect(chart.items.every((point) => point.count === 0)).toBe(true);
    const builder = world.ctx('builder');
    for (const call of [() => listRepairs(builder, list), () => getRepair(builder, { id: shopInvoice._id })])
      await expect(call()).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

describe('the lists', () => {
  const ctx = () => world.ctx('other.shop');

  test('sort numbers by value, have pages, search for the text entered and sum all matches', async () => {
    for (const invoiceNumber of ['L-10', 'L-9', 'L-100', 'L_9', 'l-1%']) {
      await make('other.shop', { invoiceNumber, type: 'Driver' });
    }
    const list = { status: 'New', type: 'Driver', sort: 'invoiceNumber' } as const;
    const numbers = (answer: { items: readonly { invoiceNumber: string }[] }) =>
      answer.items.map(({ invoiceNumber }) => invoiceNumber);
    const all = await listRepairs(ctx(), list);
    expect(numbers(all)).toEqual(['l-1%', 'L-9', 'L-10', 'L-100', 'L_9']);
    expect(all.totals.invoiceTotal).toBe(105);
    const page = await listRepairs(ctx(), { ...list, page: 2, size: 2 });
    expect(numbers(page)).toEqual(['L-10', 'L-100']);
    expect(page).toMatchObject({ total: 5, totals: all.totals });
    expect(numbers(await listRepairs(ctx(), { ...list, search: '%' }))).toEqual(['l-1%']);
    expect(numbers(await listRepairs(ctx(), { ...list, search: '_' }))).toEqual(['L_9']);
  });

  test('cover one status and type; the chart counts them all', async () => {
    const { repairInvoice } = await make('other.shop', { type: 'Driver', invoiceNumber: 'C-1' });
    await updateRepair(world.ctx('office.user'), { id: repairInvoice._id, status: 'Approved' });
    const approvedList = await listRepairs(ctx(), { status: 'Approved', type: 'Driver' });
    expect(approvedList.items).toMatchObject([{ invoiceNumber: 'C-1', type: 'Driver', status: 'Approved' }]);
    expect((await listRepairs(ctx(), { status: 'Approved', type: 'Repair' })).total).toBe(0);
    const { items: points } = await getRepairChart(ctx(), {});
    expect(points).toHaveLength(6);
    expect(points.find(({ type, status }) => type === 'Driver' && status === 'Approved')).toMatchObject({
      count: 1,
      invoiceTotal: 21,
    });
  });
});
