import { beforeAll, describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../operations/history/service.js';
import type { OrderStatus } from '../../kernel/order/status.js';
import { homeShop, otherShop, useWorld, type ActorName } from '../../testing/world.js';
import { createVendor, deleteVendor } from '../vendors/service.js';
import { listOrdersForMetal, listMetalPackages } from './choices.js';
import { sizeMetalPackage } from './sizes.js';
import { updateMetalOrder, createMetalOrder, deleteMetalOrder, listMetalOrders, getMetalOrder } from './service.js';

const world = useWorld();
const shop = () => world.ctx('shop.user');
let vendor = '';
beforeAll(async () => {
  vendor = (await createVendor(shop(), { name: 'Dover Steel' })).item._id;
});

let n = 0;
const number = () => `PO-${(n += 1)}`;
const toTyped = (serialNumber: string) => ({
  metalPackage: { name: 'By hand', items: [{ name: 'Panel', quantity: 3.25 }] },
  serialNumber,
  roofColor: 'Red',
});
const make = (...serials: string[]) =>
  createMetalOrder(shop(), { vendor, purchaseOrderNumber: number(), metalOrder: serials.map(toTyped) });

async function orderIn(status: OrderStatus, shopName = homeShop) {
  const id = await world.createPushedOrder(status, shopName);
  const { serial_number } = (await world.db('orders').where({ id }).first('serial_number')) as {
    serial_number: string;
  };
  return { id, serial: serial_number };
}
const isMarked = async (id: string) =>
  ((await world.db('orders').where({ id }).first('metal_ordered')) as { metal_ordered: boolean }).metal_ordered;

/** A component that is a metal package, with two items. */
async function metalPackage() {
  const { id } = (await world.db('components').orderBy('id').first('id')) as { id: string };
  await world.db('components').where({ id }).update({ metal_package: true });
  const choice = (await listMetalPackages(shop(), {})).items.find(({ _id }) => _id === id);
  if (!choice) throw new Error('no metal package');
  return choice;
}

describe('a metal order', () => {
  test("uses the items of the chosen metal package under the shop's names, and reads back as sent", async () => {
    const choice = await metalPackage();
    expect(choice.items.length).toBeGreaterThan(0);
    const { sheds } = await sizeMetalPackage(shop(), { component: choice._id });
    const [shed] = sheds as [(typeof sheds)[0]];
    const { items } = await sizeMetalPackage(shop(), { component: choice._id, shed: shed._id });
    const { item, msg } = await createMetalOrder(shop(), {
      vendor: { _id: vendor },
      purchaseOrderNumber: number(),
      metalOrder: [
        { metalPackage: { _id: choice._id }, shed, serialNumber: 'T-none', sidingColor: { value: 'White' } },
      ],
    });
    expect(msg).toBe('Metal Order is created');
    expect(item).toMatchObject({ orderedDate: '2026-11-18', recieved: false, vendor: { name: 'Dover Steel' } });
    expect(item.metalOrder[0]).toMatchObject({
      shedCategory: choice.shedCategory,
      metalPackage: { _id: choice._id, name: { label: choice.name, value: choice.name } },
      shed,
      sidingColor: { label: 'White', value: 'White' },
      roofColor: null,
      order: null,
    });
    expect(item.metalOrder[0]?.metalPackage.items).toEqual(
      items.map(({ _id, name, quantity }) => ({ _id, name, quantity })),
    );
    await world.db('components').where({ id: choice._id }).update({ metal_package: false });
    const again = await updateMetalOrder(shop(), { ...item, id: item._id });
    const withoutIds = (one: typeof item) => one.metalOrder.map(({ _id, ...rest }) => rest);
    expect(withoutIds(again.item)).toEqual(withoutIds(item));
  });

  test('reports missing values with the labels of its form', async () => {
    const nothing = { vendor: null, purchaseOrderNumber: ' ', metalOrder: [{ serialNumber: '' }] };
    await expect(createMetalOrder(shop(), nothing as never)).rejects.toMatchObject({
      errors: [
        { path: 'vendor', msg: 'Please select a vendor' },
        { path: 'purchaseOrderNumber', msg: 'Purchase order number is required' },
        { path: 'metalOrder.0.serialNumber', msg: 'Serial number is required' },
      ],
    });
    const empty = { vendor, purchaseOrderNumber: number(), metalOrder: [] };
    await expect(createMetalOrder(shop(), empty)).rejects.toThrow('Add at least one metal package');
    const { id } = (await world.db('components').where({ metal_package: false }).first('id')) as { id: string };
    const other = { ...empty, metalOrder: [{ ...toTyped('T'), metalPackage: { _id: id } }] };
    await expect(createMetalOrder(shop(), other)).rejects.toMatchObject({
      errors: [{ path: 'metalOrder.0.metalPackage', msg: 'is not a metal package' }],
    });
  });

  test('marks the matching orders of the shop, ignoring the case of serial numbers, and records it in their history', async () => {
    const [queuedOrder, building] = [await orderIn('InQueue'), await orderIn('Building')];
    const { metalOrdered, item } = await make(queuedOrder.serial.toLowerCase(), building.serial, queuedOrder.serial);
    expect([...metalOrdered].sort()).toEqual([queuedOrder.serial, building.serial].sort());
    expect(item.metalOrder[0]?.order).toEqual({ _id: queuedOrder.id, status: 'InQueue', metalOrdered: true });
    expect([await isMarked(queuedOrder.id), await isMarked(building.id)]).toEqual([true, true]);
    const { items } = await listRecordHistory(shop(), { id: queuedOrder.id });
    expect(items[0]?.changes).toEqual([{ field: 'metalOrdered', from: false, to: true }]);
  });

  test('stores as text any serial number that matches no open order of the shop', async () => {
    const [theirs, invoicedOrder] = [await orderIn('InQueue', otherShop), await orderIn('Invoiced')];
    const { metalOrdered, item } = await make(theirs.serial, invoicedOrder.serial, 'S-unknown');
    expect(metalOrdered).toEqual([]);
    expect([await isMarked(theirs.id), await isMarked(invoicedOrder.id)]).toEqual([false, false]);
    expect(item.metalOrder.map(({ serialNumber }) => serialNumber)).toEqual([
      theirs.serial,
      invoicedOrder.serial,
      'S-unknown',
    ]);
    expect(item.metalOrder[0]?.order).toBeNull();
    const { items: foundOrders } = await listOrdersForMetal(shop(), { search: theirs.serial });
    expect(foundOrders).toEqual([]);
  });

  test('requires confirmation for a PO number that another metal order has', async () => {
    const values = { vendor, purchaseOrderNumber: 'Twice', metalOrder: [toTyped('S-9')] };
    const { item } = await createMetalOrder(shop(), values);
    const again = { ...values, purchaseOrderNumber: 'TWICE' };
    await expect(createMetalOrder(shop(), again)).rejects.toMatchObject({ code: 'purchase-order-number-taken' });
    await createMetalOrder(shop(), { ...again, repeatNumber: true });
    const result = await updateMetalOrder(shop(), {
      id: item._id,
      purchaseOrderNumber: 'Twice',
      orderedDate: '2026-11-01',
    });
    expect(result.item.orderedDate).toBe('2026-11-01');
    const other = (await make('S-10')).item;
    const duplicate = updateMetalOrder(shop(), { id: other._id, purchaseOrderNumber: 'Twice' });
    await expect(duplicate).rejects.toMatchObject({ code: 'purchase-order-number-taken' });
  });

  test('is received today when ticked and not received when unticked; its packages are unchanged', async () => {
    const { item } = await make('S-1');
    const { item: receivedOrder, msg } = await updateMetalOrder(shop(), { id: item._id, recieved: true });
    expect([msg, receivedOrder.recieved, receivedOrder.recievedDate]).toEqual([
      'Metal Order is updated',
      true,
      '2026-11-18',
    ]);
    expect(receivedOrder.metalOrder).toEqual(item.metalOrder);
    const { item: unreceivedOrder } = await updateMetalOrder(shop(), { id: item._id, recieved: false });
    expect([unreceivedOrder.recieved, unreceivedOrder.recievedDate]).toEqual([false, null]);
  });

  test('moves no stock', async () => {
    const movements = () => world.db('stock_movements').count({ n: '*' }).first();
    const before = await movements();
    const { item } = await make('S-2');
    await updateMetalOrder(shop(), { id: item._id, recieved: true });
    await deleteMetalOrder(shop(), { id: item._id });
    expect(await movements()).toEqual(before);
  });

  test('with a stale revision answers both versions; the history shows the differences', async () => {
    const { item } = await make('S-3');
    const { _id: id } = item;
    await updateMetalOrder(world.ctx('shop.admin'), { id, revision: 1, metalOrder: [toTyped('S-4')] });
    await expect(updateMetalOrder(shop(), { id, revision: 1, purchaseOrderNumber: 'Mine' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { revision: 2, metalOrder: [{ serialNumber: 'S-4' }] } },
    });
    const { items } = await listRecordHistory(shop(), { id });
    expect(items[0]?.changes).toEqual([
      {
        field: 'packages',
        from: ['S-3 By hand, roof Red: 3.25 × Panel'],
        to: ['S-4 By hand, roof Red: 3.25 × Panel'],
      },
    ]);
  });

  test('sent again after a lost response is stored once', async () => {
    const idempotency = { key: 'the-form-of-now', hash: 'the same' };
    const body = { vendor, purchaseOrderNumber: 'Once', metalOrder: [toTyped('S-5')] };
    const ids = [];
    for (let times = 0; times < 2; times++)
      ids.push((await createMetalOrder(world.ctx('shop.user', { idempotency }), body)).item._id);
    expect(ids[0]).toBe(ids[1]);
    expect((await listMetalOrders(shop(), { search: 'Once' })).total).toBe(1);
  });
});

describe('metal orders', () => {
  test('belong to one shop: another shop has no access to them or their vendor; the office can read them', async () => {
    const { item } = await make('S-6');
    const { _id: id } = item;
    const theirs = (await createVendor(world.ctx('other.shop'), { name: 'Theirs' })).item._id;
    const asOther = world.ctx('other.shop');
    for (const call of [
      () => getMetalOrder(asOther, { id }),
      () => updateMetalOrder(asOther, { id, recieved: true }),
      () => deleteMetalOrder(asOther, { id }),
    ])
      await expect(call()).rejects.toThrow('Metal Order not found');
    await expect(updateMetalOrder(shop(), { id, vendor: theirs })).rejects.toMatchObject({
      errors: [{ path: 'vendor', msg: 'does not exist' }],
    });
    expect(await getMetalOrder(world.ctx('office.user'), { id })).toMatchObject({ shop: { name: homeShop } });
    for (const who of ['office.admin', 'builder'] as const satisfies readonly ActorName[])
      await expect(deleteMetalOrder(world.ctx(who), { id })).rejects.toThrow('Permission Denied');
  });

  test('prevent the deletion of their vendor, which is refused with their numbers', async () => {
    const { _id: id } = (await createVendor(shop(), { name: 'Busy' })).item;
    for (const purchaseOrderNumber of ['A-1', 'A-2'])
      await createMetalOrder(shop(), { vendor: id, purchaseOrderNumber, metalOrder: [toTyped('S')] });
    await expect(deleteVendor(shop(), { id })).rejects.toThrow(
      'Vendor "Busy" cannot be deleted: it is used by metal orders A-1, A-2.',
    );
  });

  test('are listed 40 per page, newest first, and found by number, vendor and serial number', async () => {
    const { item: listVendor } = await createVendor(shop(), { name: 'List Steel' });
    for (const [purchaseOrderNumber, orderedDate] of [
      ['L-9', '2026-10-01'],
      ['L-10', '2026-10-03'],
      ['L-8', '2026-10-02'],
    ] as const)
      await createMetalOrder(shop(), {
        ...{ vendor: listVendor._id, purchaseOrderNumber, orderedDate },
        metalOrder: [toTyped(`Z-${purchaseOrderNumber}`)],
      });
    const numbers = async (filter: Parameters<typeof listMetalOrders>[1]) =>
      (await listMetalOrders(shop(), filter)).items.map((row) => row.purchaseOrderNumber);
    expect(await numbers({ search: 'list steel' })).toEqual(['L-10', 'L-8', 'L-9']);
    expect(await numbers({ search: 'L-', sort: 'purchaseOrderNumber' })).toEqual(['L-8', 'L-9', 'L-10']);
    expect(await numbers({ search: 'z-l-9' })).toEqual(['L-9']);
    const { items } = await listMetalOrders(shop(), { search: 'L-9' });
    await updateMetalOrder(shop(), { id: items[0]?._id ?? '', recieved: true });
    expect(await numbers({ search: 'L-', received: 'yes' })).toEqual(['L-9']);
    expect(await numbers({ search: 'L-', received: 'no', size: 1, page: 2 })).toEqual(['L-8']);
  });

  test("find the shop's open orders by serial number, an exact match first", async () => {
    const { serial } = await orderIn('Building');
    const { items } = await listOrdersForMetal(shop(), { search: serial });
    expect(items[0]).toMatchObject({ serialNumber: serial, status: 'Building', metalOrdered: false });
    const { items: all } = await listOrdersForMetal(shop(), { search: 'T-' });
    expect(all.every(({ status }) => !['New', 'Invoiced', 'Canceled'].includes(status))).toBe(true);
  });
});
