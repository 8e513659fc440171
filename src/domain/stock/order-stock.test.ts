import { beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants } from '../operations/doctor/invariants.js';
import { undoImport } from '../imports/undo.js';
import { createInvoice } from '../billing/invoices/life/create.js';
import { deleteInvoice } from '../billing/invoices/life/delete.js';
import { updateOrder } from '../billing/invoices/life/change-order.js';
import { importOrders } from '../imports/order-files/service.js';
import { deleteOrder } from '../orders/life/delete.js';
import type { OrderStatus } from '../kernel/order/status.js';
import { inTransaction } from '../kernel/service.js';
import { updateShop } from '../company/shops/service.js';
import { homeShop, useWorld } from '../testing/world.js';
import { findPositions } from './demand-query.js';
import { usualOrders } from './schema.js';
import { moveStock } from './movements.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const switchStock = async (takesStockWhenFinished: boolean) =>
  void (await updateShop(world.ctx('shop.admin'), { id: await world.findShopId(homeShop), takesStockWhenFinished }));
beforeEach(() => switchStock(true));

const setStatus = (id: string, status: OrderStatus) => updateOrder(office(), { id, status });
const current = async (): Promise<Record<string, number>> => {
  const rows = (await world
    .db('shop_item_values')
    .where({ shop_id: await world.findShopId(homeShop) })
    .whereNot('quantity_in_current', 0)
    .select('item_id', 'quantity_in_current')) as { item_id: string; quantity_in_current: number }[];
  return Object.fromEntries(rows.map((row) => [row.item_id, row.quantity_in_current]));
};
/** The needs of one order as if it were the only one in the queue. */
async function readNeeds(id: string): Promise<Record<string, number>> {
  const shop = await world.findShopId(homeShop);
  const openOrders = world.db('orders').where({ shop_id: shop }).whereIn('status', ['InQueue', 'Building']);
  await openOrders.whereNot({ id }).update({ status: 'On Hold', is_building: false });
  const positions = await findPositions(world.db, shop, usualOrders);
  return Object.fromEntries(positions.filter(({ needed }) => needed > 0).map(({ _id, needed }) => [_id, needed]));
}
const minus = (from: Record<string, number>, takenStock: Record<string, number>) => {
  const ids = [...new Set([...Object.keys(from), ...Object.keys(takenStock)])];
  const differences = ids.map((id) => [id, Math.round(((from[id] ?? 0) - (takenStock[id] ?? 0)) * 1e4) / 1e4] as const);
  return Object.fromEntries(differences.filter(([, amount]) => amount !== 0));
};
const expectSums = async () => expect(await brokenInvariants(world.db)).toEqual([]);

describe('a shop that has enabled it', () => {
  test('a finished order removes its material from stock, below zero too, and returns it when set back', async () => {
    const id = await world.createPushedOrder('InQueue');
    const needs = await readNeeds(id);
    expect(Object.keys(needs).length).toBeGreaterThan(5);
    const before = await current();
    await setStatus(id, 'Finished');
    expect(await current()).toEqual(minus(before, needs));
    expect(Math.min(...Object.values(await current()))).toBeLessThan(0);
    await setStatus(id, 'Building');
    expect(await current()).toEqual(before);
    const whys = (await world.db('stock_movements').where({ source_id: id }).distinct('why').pluck('why')) as string[];
    expect(whys.sort()).toEqual([
      expect.stringMatching(/^order T-\d+ changed back to Building$/),
      expect.stringMatching(/^order T-\d+ finished$/),
    ]);
    await expectSums();
  });

  test('returns what was removed, whatever setting and status apply by then', async () => {
    const id = await world.createPushedOrder('InQueue');
    const before = await current();
    await setStatus(id, 'Finished');
    await switchStock(false);
    await world.db('orders').where({ id }).update({ snapshot: null });
    await setStatus(id, 'On Hold');
    expect(await current()).toEqual(before);
    await setStatus(id, 'Finished');
    expect(await current()).toEqual(before);
  });

  test('invoicing and deleting the invoice move nothing; only setting the order back does', async () => {
    const id = await world.createPushedOrder('Building');
    const before = await current();
    await setStatus(id, 'Finished');
    const takenStock = await current();
    const { invoice } = await createInvoice(world.ctx('shop.admin'), { order: id });
    expect(await current()).toEqual(takenStock);
    await deleteInvoice(office(), { id: invoice._id });
    expect(await current()).toEqual(takenStock);
    await setStatus(id, 'InQueue');
    expect(await current()).toEqual(before);
    await expectSums();
  });

  test('deleting an order returns its items', async () => {
    const id = await world.createPushedOrder('Building');
    const before = await current();
    await setStatus(id, 'Finished');
    expect(await current()).not.toEqual(before);
    await deleteOrder(office(), { id });
    expect(await current()).toEqual(before);
    await expectSums();
  });

  test('an import that replaces a finished order returns its items, and its undo removes them again', async () => {
    const id = await world.createPushedOrder('Building');
    const before = await current();
    await setStatus(id, 'Finished');
    const takenStock = await current();
    const { source, serial_number } = (await world
      .db('orders as o')
      .join('order_sources as s', 's.order_id', 'o.id')
      .where({ id })
      .first('source', 'serial_number')) as { source: Record<string, unknown>; serial_number: string };
    const orders = [{ ...source, serialNumber: serial_number }];
    const { import: importId } = await importOrders(office(), { orders, duplicates: 'replace' });
    expect(await current()).toEqual(before);
    await undoImport(office(), { id: importId ?? '' });
    expect(await current()).toEqual(takenStock);
    await setStatus(id, 'Building');
    expect(await current()).toEqual(before);
    await expectSums();
  });

  test('finishing twice simultaneously removes once, and orders that share items finish at the same time as a receipt', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => world.createPushedOrder('InQueue')));
    const needs = await readNeeds(ids[0] as string);
    const before = await current();
    const [item = ''] = Object.keys(needs);
    const shop = await world.findShopId(homeShop);
    const receipt = () =>
      inTransaction(
        office(),
        (tx) =>
          moveStock(
            tx,
            shop,
            { why: 'receipt' },
            Object.keys(needs)
              .toReversed()
              .map((of) => ({ item: of, current: 1 })),
          ),
        false,
      );
    await Promise.all(
      [...ids, ...ids].map((id) => setStatus(id, 'Finished')).concat([receipt() as never, receipt() as never]),
    );
    const one = Object.fromEntries(Object.entries(needs).map(([of, n]) => [of, 3 * n - 2]));
    expect(await current()).toEqual(minus(before, one));
    await Promise.all([...ids, ...ids].map((id) => setStatus(id, 'InQueue')));
    expect((await current())[item]).toBeCloseTo((before[item] ?? 0) + 2, 4);
    await expectSums();
  });
});

test('a shop that has not enabled it keeps its stock unchanged', async () => {
  await switchStock(false);
  const id = await world.createPushedOrder('Building');
  const before = await current();
  await setStatus(id, 'Finished');
  expect(await current()).toEqual(before);
});
