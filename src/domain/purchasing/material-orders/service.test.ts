import { describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../operations/history/service.js';
import type { ActorCtx } from '../../kernel/context.js';
import { findShopItem } from '../../catalogue/items/queries.js';
import { inTransaction } from '../../kernel/service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { createVendor } from '../vendors/service.js';
import { updateMaterialOrder, deleteMaterialOrder } from './life/change.js';
import { getNextMaterialOrderNumber } from './next-number.js';
import { createMaterialOrder } from './life/create.js';
import { createDraftOrders } from './life/draft.js';
import { listMaterialOrders, listReceived, getMaterialOrder } from './service.js';
import { runMaterialReport } from '../../reporting/reports/inventory/material-report.js';
import { usePurchases } from './testing/purchases.js';

const world = useWorld();
const { of, shop, stock, getLine, createOrder, getFirstId, receive, push, measureMoves } = usePurchases(world);

describe('an order', () => {
  test('computes its totals, counts as on order immediately, and is recorded in the history', async () => {
    let firstOrder: Awaited<ReturnType<typeof createOrder>> | undefined;
    const moves = await measureMoves(async () => {
      firstOrder = await createOrder(
        [getLine(0, 3, { newPrice: 1.005 }), getLine(1, 3000, { total: 100 }), getLine(2, 0)],
        {
          freight: 10,
        },
      );
    });
    expect(moves).toEqual([3, 0, 0]);
    const [a, b, c] = firstOrder?.items ?? [];
    expect(firstOrder).toMatchObject({
      grandTotal: 103.02,
      freight: 10,
      state: 'ordered',
      draft: false,
      recieved: false,
    });
    expect(a).toMatchObject({ total: 3.02, freight: 0.29, newFreight: 0.0967 });
    expect(b).toMatchObject({ total: 100, newPrice: 0.0333, freight: 9.71, newFreight: 0.0032 });
    expect(c).toMatchObject({ total: 0, freight: 0, newFreight: 0 });
    const { total: usualPrice } = await findShopItem(world.db, { shop: of.home, id: of.items[2] ?? '' });
    expect(c?.newPrice).toBe(usualPrice);
    const { items: trail } = await listRecordHistory(shop(), { id: firstOrder?._id ?? '' });
    expect(trail[0]).toMatchObject({ action: 'add', by: 'Sam Miller' });
    expect(trail[0]?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['items', 'freight', 'vendor']));
  });

  test('a change moves the difference in stock, and deleting moves everything back', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 5)]);
    const other = await stock(1);
    expect(await measureMoves(() => updateMaterialOrder(shop(), { id, items: [getLine(1, 4)] as never }))).toEqual([
      -5, 0, 0,
    ]);
    expect((await stock(1))[0]).toBe((other[0] ?? 0) + 4);
    expect(await measureMoves(() => updateMaterialOrder(shop(), { id, items: [getLine(0, 7)] as never }))).toEqual([
      7, 0, 0,
    ]);
    expect(lines).toHaveLength(1);
    expect(await measureMoves(() => deleteMaterialOrder(shop(), { id }))).toEqual([-7, 0, 0]);
    expect(await stock(1)).toEqual(other);
    await expect(getMaterialOrder(shop(), { id })).rejects.toThrow('Material Order not found');
  });

  test('sent back without prices keeps unit prices of four decimals, their freight and typed totals', async () => {
    const cost = { shop_id: of.home, item_id: of.items[0], sub_total: 1.0345, freight: 0.2 };
    await world.db('shop_item_values').insert(cost).onConflict(['shop_id', 'item_id']).merge();
    const { _id: id, items: lines } = await createOrder([getLine(0, 3), getLine(1, 3000, { total: 100 })]);
    expect(lines).toMatchObject([
      { newPrice: 1.2345, freightEstimate: 0.2, total: 3.7 },
      { newPrice: 0.0333, freightEstimate: 0, total: 100 },
    ]);
    const change = lines.map(({ _id, quantity }) => ({ _id, quantity, description: 'galvanized' }));
    const { item } = await updateMaterialOrder(shop(), { id, items: change as never });
    expect(item.items).toEqual(lines.map((line) => ({ ...line, description: 'galvanized' })));
  });

  test('refuses freight that no line can carry, naming the field; an order of zero quantities without freight is stored', async () => {
    await expect(createOrder([getLine(0, 0)], { freight: 0.01 })).rejects.toMatchObject({
      errors: [{ path: 'freight' }],
    });
    expect((await createOrder([getLine(0, 0)])).grandTotal).toBe(0);
  });

  test('requires a vendor, a number and items of its shop', async () => {
    const theirs = (await createVendor(shop('other.shop'), { name: 'Theirs' })).item._id;
    await expect(createMaterialOrder(shop(), {} as never)).rejects.toMatchObject({
      errors: expect.arrayContaining([
        { path: 'purchaseOrderNumber', msg: 'Purchase order number is required' },
        { path: 'vendor', msg: 'Please select a vendor' },
      ]),
    });
    await expect(createOrder([], { vendor: theirs })).rejects.toThrow('vendor: does not exist');
    await expect(createOrder([{ quantity: 1 }])).rejects.toThrow('items.0.item: Choose an item');
    await expect(createOrder([getLine(0, -1)])).rejects.toThrow('items.0.quantity: must not be negative');
    await expect(createOrder([getLine(0, 90_000, { newPrice: 9_000_000 })])).rejects.toThrow(
      'must be less than 10,000,000.00',
    );
    await expect(createOrder([getLine(0, 0.0001)], { freight: 9_000_000 })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  test('of another shop does not exist; the office can read it but not change it', async () => {
    const { _id: id } = await createOrder([getLine(0, 1)]);
    await expect(getMaterialOrder(shop('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(receive(id, { recieved: true }, 'other.shop')).rejects.toMatchObject({ code: 'not-found' });
    expect((await getMaterialOrder(shop('office.user'), { id })).shop.name).toBe(homeShop);
    await expect(deleteMaterialOrder(shop('office.admin'), { id })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(getMaterialOrder(shop('builder'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('changed by another user in the meantime answers the newer version', async () => {
    const { _id: id } = await createOrder([getLine(0, 1)]);
    await updateMaterialOrder(shop(), { id, revision: 1, freight: 5 });
    await expect(updateMaterialOrder(shop('shop.admin'), { id, revision: 1, freight: 6 })).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: 'Sam Miller', current: { freight: 5, revision: 2 } },
    });
  });

  test('sent again after a lost response is stored once', async () => {
    const body = { vendor: of.vendor, purchaseOrderNumber: 'PO-once', items: [getLine(0, 2)] } as never;
    const ctx = world.ctx('shop.user', { idempotency: { key: 'lost-answer-1', hash: 'same' } });
    const moves = await measureMoves(async () => {
      const [one, two] = await Promise.all([createMaterialOrder(ctx, body), createMaterialOrder(ctx, body)]);
      expect(two.item._id).toBe(one.item._id);
    });
    expect(moves).toEqual([2, 0, 0]);
  });
});

describe('a PO number', () => {
  test('that another order of the shop has requires confirmation, and can then be used again', async () => {
    await createOrder([getLine(0, 1)], { purchaseOrderNumber: 'N-41', orderedDate: '2026-11-02' });
    const again = createOrder([getLine(0, 1)], { purchaseOrderNumber: 'n-41' });
    await expect(again).rejects.toMatchObject({
      code: 'purchase-order-number-taken',
      message: 'PO# N-41 is already used by an order to Steel & Sons dated 2026-11-02.',
    });
    const firstOrder = await createOrder([getLine(0, 1)], { purchaseOrderNumber: 'N-41', repeatNumber: true });
    expect(
      (await updateMaterialOrder(shop(), { id: firstOrder._id, freight: 1, purchaseOrderNumber: 'N-41' })).item.freight,
    ).toBe(1);
    const { _id: id } = await createOrder([getLine(0, 1)], { purchaseOrderNumber: 'N-50' });
    const duplicate = updateMaterialOrder(shop(), { id, purchaseOrderNumber: 'N-41' });
    await expect(duplicate).rejects.toMatchObject({ code: 'purchase-order-number-taken' });
    const { item } = await updateMaterialOrder(shop(), { id, purchaseOrderNumber: 'N-41', repeatNumber: true });
    expect(item.purchaseOrderNumber).toBe('N-41');
  });

  test("of a new order follows the shop's newest one; each shop has its own sequence", async () => {
    await createOrder([getLine(0, 1)], { purchaseOrderNumber: 'X-0099' });
    expect(await getNextMaterialOrderNumber(shop(), {})).toEqual({ purchaseOrderNumber: 'X-0100' });
    expect(await getNextMaterialOrderNumber(shop('other.shop'), {})).toEqual({ purchaseOrderNumber: '1001' });
    await expect(getNextMaterialOrderNumber(shop('builder'), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

describe('a draft', () => {
  test('is created from a proposal, moves no stock, and is on order once it is placed', async () => {
    const lines = [{ item: of.items[0] ?? '', quantity: 6 }];
    const drafts = await inTransaction(shop() as ActorCtx, (tx) =>
      createDraftOrders(tx, of.home, [
        { vendor: of.vendor, lines, purchaseOrderNumber: 'D-09' },
        { vendor: of.vendor, lines },
      ]),
    );
    expect(drafts.map(({ purchaseOrderNumber }) => purchaseOrderNumber)).toEqual(['D-09', 'D-10']);
    const id = drafts[1]?._id ?? '';
    expect(await getMaterialOrder(shop(), { id })).toMatchObject({ draft: true, state: 'draft' });
    await expect(receive(id, { recieved: true })).rejects.toMatchObject({ code: 'purchase-order-refused' });
    expect(await measureMoves(() => updateMaterialOrder(shop(), { id, freight: 12 }))).toEqual([0, 0, 0]);
    expect(await measureMoves(() => updateMaterialOrder(shop(), { id, draft: false }))).toEqual([6, 0, 0]);
    await expect(updateMaterialOrder(shop(), { id, draft: true })).rejects.toMatchObject({
      errors: [{ path: 'draft' }],
    });
    expect(await measureMoves(() => deleteMaterialOrder(shop(), { id: drafts[0]?._id ?? '' }))).toEqual([0, 0, 0]);
  });
});

describe('lists', () => {
  test('search by number or vendor, sort numbers by value, and sum all matches', async () => {
    for (const n of ['L-10', 'L-9'])
      await createOrder([getLine(0, 2, { newPrice: 10 })], { purchaseOrderNumber: n, freight: 1 });
    const page = await listMaterialOrders(shop(), { search: 'l-', sort: 'purchaseOrderNumber', size: 1 });
    expect(page).toMatchObject({
      total: 2,
      totals: { freight: 2, grandTotal: 40 },
      items: [{ purchaseOrderNumber: 'L-9' }],
    });
    expect((await listMaterialOrders(shop(), { search: 'steel & s', state: 'draft' })).total).toBe(0);
    expect((await listMaterialOrders(shop('other.shop'), {})).total).toBe(0);
    expect((await listMaterialOrders(shop('office.user'), { shop: of.home })).total).toBeGreaterThan(2);
  });

  test('of received items contain their orders with the source lines', async () => {
    const firstOrder = await createOrder([getLine(0, 2), getLine(1, 1)], { purchaseOrderNumber: 'R-1' });
    const mine = () => listReceived(shop(), { id: of.home, search: 'R-1', show: 'waiting' });
    expect((await mine()).total).toBe(0);
    await receive(firstOrder._id, { items: [{ _id: getFirstId(firstOrder.items), receive: 1 }] });
    expect((await mine()).items[0]?.items).toMatchObject([{ received: 1, pushed: 0, inInventory: false }]);
    await push(firstOrder._id, getFirstId(firstOrder.items));
    expect((await mine()).total).toBe(0);
    expect((await listReceived(shop(), { id: of.home, search: 'R-1' })).items[0]?.items[0]?.inInventory).toBe(true);
    await expect(listReceived(shop('other.shop'), { id: of.home })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('of a range of days contain the orders placed on them, both included', async () => {
    for (const orderedDate of ['2024-02-28', '2024-02-29', '2024-03-01'])
      await createOrder([getLine(0, 1, { newPrice: 3 })], { orderedDate });
    await createOrder([getLine(0, 1)], { orderedDate: '2024-02-29', draft: true });
    const {
      items: found,
      total,
      totals,
    } = await runMaterialReport(shop('office.user'), {
      dates: ['2024-02-29', '2024-03-01'],
      shop: of.home,
    });
    expect(found.map(({ orderedDate }) => orderedDate)).toEqual(['2024-02-29', '2024-03-01']);
    expect([total, totals.grandTotal, found[0]?.items.length]).toEqual([2, 6, 1]);
    expect((await runMaterialReport(shop(), { range: 'today' })).total).toBeGreaterThan(0);
  });
});
