import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../operations/doctor/invariants.js';
import { undoImport } from '../../imports/undo.js';
import { updateItem } from '../../catalogue/items/service.js';
import { listShopInventory, getStock } from '../../catalogue/items/stock.js';
import { inTransaction } from '../../kernel/service.js';
import { clearValues } from './clear.js';
import { createKindDriver } from '../../testing/kind-driver.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { countStock } from './count.js';
import { undoCount } from './undo-count.js';
import { isCountedSince } from '../../stock/counted-since.js';
import { newId } from '../../kernel/ids.js';
import { listMovements } from './movements.js';
import { moveStock } from '../../stock/movements.js';

const world = useWorld();
const shopAdmin = () => world.ctx('shop.admin');
const items = async (n: number) =>
  (await world.db('items').orderBy('id').offset(n).limit(1).select('id', 'name')) as [{ id: string; name: string }];

async function place(n: number) {
  const [{ id, name }] = await items(n);
  return { shop: await world.findShopId(homeShop), item: id, name };
}

const move = (shop: string, moves: Parameters<typeof moveStock>[3]) =>
  inTransaction(shopAdmin(), (tx) => moveStock(tx, shop, { why: 'test' }, moves), false);

const readStock = async (shop: string, item: string) =>
  (await world.db('shop_item_values').where({ shop_id: shop, item_id: item }).first({
    onOrder: 'quantity_on_order',
    received: 'quantity_in_received',
    current: 'quantity_in_current',
  })) as Record<string, number> | undefined;

const readWhys = async (shop: string, item: string) =>
  (await listMovements(shopAdmin(), { id: shop, item })).items.map(({ why, current }) => [why, current]);

const expectSums = async () => {
  expect((await brokenInvariants(world.db)).filter(({ invariant }) => invariant.startsWith('stock'))).toEqual([]);
};

describe('stock equals the sum of its movements, each with its cause', () => {
  test('after every kind of change', async () => {
    const { shop, item, name } = await place(0);
    const driver = createKindDriver(world, 'items', 'shop.admin');
    const points = { orderPointWarning: 5, orderPointCritical: 2, fullPoint: 20 };
    const typedStock = { quantityOnOrder: 3, quantityInRecieved: 1.5, quantityInCurrent: 7.25 };
    await updateItem(shopAdmin(), { id: item, param: shop, name, ...points, ...typedStock });
    await expectSums();
    const staging = await driver.stage([{ id: item, Name: name, Physical_Count: 40 }], { shop });
    const { import: importId } = await driver.apply(staging._id);
    expect(await readStock(shop, item)).toEqual({ onOrder: 3, received: 1.5, current: 40 });
    await expectSums();
    await undoImport(shopAdmin(), { id: importId });
    expect(await readStock(shop, item)).toEqual({ onOrder: 3, received: 1.5, current: 7.25 });
    await expectSums();
    await countStock(shopAdmin(), { id: shop, counts: [{ item, counted: 6, was: 7.25 }] });
    await move(shop, [
      { item, onOrder: -3, received: 3 },
      { item, current: 0.0001 },
    ]);
    await expectSums();
    await clearValues(world.ctx('office.admin', { actor: { ...world.actor('office.admin'), superAdmin: true } }), {
      confirm: 'delete',
      shop,
    });
    expect(await readStock(shop, item)).toBeUndefined();
    await expectSums();
    expect(await readWhys(shop, item)).toEqual([
      ['shop values deleted', -6.0001],
      ['test', 0.0001],
      ['physical count', -1.25],
      ['import of test.json undone', -32.75],
      ['physical count from a spreadsheet', 32.75],
      ['entered manually', 7.25],
    ]);
  });

  test('undoing an import reverses its counts and keeps later changes', async () => {
    const { shop, item, name } = await place(10);
    const { item: newItem, name: freshName } = await place(11);
    await move(shop, [{ item, current: 2 }]);
    await world.db('shop_item_values').where({ shop_id: shop, item_id: newItem }).delete();
    const driver = createKindDriver(world, 'items', 'shop.admin');
    const rows = [
      { id: item, Name: name, Sub_Total: 77, Physical_Count: 10 },
      { id: newItem, Name: freshName, Sub_Total: 78 },
    ];
    const { import: importId } = await driver.apply((await driver.stage(rows, { shop }))._id);
    await move(shop, [
      { item, current: -3 },
      { item: newItem, received: 5 },
    ]);
    await undoImport(shopAdmin(), { id: importId });
    expect(await readStock(shop, item)).toMatchObject({ current: -1 });
    expect(await readStock(shop, newItem)).toEqual({ onOrder: 0, received: 5, current: 0 });
    const prices = await world
      .db('shop_item_values')
      .where({ shop_id: shop })
      .whereIn('item_id', [item, newItem])
      .pluck('sub_total');
    expect(prices).not.toContain(77);
    expect(prices).not.toContain(78);
    await expectSums();
  });

  test('a change without a movement and a movement without a change are both detected', async () => {
    const { shop, item } = await place(1);
    await move(shop, [{ item, current: 4 }]);
    await world.db('stock_movements').where({ item_id: item }).update({ current: 3 });
    const violations = await brokenInvariants(world.db);
    expect(violations).toEqual([{ invariant: 'stock equals its movements', ids: [item] }]);
    await world.db('stock_movements').where({ item_id: item }).update({ current: 4 });
  });

  test('forty simultaneous movers of the same items lose nothing and never deadlock', async () => {
    const { shop, item: first } = await place(2);
    const { item: second } = await place(3);
    const counts = [
      { item: first, current: 1 },
      { item: second, current: -1 },
    ];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        move(shop, counts),
        move(shop, n % 2 ? counts : counts.toReversed()),
      ]).flat(),
    );
    expect(await readStock(shop, first)).toMatchObject({ current: 40 });
    expect(await readStock(shop, second)).toMatchObject({ current: -40 });
    await expectSums();
  });
});

describe('a movement', () => {
  test('records who, when, why and the quantity after it', async () => {
    const { shop, item } = await place(4);
    await move(shop, [{ item, onOrder: 10 }]);
    await move(shop, [{ item, onOrder: -4, received: 4 }]);
    const { items: movements, total } = await listMovements(world.ctx('office.user'), { id: shop, item });
    expect(total).toBe(2);
    expect(movements[0]).toMatchObject({
      ...{ onOrder: -4, received: 4, current: 0, why: 'test', by: world.actor('shop.admin').name },
      after: { onOrder: 6, received: 4, current: 0 },
    });
    expect((await listMovements(shopAdmin(), { id: shop, item, size: 1, page: 2 })).items[0]).toMatchObject({
      after: { onOrder: 10, received: 0, current: 0 },
    });
    await expect(listMovements(world.ctx('other.shop'), { id: shop, item })).rejects.toThrow('Shop not found');
  });
});

describe('a physical count', () => {
  test('sets many items together, recorded in the history of each that differs', async () => {
    const { shop, item: first } = await place(5);
    const { item: second } = await place(6);
    await move(shop, [{ item: first, current: 3 }]);
    const counts = [
      { item: first, counted: 3, was: 3 },
      { item: second, counted: 2.5, was: 0 },
    ];
    expect(await countStock(shopAdmin(), { id: shop, counts })).toEqual({
      msg: 'Count saved.',
      _id: expect.any(String) as string,
      changed: 1,
      unchanged: 1,
    });
    expect(await readStock(shop, second)).toMatchObject({ current: 2.5 });
    const [entry] = (await world
      .db('audit_entries')
      .where({ entity: 'item', action: 'physical count' })
      .orderBy('id', 'desc')) as [Record<string, unknown>];
    expect(entry).toMatchObject({ entity_ids: [second], shop_id: shop, before: { quantityInCurrent: 0 } });
    await expectSums();
  });

  test('is refused as a whole when stock changed after the user loaded the screen', async () => {
    const { shop, item: first } = await place(7);
    const { item: second } = await place(8);
    await move(shop, [{ item: first, current: 2 }]);
    const counts = [
      { item: first, counted: 1, was: 0 },
      { item: second, counted: 9, was: 0 },
    ];
    await expect(countStock(shopAdmin(), { id: shop, counts })).rejects.toMatchObject({
      code: 'stale-record',
      message: 'The stock of 1 counted item was changed in the meantime.',
      details: { current: [{ item: first, quantityInCurrent: 2 }] },
    });
    expect(await readStock(shop, second)).not.toMatchObject({ current: 9 });
  });

  test('is undone by further movements, once, with the quantities in the history; items that did not differ stay', async () => {
    const { shop, item: first } = await place(13);
    const { item: second } = await place(14);
    await move(shop, [{ item: first, current: -3.5, onOrder: 4 }]);
    const counts = [
      { item: first, counted: 10, was: -3.5 },
      { item: second, counted: 0, was: 0 },
    ];
    const { _id: count } = await countStock(shopAdmin(), { id: shop, counts });
    if (count === null) throw new Error('nothing differed');
    await move(shop, [{ item: first, onOrder: 2 }]); // what is on order is not counted
    const undo = () => undoCount(world.ctx('shop.user'), { id: shop, count });
    expect(await undo()).toEqual({ msg: 'Count undone.', restored: 1 });
    expect(await readStock(shop, first)).toMatchObject({ current: -3.5, onOrder: 6 });
    expect((await readWhys(shop, first))[0]).toEqual(['physical count undone', -13.5]);
    const [entry] = (await world
      .db('audit_entries')
      .where({ entity: 'item', action: 'undo physical count' })
      .orderBy('id', 'desc')) as [Record<string, unknown>];
    expect(entry).toMatchObject({ entity_ids: [first], actor_name: 'Sam Miller' });
    expect([entry['before'], entry['after']]).toEqual([{ quantityInCurrent: 10 }, { quantityInCurrent: -3.5 }]);
    await expect(undo()).rejects.toThrow('The count cannot be undone: it was already undone.');
    await expectSums();
  });

  test('is not undone as soon as the stock of one of its items changed, nor by another shop', async () => {
    const { shop, item: first } = await place(15);
    const { item: second } = await place(16);
    const counts = [
      { item: first, counted: 5 },
      { item: second, counted: 6 },
    ];
    const { _id: count } = await countStock(shopAdmin(), { id: shop, counts });
    if (count === null) throw new Error('nothing differed');
    const ofOther = { id: await world.findShopId(otherShop), count };
    await expect(undoCount(world.ctx('other.shop'), ofOther)).rejects.toThrow('Count not found');
    await move(shop, [{ item: second, current: -1 }]);
    await expect(undoCount(shopAdmin(), { id: shop, count })).rejects.toMatchObject({
      code: 'count-not-undoable',
      message: 'The count cannot be undone: the stock of 1 counted item changed since.',
    });
    expect(await readStock(shop, first)).toMatchObject({ current: 5 });
    expect(await readStock(shop, second)).toMatchObject({ current: 5 });
    await expectSums();
  });

  test('without a difference has nothing to undo; other movements cannot be undone as a count', async () => {
    const { shop, item } = await place(17);
    expect(await countStock(shopAdmin(), { id: shop, counts: [{ item, counted: 0 }] })).toMatchObject({ _id: null });
    const source = newId();
    const cause = { why: 'order finished', source: 'order', sourceId: source } as const;
    await inTransaction(shopAdmin(), (tx) => moveStock(tx, shop, cause, [{ item, current: -2 }]), false);
    await expect(undoCount(shopAdmin(), { id: shop, count: source })).rejects.toThrow('Count not found');
  });

  test('that was undone does not keep an order from returning its material', async () => {
    const { shop, item } = await place(18);
    const order = newId();
    const cause = { why: 'order finished', source: 'order', sourceId: order } as const;
    await inTransaction(shopAdmin(), (tx) => moveStock(tx, shop, cause, [{ item, current: -2 }]), false);
    expect(await isCountedSince(world.db, order)).toBe(false);
    const { _id: count } = await countStock(shopAdmin(), { id: shop, counts: [{ item, counted: 4 }] });
    expect(await isCountedSince(world.db, order)).toBe(true);
    await undoCount(shopAdmin(), { id: shop, count: count ?? '' });
    expect(await isCountedSince(world.db, order)).toBe(false);
  });

  test('lists each item only once', async () => {
    const { shop, item } = await place(9);
    const counts = [
      { item, counted: 1 },
      { item, counted: 2 },
    ];
    await expect(countStock(shopAdmin(), { id: shop, counts })).rejects.toThrow('counts.1.item: is a duplicate');
  });
});

test("a shop's stock lists its inventory items and every item with a quantity; a builder sees no money", async () => {
  const shop = await world.findShopId(otherShop);
  const other = world.ctx('other.shop');
  const [{ id: stockedItem, name }] = (await world.db('items').where({ inventory_item: false }).limit(1)) as [
    { id: string; name: string },
  ];
  const readNames = (list: { items: readonly { name: string }[] }) => list.items.map((row) => row.name);
  expect(readNames(await getStock(other, { id: shop }))).not.toContain(name);
  await inTransaction(other, (tx) => moveStock(tx, shop, { why: 'test' }, [{ item: stockedItem, current: 1 }]), false);
  expect(readNames(await getStock(other, { id: shop }))).toContain(name);
  expect(readNames(await listShopInventory(other, { shopId: shop }))).not.toContain(name);
  const [row] = (await getStock(world.ctx('builder'), { id: await world.findShopId(homeShop) })).items;
  expect(row).toMatchObject({ quantityInCurrent: expect.any(Number) as number });
  expect(Object.keys(row ?? {}).filter((field) => /total|freight|standard/i.test(field))).toEqual([]);
  await expect(getStock(world.ctx('builder'), { id: shop })).rejects.toThrow('Shop not found');
});
