import { beforeAll, describe, expect, test } from 'vitest';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { deleteInvoice } from '../../billing/invoices/life/delete.js';
import { insertManyOrders, readToEnd } from '../../testing/plans.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { importOrders, previewOrders } from '../../imports/order-files/service.js';
import type { IncomingOrder } from './incoming.js';
import { lockOrders } from '../pricing/locked-orders.js';
import { findExisting } from './take-in.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const getOrder = (serialNumber: string) => ({
  ...{ serialNumber, shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 },
});

test('an order whose invoice was ever paid is not replaced, as the preview shows; the other orders of the file are imported', async () => {
  const id = await world.createFinishedOrder();
  const { invoice } = await createInvoice(world.ctx('shop.admin'), { order: id });
  await world.db('invoices').where({ id: invoice._id }).update({ was_paid: true });
  await deleteInvoice(office(), { id: invoice._id });
  const { serial_number: serial } = (await world.db('orders').where({ id }).first()) as { serial_number: string };
  const input = { orders: [getOrder(serial), getOrder('N-1')], duplicates: 'replace' as const };
  const { rows } = await previewOrders(office(), input);
  expect(rows).toMatchObject([
    {
      state: 'refused',
      reason: 'the existing order has a paid invoice and cannot be replaced',
    },
    { state: 'new' },
  ]);
  expect((await importOrders(office(), input)).rows).toEqual(rows);
  expect(await world.db('invoices').where({ id: invoice._id }).first('order_id')).toEqual({ order_id: id });
});

test('an order whose invoice was deleted before it was paid is replaced', async () => {
  const id = await world.createFinishedOrder();
  const { invoice } = await createInvoice(world.ctx('shop.admin'), { order: id });
  await deleteInvoice(office(), { id: invoice._id });
  const { serial_number: serial } = (await world.db('orders').where({ id }).first()) as { serial_number: string };
  const { rows } = await importOrders(office(), { orders: [getOrder(serial)], duplicates: 'replace' });
  expect(rows).toMatchObject([{ state: 'replaced' }]);
  expect(await world.db('orders').where({ id })).toEqual([]);
});

test('an order that gives the shop more of an add-on split three ways than that allows is refused; the others are imported', async () => {
  const addOn = world.db('add_ons').where({ name: 'Workbench' });
  const earlier = (await addOn.clone().first('mode', 'shop_percent')) as object;
  await addOn.clone().update({ mode: 'companyDealerShopSplit', shop_percent: null });
  const withPercent = (serialNumber: string, shopPercent?: number) => ({
    ...getOrder(serialNumber),
    addOns: [{ name: 'Workbench', price: 140, shopPercent }],
  });
  const { rows } = await importOrders(office(), {
    orders: [withPercent('W-1', 75), withPercent('W-2', 66.6666), withPercent('W-3')],
  });
  await addOn.update(earlier);
  const reason = 'addOns[0].shopPercent: must be at most 66.6666 on an add-on split three ways';
  expect(rows).toMatchObject([{ state: 'refused', reason }, { state: 'new' }, { state: 'new' }]);
});

describe('queries about many orders of a long list', () => {
  const sizes = [30, 300, 10_000];
  const files = sizes.map((size) =>
    Array.from({ length: size }, (_, n) => ({ serialNumber: `p-${n * 2}`, externalId: `F-${n}` }) as IncomingOrder),
  );
  let ids: string[] = [];
  beforeAll(async () => {
    await insertManyOrders(world, await world.createFinishedOrder(), 5_000);
    ids = (await world.db('orders').orderBy('id').pluck('id')) as string[];
  });

  test('find serial numbers and feed IDs by index', async () => {
    for (const file of files) expect(await readToEnd(world, () => findExisting(world.db, file))).toEqual([]);
  });

  test('find each order once, by either, and whether it has an invoice', async () => {
    const [file = []] = files;
    const existingOrders = await findExisting(world.db, [
      ...file,
      { serialNumber: 'p-10', externalId: 'F-10' } as IncomingOrder,
    ]);
    expect(new Set(existingOrders.map(({ id }) => id)).size).toBe(existingOrders.length);
    expect(existingOrders.filter(({ hasInvoice }) => hasInvoice)).toHaveLength(5_000);
  });

  test('check locked orders for invoices one by one', async () => {
    for (const size of sizes) {
      const lock = () => lockOrders(world.db, (query) => query.whereRaw('o.id = any(?)', [ids.slice(0, size)]));
      expect((await readToEnd(world, lock)).filter((name) => name.startsWith('invoices'))).toEqual([]);
    }
  });
});
