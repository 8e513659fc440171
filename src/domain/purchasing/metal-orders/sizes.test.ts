import { beforeEach, describe, expect, test } from 'vitest';
import { orderDemand, listNeedingOrders, getDemand } from '../inventory/demand.js';
import { updateMaterialOrder } from '../material-orders/life/change.js';
import { pushToInventory } from '../material-orders/receiving/push-to-inventory.js';
import { receiveMaterialOrder } from '../material-orders/receiving/receive.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { updateShop } from '../../company/shops/service.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createVendor } from '../vendors/service.js';
import { updateMetalOrder, createMetalOrder } from './service.js';
import { sizeMetalPackage } from './sizes.js';

const world = useWorld();
const clerk = () => world.ctx('shop.admin');
let count = 0;
const unique = (what: string) => `${what} ${(count += 1)}`;
const newVendor = async () => (await createVendor(clerk(), { name: unique('Steel') })).item._id;

/**
 * The only open order of the home shop, its metal component, and that component's part of its snapshot, read
 * independently.
 */
async function onlyOrder() {
  const shop = await world.findShopId(homeShop);
  const openOrders = world.db('orders').where({ shop_id: shop }).whereIn('status', ['InQueue', 'Building', 'On Hold']);
  await openOrders.update({ status: 'Canceled', is_building: false });
  const id = await world.createPushedOrder('InQueue');
  const row = (await world
    .db('orders as o')
    .join('price_snapshots as s', 's.hash', 'o.snapshot')
    .where('o.id', id)
    .first({ serial: 'o.serial_number', shed: 'o.shed_id', content: 's.content' })) as {
    serial: string;
    shed: string;
    content: { components: { componentId: string; quantity: number; items: { itemId: string; quantity: number }[] }[] };
  };
  const metalComponents = (await world.db('components').where({ metal_package: true }).pluck('id')) as string[];
  const metalComponent = row.content.components.find(({ componentId }) => metalComponents.includes(componentId));
  if (!metalComponent) throw new Error('the order has no metal package');
  const parts = metalComponent.items.map(
    ({ itemId, quantity }) => [itemId, Math.round(metalComponent.quantity * quantity * 1e4) / 1e4] as const,
  );
  return { id, shop, serial: row.serial, shed: row.shed, component: metalComponent.componentId, parts: new Map(parts) };
}
type OnlyOrder = Awaited<ReturnType<typeof onlyOrder>>;
let order: OnlyOrder;
beforeEach(async () => {
  order = await onlyOrder();
  const stock = { quantity_on_order: 0, quantity_in_received: 0, quantity_in_current: 0 };
  await world.db('shop_item_values').where({ shop_id: order.shop }).update(stock);
  await world.db('material_orders').where({ shop_id: order.shop, draft: true }).delete();
});

const sizeFor = (of: Partial<Parameters<typeof sizeMetalPackage>[1]> = {}) =>
  sizeMetalPackage(clerk(), { component: order.component, serialNumber: order.serial, ...of });
const buyMetal = async (more: object = {}) =>
  (
    await createMetalOrder(clerk(), {
      ...{ vendor: await newVendor(), purchaseOrderNumber: unique('P') },
      metalOrder: [{ metalPackage: { _id: order.component }, serialNumber: order.serial, ...more }],
    })
  ).item;
/** How much of the order's metal the shop's demand proposes to order. */
async function metalInDemand() {
  const { items } = await getDemand(clerk(), { id: order.shop });
  return items.filter(({ _id }) => order.parts.has(_id));
}
/**
 * The need for each item of the package, to ten-thousandths, including other needs of the order for it, such as an
 * add-on.
 */
const readNeeded = async () => new Map((await metalInDemand()).map(({ _id, needed }) => [_id, needed]));

describe('P11: a metal package is sized to its shed', () => {
  test("using the order's own components × their lines, even after the catalogue changed", async () => {
    await world.db('component_items').where({ component_id: order.component }).increment('quantity', 5);
    const { sizedBy, items } = await sizeFor();
    await world.db('component_items').where({ component_id: order.component }).decrement('quantity', 5);
    expect(sizedBy).toBe('order');
    expect(new Map(items.map(({ _id, needed }) => [_id, needed]))).toEqual(order.parts);
    expect(Math.max(...order.parts.values())).toBeGreaterThan(20);
    for (const { type, needed, quantity } of items)
      expect(quantity).toBe(type === 'linearFt' ? needed : Math.ceil(needed));
    const { metalOrder } = await buyMetal();
    expect(metalOrder[0]?.metalPackage.items.map(({ _id, quantity }) => [_id, quantity])).toEqual(
      items.map(({ _id, quantity }) => [_id, quantity]),
    );
  });

  test('minus what other metal orders have for its serial number, ignoring case', async () => {
    const [[item, neededQuantity]] = [...order.parts] as [[string, number]];
    const part = { metalPackage: { _id: order.component, items: [{ _id: item, name: 'Panel', quantity: 10 }] } };
    const metal = await buyMetal({ ...part, serialNumber: order.serial.toLowerCase() });
    const sizedItem = (await sizeFor()).items.find(({ _id }) => _id === item);
    expect(sizedItem).toMatchObject({ needed: neededQuantity, ordered: 10 });
    expect(sizedItem?.quantity).toBeCloseTo(neededQuantity - 10, 4);
    const ownNeed = (await sizeFor({ except: metal._id })).items.find(({ _id }) => _id === item);
    expect(ownNeed).toMatchObject({ needed: neededQuantity, ordered: 0, quantity: neededQuantity });
    await buyMetal();
    expect((await sizeFor()).items.map(({ quantity }) => quantity)).toEqual(
      order.parts.size ? [...order.parts].map(() => 0) : [],
    );
  });

  test('counting an item entered by name, and a repeated package in one order only once', async () => {
    const [[item, neededQuantity]] = [...order.parts] as [[string, number]];
    const { name } = (await world.db('items').where({ id: item }).first('name')) as { name: string };
    await buyMetal({
      metalPackage: { name: 'By hand', items: [{ name: name.toUpperCase(), quantity: neededQuantity }] },
    });
    expect((await sizeFor()).items.find(({ _id }) => _id === item)?.left).toBeLessThan(neededQuantity);
    const other = await onlyOrder();
    const twice = { metalPackage: { _id: other.component }, serialNumber: other.serial };
    const { item: metalOrder } = await createMetalOrder(clerk(), {
      ...{ vendor: await newVendor(), purchaseOrderNumber: unique('P'), metalOrder: [twice, twice] },
    });
    const [first, second] = metalOrder.metalOrder.map(({ metalPackage }) =>
      metalPackage.items.map(({ quantity }) => quantity),
    );
    expect(Math.min(...(first ?? []))).toBeGreaterThan(0);
    expect(second).toEqual(first?.map(() => 0));
  });

  test('without an order, it requires a size and uses the catalogue’s shed', async () => {
    const none = await sizeFor({ serialNumber: 'S-nobody' });
    expect(none).toMatchObject({ sizedBy: 'none', items: [] });
    expect(none.sheds.map(({ _id }) => _id)).toContain(order.shed);
    expect(none.sheds.find(({ _id }) => _id === order.shed)?.name).toMatch(/^\d+x\d+ Painted Cabin, /);
    await expect(buyMetal({ serialNumber: 'S-nobody' })).rejects.toMatchObject({
      errors: [{ path: 'metalOrder.0.shed', msg: 'Choose the shed size' }],
    });
    const sizing = await sizeFor({ serialNumber: 'S-nobody', shed: order.shed });
    expect(sizing.sizedBy).toBe('shed');
    expect(new Map(sizing.items.map(({ _id, needed }) => [_id, needed]))).toEqual(order.parts);
    const { metalOrder } = await buyMetal({ serialNumber: 'S-nobody', shed: order.shed });
    expect(metalOrder[0]).toMatchObject({ shed: { _id: order.shed }, order: null });
    await expect(buyMetal({ serialNumber: 'S-2', shed: order.component })).rejects.toThrow('shed: does not exist');
  });

  test("never using another shop's order", async () => {
    const id = await world.createPushedOrder('InQueue', otherShop);
    const { serial_number: serialNumber } = (await world.db('orders').where({ id }).first('serial_number')) as {
      serial_number: string;
    };
    expect((await sizeFor({ serialNumber })).sizedBy).toBe('none');
  });
});

describe('the same order on both screens', () => {
  test('metal ordered for it is not in demand, and finishing the order removes none of it from stock', async () => {
    await updateShop(clerk(), { id: order.shop, takesStockWhenFinished: true });
    const before = await readNeeded();
    for (const [item, neededQuantity] of order.parts) expect(before.get(item)).toBeGreaterThanOrEqual(neededQuantity);
    const { metalOrder } = await buyMetal();
    const after = await readNeeded();
    for (const { _id, quantity } of metalOrder[0]?.metalPackage.items ?? [])
      expect(after.get(_id ?? '') ?? 0).toBeCloseTo(Math.max(0, (before.get(_id ?? '') ?? 0) - quantity), 3);
    const [[item]] = [...order.parts] as [[string, number]];
    const { items: needing } = await listNeedingOrders(clerk(), { id: order.shop, item });
    expect(needing[0]).toMatchObject({ serialNumber: order.serial, quantity: after.get(item) ?? 0 });
    expect(needing[0]?.metalOrdered).toBeGreaterThan(0);
    await updateOrder(clerk(), { id: order.id, status: 'Building' });
    await updateOrder(clerk(), { id: order.id, status: 'Finished' });
    const movements = (await world
      .db('stock_movements')
      .where({ source_id: order.id })
      .select('item_id', 'current')) as {
      item_id: string;
      current: number;
    }[];
    expect(movements.length).toBeGreaterThan(5);
    for (const part of order.parts.keys())
      expect(-(movements.find(({ item_id }) => item_id === part)?.current ?? 0)).toBeCloseTo(after.get(part) ?? 0, 4);
  });

  test('metal that was ordered from demand is not in its package: as a draft, on order, received, or in stock', async () => {
    const vendor = await newVendor();
    const lines = (await metalInDemand()).map(({ _id, suggested }) => ({ item: _id, quantity: suggested }));
    expect(lines.length).toBe(order.parts.size);
    const { items: orders } = await orderDemand(clerk(), { id: order.shop, orders: [{ vendor, items: lines }] });
    const id = orders[0]?._id ?? '';
    const expectBought = async () => {
      const { items } = await sizeFor();
      expect(items.map(({ quantity }) => quantity)).toEqual(items.map(() => 0));
      expect((await metalInDemand()).map(({ suggested }) => suggested)).toEqual(items.map(() => 0));
    };
    await expectBought();
    const { item: placedOrder } = await updateMaterialOrder(clerk(), { id, draft: false });
    await expectBought();
    await receiveMaterialOrder(clerk(), { id, recieved: true });
    await expectBought();
    for (const line of placedOrder.items)
      await pushToInventory(clerk(), { id: line.item._id ?? '', materialOrder: id, line: line._id });
    await expectBought();
  });

  test('purchased metal covers the orders that are built first; a second order’s package is not reduced', async () => {
    const vendor = await newVendor();
    const lines = (await metalInDemand()).map(({ _id, suggested }) => ({ item: _id, quantity: suggested }));
    await orderDemand(clerk(), { id: order.shop, orders: [{ vendor, items: lines }] });
    const second = await world.createPushedOrder('InQueue');
    const { serial_number: serialNumber } = (await world.db('orders').where({ id: second }).first('serial_number')) as {
      serial_number: string;
    };
    const { items } = await sizeFor({ serialNumber });
    const panel = items.find(({ type }) => type === 'linearFt');
    expect(panel?.quantity).toBeCloseTo(panel?.needed ?? 0, 1);
    expect((await sizeFor()).items.every(({ quantity }) => quantity === 0)).toBe(true);
  });

  test('a package of an order ignores metal that was only counted in stock', async () => {
    const [[item, neededQuantity]] = [...order.parts] as [[string, number]];
    await world
      .db('shop_item_values')
      .where({ shop_id: order.shop, item_id: item })
      .update({ quantity_in_current: 5000 });
    expect((await sizeFor()).items.find(({ _id }) => _id === item)?.quantity).toBe(neededQuantity);
    const metal = await buyMetal();
    const result = await updateMetalOrder(clerk(), { ...metal, id: metal._id });
    expect(result.item.metalOrder.map(({ _id, ...rest }) => rest)).toEqual(
      metal.metalOrder.map(({ _id, ...rest }) => rest),
    );
  });
});
