import { describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../operations/history/service.js';
import { createMaterialOrder } from '../../purchasing/material-orders/life/create.js';
import { createMetalOrder } from '../../purchasing/metal-orders/service.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createVendor } from '../../purchasing/vendors/service.js';
import { createItemCategory, updateItemCategory, deleteItemCategory, listItemCategories } from './categories.js';
import { updateItemCosts } from './costs.js';
import {
  createItem,
  updateItem,
  deleteItem,
  previewItemDeletion,
  listItemNames,
  listItems,
  listChoosableItems,
  listShopItems,
  getItem,
} from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const shopAdmin = () => world.ctx('shop.admin');

let count = 0;
async function newItem(more: object = {}) {
  const { item: category } = await createItemCategory(office(), { name: `Category ${(count += 1)}` });
  const fields = { name: 'Stud', type: 'piece', subTotal: 3.4175, freight: 0.25, category: category._id };
  const { item } = await createItem(office(), { ...fields, inventoryItem: true, ...more });
  return { item, category: category._id, shop: await world.findShopId(homeShop) };
}

const stock = {
  name: 'Stud',
  orderPointWarning: 20,
  orderPointCritical: 10,
  fullPoint: 100,
  quantityOnOrder: 5,
  quantityInRecieved: 0,
  quantityInCurrent: 15.5,
};

const requiredFields = Object.keys(stock).filter((name) => name !== 'name');

describe('item categories', () => {
  test('are added and renamed, count their items, and can be deleted when empty', async () => {
    const { category, item } = await newItem();
    const renameResult = await updateItemCategory(office(), { id: category, revision: 1, name: 'Studs' });
    expect(renameResult).toMatchObject({
      msg: 'ItemCategory is updated',
      item: { name: 'Studs', items: 1, revision: 2 },
    });
    await expect(deleteItemCategory(office(), { id: category })).rejects.toThrow(
      'Item category "Studs" cannot be deleted: it is used by 1 item.',
    );
    const { item: second } = await createItem(office(), { name: 'Two', type: 'piece', subTotal: 1, category });
    await expect(deleteItemCategory(office(), { id: category })).rejects.toThrow('it is used by 2 items.');
    for (const { _id: id } of [item, second]) await deleteItem(office(), { id });
    expect((await deleteItemCategory(office(), { id: category })).msg).toBe('ItemCategory is deleted');
    const names = (await listItemCategories(office(), {})).items.map(({ name }) => name);
    expect(names).toContain('Metal');
    expect(names).not.toContain('Studs');
  });
});

describe('standard values', () => {
  test('compute the total from sub-total and freight, even if another is sent; the API also calls the flag discount', async () => {
    const { item } = await newItem({ total: 999 });
    expect(item).toMatchObject({ subTotal: 3.4175, freight: 0.25, total: 3.6675, own: null, quantityInCurrent: null });
    const change = { id: item._id, param: 'standard' as const, revision: 1, name: 'Stud', type: 'linearFt' };
    const result = await updateItem(office(), { ...change, subTotal: 4, freight: null, discount: false });
    expect(result).toMatchObject({
      msg: 'Item is updated',
      item: { type: 'linearFt', total: 4, inventoryItem: false, revision: 2 },
    });
    const secondResult = await updateItem(office(), { ...change, revision: 2 });
    expect(secondResult.item).toMatchObject({ subTotal: 4, freight: 0, inventoryItem: false });
  });

  test('refuse an item without name, type or sub-total, naming each', async () => {
    const { item } = await newItem();
    const empty = { name: '', type: '', subTotal: undefined as unknown as number, category: item.category._id };
    await expect(createItem(office(), empty)).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Enter the item name' },
        { path: 'type', msg: 'Enter the item type' },
        { path: 'subTotal', msg: 'Enter the sub-total' },
      ],
    });
    const nothing = updateItem(office(), { id: item._id, param: 'standard', name: 'X', type: 'piece', subTotal: -1 });
    await expect(nothing).rejects.toThrow('subTotal: must not be negative');
  });

  test('with a stale revision show the newer version; an item in use cannot be deleted', async () => {
    const { item } = await newItem();
    const change = { id: item._id, param: 'standard' as const, name: 'Stud', type: 'piece' };
    await updateItem(office(), { ...change, revision: 1, subTotal: 8 });
    await expect(updateItem(office(), { ...change, revision: 1, subTotal: 9 })).rejects.toMatchObject({
      code: 'stale-record',
      details: { what: 'Item "Stud"', current: { subTotal: 8, revision: 2 } },
    });
    const { item_id: usedItem } = (await world.db('component_items').first('item_id')) as { item_id: string };
    await expect(deleteItem(office(), { id: usedItem })).rejects.toThrow(
      /cannot be deleted: it is used by \d+ components/,
    );
  });
});

describe('deleting an item', () => {
  test('is refused with the reasons: stock, movements, open orders, vendors; otherwise it names what is deleted too', async () => {
    const { item, shop } = await newItem();
    const clerk = shopAdmin();
    const { item: vendor } = await createVendor(clerk, { name: 'Keeper', defaultItems: [item._id] });
    const refusal = async () => (await previewItemDeletion(office(), { id: item._id })).usedBy;
    expect(await refusal()).toEqual(['the default items of vendor Keeper']);
    await updateItem(clerk, { id: item._id, param: shop, ...stock });
    const { item: order } = await createMaterialOrder(clerk, {
      ...{ vendor: vendor._id, purchaseOrderNumber: 'K-1', items: [{ item: item._id, quantity: 5 }] },
    });
    const { item: metal } = await createMetalOrder(clerk, {
      ...{ vendor: vendor._id, purchaseOrderNumber: 'K-2' },
      metalOrder: [{ serialNumber: 'S', metalPackage: { items: [{ _id: item._id, name: 'Stud', quantity: 1 }] } }],
    });
    const ways = [
      `the stock of ${homeShop}`,
      `the stock movements of ${homeShop}`,
      'open material order K-1',
      'open metal order K-2',
      'the default items of vendor Keeper',
    ];
    expect(await refusal()).toEqual(ways);
    await expect(deleteItem(office(), { id: item._id })).rejects.toThrow(
      `Item "Stud" cannot be deleted: it is used by ${ways.join(', ')}.`,
    );
    expect((await getItem(clerk, { id: item._id })).quantityInCurrent).toBe(15.5);
    expect(order.items[0]?.item._id).toBe(item._id);
    expect(metal.metalOrder[0]?.metalPackage.items[0]?._id).toBe(item._id);
    await expect(previewItemDeletion(clerk, { id: item._id })).rejects.toThrow('Permission Denied');
  });

  test("also deletes the shops' own prices, and reports that", async () => {
    const { item, shop } = await newItem();
    await world.db('shop_item_values').insert({ shop_id: shop, item_id: item._id, sub_total: 5 });
    expect(await previewItemDeletion(office(), { id: item._id })).toEqual({
      usedBy: [],
      goesWith: ['1 shop’s own values'],
    });
    expect((await deleteItem(office(), { id: item._id })).msg).toBe('Item is deleted');
  });
});

describe('values of a shop', () => {
  test('replace standard values one by one; the others follow changes of the standard ones', async () => {
    const { item, shop } = await newItem();
    const { item: shopItem } = await updateItem(shopAdmin(), { id: item._id, param: shop, ...stock, subTotal: 5 });
    expect(shopItem).toMatchObject({ name: 'Stud', subTotal: 5, freight: 0.25, total: 5.25, revision: 1 });
    expect(shopItem).toMatchObject({ stock: 'warning', suggestedOrder: 0, inventoryItem: true });
    expect(shopItem.own).toEqual({ name: null, subTotal: 5, freight: null, inventoryItem: null });
    await updateItem(office(), { id: item._id, param: 'standard', name: 'Post', type: 'piece', freight: 1 });
    expect(await getItem(shopAdmin(), { id: item._id })).toMatchObject({ name: 'Post', subTotal: 5, total: 6 });
    const { item: back } = await updateItem(shopAdmin(), { id: item._id, param: shop, ...stock, subTotal: null });
    expect(back).toMatchObject({ name: 'Stud', subTotal: 3.4175, revision: 2 });
    expect(back.own).toMatchObject({ name: 'Stud', subTotal: null });
    const { item: named } = await updateItem(shopAdmin(), { id: item._id, param: shop, ...stock, name: null });
    expect(named).toMatchObject({ name: 'Post', own: { name: null } });
  });

  test("are recorded in that shop's history with the differences, and refuse a stale revision with the newer values", async () => {
    const { item, shop } = await newItem();
    const change = { id: item._id, param: shop, ...stock };
    await updateItem(shopAdmin(), { ...change, revision: 0, subTotal: 5 });
    await updateItem(world.ctx('shop.user'), { ...change, revision: 1, subTotal: 6 });
    const trail = (await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [item._id])
      .where({ shop_id: shop })
      .orderBy('id')
      .select('before', 'after')) as unknown[];
    expect(trail[1]).toEqual({ before: { subTotal: 5 }, after: { subTotal: 6 } });
    const history = await listRecordHistory(shopAdmin(), { id: item._id });
    expect(history.items[0]?.changes).toEqual([{ field: 'subTotal', from: 5, to: 6 }]);
    expect((await listRecordHistory(world.ctx('other.shop'), { id: item._id })).total).toBe(0);
    await expect(updateItem(shopAdmin(), { ...change, revision: 1, subTotal: 7 })).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: world.actor('shop.user').name, current: { subTotal: 6, revision: 2, name: 'Stud' } },
    });
  });

  test('have their own history: the office reads the standard one, or that of the shop it requests', async () => {
    const { item, shop } = await newItem();
    const { _id: id } = item;
    const shopInput = { id, param: shop, ...stock };
    await updateItem(world.ctx('office.admin'), { id, param: 'standard', name: 'Stud', type: 'foot', subTotal: 4 });
    await updateItem(shopAdmin(), { ...shopInput, subTotal: 7 });
    await updateItem(office(), { ...shopInput, param: await world.findShopId(otherShop), subTotal: 8 });
    const actions = async (findRequestedShop: string | undefined, ctx = office()) =>
      (await listRecordHistory(ctx, { id, ...(findRequestedShop ? { shop: findRequestedShop } : {}) })).items.map(
        ({ action, by, changes }) => [action, by, changes.find(({ field }) => field === 'subTotal')?.to],
      );
    const [admin, desk] = [world.actor('office.admin').name, world.actor('shop.admin').name];
    expect(await actions(undefined)).toEqual([
      ['change', admin, 4],
      ['add', admin, 3.4175],
    ]);
    expect(await actions(shop)).toEqual([['change own values', desk, 7]]);
    expect(await actions(await world.findShopId(otherShop))).toEqual([['change own values', admin, 8]]);
    expect(await actions(await world.findShopId(otherShop), shopAdmin())).toEqual(await actions(shop));
    const stale = { id, param: 'standard', revision: 1, name: 'Stud', type: 'piece' } as const;
    await expect(updateItem(office(), stale)).rejects.toMatchObject({ details: { by: admin } });
  });

  test("change only that shop's item, and require every stock field", async () => {
    const { item, category, shop } = await newItem();
    const other = await world.findShopId(otherShop);
    const change = { id: item._id, ...stock };
    await expect(updateItem(shopAdmin(), { ...change, param: other })).rejects.toThrow('Shop not found');
    const standard = updateItem(shopAdmin(), { ...change, param: 'standard' });
    await expect(standard).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(listShopItems(shopAdmin(), { shopId: other })).rejects.toThrow('Shop not found');
    await expect(listChoosableItems(shopAdmin(), { categoryId: category, shopId: other })).rejects.toThrow(
      'Shop not found',
    );
    await expect(updateItem(shopAdmin(), { id: item._id, param: shop, name: 'Stud' })).rejects.toMatchObject({
      errors: requiredFields.map((path) => ({ path, msg: 'is required' })),
    });
    await updateItem(office(), { ...change, param: other, subTotal: 1 });
    expect((await getItem(office(), { id: item._id, shop: other })).subTotal).toBe(1);
    expect((await getItem(office(), { id: item._id, shop })).subTotal).toBe(3.4175);
    await updateItem(shopAdmin(), { ...change, param: shop, subTotal: 2 });
    const choices = await listChoosableItems(shopAdmin(), { categoryId: category, shopId: 'standard' });
    expect(choices.items).toMatchObject([{ _id: item._id, subTotal: 2 }]); // the shop's own values, with the rest unset
  });

  test('that two users store for the first time simultaneously are both stored, one after the other', async () => {
    const { item, shop } = await newItem();
    const change = (subTotal: number) => ({ id: item._id, param: shop, ...stock, subTotal });
    await Promise.all([1, 2, 3].map((subTotal) => updateItem(shopAdmin(), change(subTotal))));
    expect((await getItem(shopAdmin(), { id: item._id })).revision).toBe(3);
  });
});

describe('lists', () => {
  test('cover a category and a shop, and only low stock or inventory items on request', async () => {
    const { item, category, shop } = await newItem();
    await createItem(office(), { name: 'Nail', type: 'box', subTotal: 1, category });
    await updateItem(shopAdmin(), { id: item._id, param: shop, ...stock, quantityInCurrent: 9 });
    const of = (more: object) => listChoosableItems(office(), { categoryId: category, shopId: shop, ...more });
    expect(await of({})).toMatchObject({ total: 2, items: [{ name: 'Nail' }, { name: 'Stud', stock: 'critical' }] });
    expect((await of({ stock: 'low' })).items.map(({ name }) => name)).toEqual(['Stud']);
    expect((await of({ inventory: 'yes', search: 'stu', sort: '-total' })).total).toBe(1);
    const standard = await listChoosableItems(office(), { categoryId: category, shopId: 'standard' });
    expect(standard.items).toMatchObject([{ stock: null }, { stock: null, quantityInCurrent: null }]);
    const all = await listItems(shopAdmin(), {});
    expect(all.total).toBeGreaterThan(60);
    expect(all.items.find(({ _id }) => _id === item._id)).toMatchObject({ quantityInCurrent: 9 });
  });

  test('show a builder names and quantities, but no money', async () => {
    const { shop } = await newItem();
    const { items } = await listShopItems(world.ctx('builder'), { shopId: shop, size: 1 });
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ['_id', 'category', 'name', 'quantityInCurrent', 'quantityInRecieved', 'quantityOnOrder', 'stock'].sort(),
    );
    for (const sort of ['total', '-subTotal', 'freight'] as const)
      await expect(listShopItems(world.ctx('builder'), { shopId: shop, sort })).rejects.toMatchObject({
        errors: [{ path: 'sort', msg: 'is not a column to sort by' }],
      });
  });
});

describe('item costs of many items', () => {
  test("are set together, each with its history entry; freight and the shops' values are unchanged", async () => {
    const [{ item: stud, shop }, { item: nail }] = [await newItem(), await newItem({ name: 'Nail' })];
    await updateItem(shopAdmin(), { id: stud._id, param: shop, ...stock, subTotal: 9 });
    const items = [
      { _id: stud._id, subTotal: 3.7593, was: 3.4175 },
      { _id: nail._id, subTotal: 3.4175 },
    ];
    expect(await updateItemCosts(office(), { items })).toEqual({
      msg: 'Item costs are updated',
      updated: 1,
      unchanged: 1,
    });
    expect(await getItem(office(), { id: stud._id })).toMatchObject({ subTotal: 3.7593, total: 4.0093, revision: 2 });
    expect(await getItem(shopAdmin(), { id: stud._id })).toMatchObject({ subTotal: 9 });
    const { items: history } = await listRecordHistory(office(), { id: stud._id });
    expect(history.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'subTotal', from: 3.4175, to: 3.7593 }),
    );
  });

  test('are refused as a whole when one was changed in the meantime or does not exist', async () => {
    const [{ item: stud }, { item: nail }] = [await newItem(), await newItem({ name: 'Nail' })];
    const change = (items: readonly object[]) => updateItemCosts(office(), { items: items as never });
    const goodChange = { _id: stud._id, subTotal: 5 };
    await expect(change([goodChange, { _id: nail._id, subTotal: 5, was: 1 }])).rejects.toThrow(
      /^Item Nail was changed/,
    );
    await expect(change([goodChange, { _id: '01a00000-0000-7000-8000-000000000000', subTotal: 5 }])).rejects.toThrow(
      'items.1._id: does not exist',
    );
    await expect(change([goodChange, goodChange])).rejects.toThrow('must list each item only once');
    expect(await getItem(office(), { id: stud._id })).toMatchObject({ subTotal: 3.4175, revision: 1 });
  });
});

test('the items to choose from have category, unit and cost: a shop’s own, or else the standard one', async () => {
  const { item, shop } = await newItem({ name: 'Unlike any other' });
  await updateItem(shopAdmin(), { id: item._id, param: shop, ...stock, name: 'Unlike any other', subTotal: 9 });
  const choice = async (ctx: ReturnType<typeof office>, input: { shop?: string } = {}) =>
    (await listItemNames(ctx, { search: 'unlike any', ...input })).items;
  const byName = { _id: item._id, name: 'Unlike any other', category: item.category.name, type: 'piece' };
  expect(await choice(office())).toEqual([{ ...byName, total: 3.6675 }]);
  expect(await choice(office(), { shop })).toEqual([{ ...byName, total: 9.25 }]);
  expect(await choice(shopAdmin())).toEqual([{ ...byName, total: 9.25 }]);
  expect(await choice(shopAdmin(), { shop: await world.findShopId(otherShop) })).toEqual([{ ...byName, total: 9.25 }]);
});
