import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { listUnreadAlerts } from '../../messaging/notices/service.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { importOrders } from '../../imports/order-files/service.js';
import { deleteNewOrders } from '../intake/delete-new.js';
import { getOrder, listOrders } from '../service.js';
import { pushOrders } from '../intake/push.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.user');
const findOrder = (serialNumber: string, more: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, dealer: 'Hilltop Storage', type: 'Customer', customer: 'Ann' },
  ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
  ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
  ...more,
});
const find = async (serialNumber: string) => {
  const { items } = await listOrders(office(), { search: serialNumber });
  return getOrder(office(), { id: items[0]?._id ?? '' });
};
async function upload(serialNumber: string, more: Row = {}) {
  await importOrders(office(), { orders: [findOrder(serialNumber, more)] });
  return find(serialNumber);
}
async function pushOrder(serialNumber: string) {
  await upload(serialNumber);
  await pushOrders(office(), {});
  return find(serialNumber);
}
const texts = ({ alerts }: { alerts: { text: string }[] }) => alerts.map(({ text }) => text);
const modelId = async (name: string) =>
  ((await world.db('shed_models').where({ name }).first('id')) as { id: string }).id;
const readNotices = async (name: 'shop.admin' | 'other.shop') =>
  (await listUnreadAlerts(world.ctx(name), {})).items.map(({ content }) => content);

beforeEach(async () => {
  await deleteNewOrders(office(), {});
  await world.db('notifications').delete();
});

describe('a New order', () => {
  test('accepts another size, which resolves the alerts of size and serial number and sets the figures of the size', async () => {
    const order = await upload('PCB-0810-260301-00001', { size: '9x11' });
    expect(texts(order)).toEqual(
      expect.arrayContaining([
        'No 9x11 Painted Cabin in the catalogue',
        'Size in serial number (8x10) differs from 9x11',
      ]) as string[],
    );
    expect(order.totalMaterialCost.standard).toBe(0);
    const { order: after } = await updateOrder(office(), { id: order._id, width: 8, length: 10 });
    expect(after).toMatchObject({ width: 8, length: 10, sqft: 80, alerts: [] });
    expect(after.totalMaterialCost.standard).toBeGreaterThan(0);
  });

  test('accepts another type, which sets its percents and customer and resolves the type in the file', async () => {
    const order = await upload('TY-1', { type: 'Inventory', customer: null });
    expect(order).toMatchObject({ customer: 'Hilltop Storage', alerts: [] });
    const { order: soldOrder } = await updateOrder(office(), { id: order._id, type: 'Customer' });
    expect(soldOrder).toMatchObject({ type: 'Customer', customer: null });
    expect(texts(soldOrder as never)).toEqual(['Customer is missing']);
    const { order: filledOrder } = await updateOrder(office(), { id: order._id, customer: 'Bo Miller' });
    expect(filledOrder).toMatchObject({ customer: 'Bo Miller', alerts: [] });
    await world
      .db('orders')
      .where({ id: order._id })
      .update({
        alerts: JSON.stringify([{ _id: 'w', code: 'word', text: 'Order type "Lease" is not known', accepted: false }]),
      });
    expect((await updateOrder(office(), { id: order._id, type: 'Inventory' })).order).toMatchObject({ alerts: [] });
  });

  test("gets another shop's own dealer of the same name, unless the same save chooses one", async () => {
    const shop = await world.findShopId(otherShop);
    const namesake = { id: newId(), name: 'Hilltop Storage', shop_id: shop };
    const chosen = { id: newId(), name: 'Hill Lot', shop_id: null };
    await world.db('dealers').insert([namesake, chosen]);
    const readDealer = (order: { dealer: string | null; dealerId?: string | null }) => [order.dealer, order.dealerId];
    const moved = await upload('DL-1');
    expect(moved.dealerId).not.toBe(namesake.id);
    const { order: after } = await updateOrder(office(), { id: moved._id, shop });
    expect(readDealer(after)).toEqual(['Hilltop Storage', namesake.id]);
    expect(after.alerts).toEqual(moved.alerts);
    const both = await upload('DL-2');
    const { order: chosenOrder } = await updateOrder(office(), { id: both._id, shop, dealer: chosen.id });
    expect(readDealer(chosenOrder)).toEqual(['Hill Lot', chosen.id]);
    const { order: back } = await updateOrder(office(), { id: both._id, shop: await world.findShopId(homeShop) });
    expect(readDealer(back)).toEqual(['Hill Lot', chosen.id]);
    await deleteNewOrders(office(), {});
    await world.db('dealers').whereIn('id', [namesake.id, chosen.id]).delete();
  });

  test.each([
    [{ width: 0 }, 'width: must be more than 0'],
    [{ length: 1000 }, 'length: must be less than 1,000'],
    [{ width: 8.00001 }, 'width: must have at most 4 decimals'],
    [{ type: 'Lease' }, 'type: '],
  ])('refuses %j, naming it', async (change, sentence) => {
    const order = await upload('BAD-1');
    await expect(updateOrder(office(), { id: order._id, ...change } as never)).rejects.toThrow(sentence);
    expect(await find('BAD-1')).toMatchObject({ width: 8, length: 10, type: 'Customer', revision: order.revision });
  });
});

describe('after the push', () => {
  test('size, type, shop and model are locked, and the refusal explains how to change them', async () => {
    const order = await pushOrder('LK-1');
    const shop = await world.findShopId(otherShop);
    for (const change of [
      { width: 10 },
      { type: 'Inventory' as const },
      { shop },
      { model: await modelId('Metal Utility') },
    ])
      await expect(updateOrder(office(), { id: order._id, ...change })).rejects.toThrow(
        'can change only while the order is New; set the status to New in the same step',
      );
    expect(await find('LK-1')).toMatchObject({ status: 'InQueue', revision: order.revision });
  });

  test('one save sends the order back to New with another shop and model, and notifies its previous shop', async () => {
    const order = await pushOrder('BK-1');
    const builder = (await world.db('users').where({ role: 'Builder' }).first('id')) as { id: string };
    await updateOrder(office(), { id: order._id, builder: builder.id, metalOrdered: true });
    const change = { shop: await world.findShopId(otherShop), model: await modelId('Painted Utility') };
    const { order: after } = await updateOrder(office(), { id: order._id, status: 'New', ...change });
    expect(after).toMatchObject({
      ...{ status: 'New', shop: { name: otherShop }, model: 'Painted Utility', builder: null, metalOrdered: false },
    });
    expect(await readNotices('shop.admin')).toContain('Order BK-1 was removed from your queue by Owen Price.');
    expect(await readNotices('other.shop')).toEqual([]);
    await expect(getOrder(world.ctx('shop.admin'), { id: order._id })).rejects.toThrow('Order not found');
  });

  test('a refused choice leaves the order unchanged', async () => {
    const order = await pushOrder('RF-1');
    await expect(updateOrder(office(), { id: order._id, status: 'New', shop: order._id })).rejects.toThrow('shop');
    expect(await find('RF-1')).toMatchObject({ status: 'InQueue', shop: { name: homeShop } });
    expect(await readNotices('shop.admin')).toEqual(['Order RF-1 was pushed to you.']);
  });
});

describe('roof type, siding type and customer', () => {
  test('are alerts if missing on arrival, until filled in or accepted', async () => {
    const order = await upload('MS-1', { roofType: null, sidingType: null, customer: null });
    expect(texts(order)).toEqual(['Customer is missing', 'Roof type is missing', 'Siding type is missing']);
    const { order: filledOrder } = await updateOrder(office(), { id: order._id, roofType: 'Shingle', customer: 'Bo' });
    expect(texts(filledOrder as never)).toEqual(['Siding type is missing']);
    const [alert] = filledOrder.alerts as { _id: string }[];
    await updateOrder(office(), { id: order._id, alerts: [{ _id: alert?._id ?? '', accepted: true }] });
    expect((await pushOrders(office(), {})).pushed).toBe(1);
  });

  test('are required to save an order of the office; an Inventory order requires no customer', async () => {
    const order = await pushOrder('RQ-1');
    await world.db('orders').where({ id: order._id }).update({ roof_type: null, siding_type: null, customer: null });
    await expect(updateOrder(office(), { id: order._id, adjustmentNote: 'by phone' })).rejects.toThrow(
      'roofType: is required; sidingType: is required; customer: is required',
    );
    await updateOrder(office(), { id: order._id, status: 'Building' });
    const full = { roofType: 'Metal', sidingType: 'Painted' };
    await world.db('orders').where({ id: order._id }).update({ type: 'Inventory' });
    const { order: savedOrder } = await updateOrder(office(), { id: order._id, adjustmentNote: 'by phone', ...full });
    expect(savedOrder).toMatchObject({ ...full, customer: null });
  });
});

describe('a type that the category of the model does not have', () => {
  test('is an alert, ignoring case and spaces, and resolved by a correction', async () => {
    const order = await upload('TP-1', { sidingType: 'Metal' });
    expect(texts(order)).toEqual(['Siding type "Metal" is not one of Painted']);
    const { order: after } = await updateOrder(office(), { id: order._id, sidingType: ' painted ' });
    expect(texts(after as never)).toEqual([]);
    const metal = { category: 'Metal', model: 'Metal Utility', sidingType: 'metal', roofType: 'Shingle' };
    expect(texts(await upload('TP-2', metal))).toContain('Roof type "Shingle" is not one of Metal');
  });

  test('without a list, a category allows every roof type and every siding type not named after another category', async () => {
    await world.db('shed_categories').update({ siding_types: [], roof_types: [] });
    expect(texts(await upload('TP-3', { sidingType: 'T1-11', roofType: 'Slate' }))).toEqual([]);
    expect(texts(await upload('TP-4', { sidingType: 'METAL' }))).toEqual(['Siding type "METAL" is not one of Painted']);
  });
});
