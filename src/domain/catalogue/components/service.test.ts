import { describe, expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createShedCategory } from '../sheds/categories.js';
import {
  createComponentCategory,
  updateComponentCategory,
  deleteComponentCategory,
  listComponentCategories,
} from './categories.js';
import { massUpdateComponents } from './mass-update.js';
import { listComponents, getComponent } from './read.js';
import {
  createComponent,
  updateComponent,
  updateMetalComponent,
  copyComponent,
  deleteComponent,
  refreshShopComponent,
} from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
let n = 0;
const unique = (what: string) => `${what} ${(n += 1)}`;

const newCategory = async () => (await createComponentCategory(office(), { name: unique('Category') })).item._id;
const newShedCategory = async () => (await createShedCategory(office(), { name: unique('Sheds') })).item._id;
const items = async () =>
  (await world.db('items').orderBy('id').limit(2).select('id', 'sub_total', 'freight')) as {
    id: string;
    sub_total: number;
    freight: number;
  }[];
const place = async () => ({ category: await newCategory(), shedCategory: await newShedCategory() });
const lines = async (...quantities: number[]) => {
  const [first] = await items();
  return quantities.map((quantity) => ({ item: first!.id, description: `${quantity} of it`, quantity }));
};

describe('component categories', () => {
  test('are sorted by priority; a new one without a priority is last', async () => {
    const { item: last } = await createComponentCategory(office(), { name: 'Zinc', priority: 9000 });
    const { item: after } = await createComponentCategory(office(), { name: 'After all' });
    expect(after.priority).toBe(9001);
    const { items: all } = await listComponentCategories(office(), {});
    const priorities = all.map((row) => ('priority' in row ? Number(row.priority) : Number.NaN));
    expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
    expect(all.at(-1)).toMatchObject({ name: 'After all' });
    await deleteComponentCategory(office(), { id: after._id });
    await deleteComponentCategory(office(), { id: last._id });
  });

  test('report missing fields, a name that is already used, and a stale revision', async () => {
    const { item } = await createComponentCategory(office(), { name: 'Rafters', priority: 1 });
    await expect(createComponentCategory(office(), { name: 'RAFTERS' })).rejects.toMatchObject({
      errors: [{ path: 'name' }],
    });
    const nothing = { id: item._id, name: ' ', priority: null as unknown as number };
    await expect(updateComponentCategory(office(), nothing)).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Please input the component category name!' },
        { path: 'priority', msg: 'Please input the priority level!' },
      ],
    });
    const change = { id: item._id, revision: 1, name: 'Rafters', priority: 2 };
    expect((await updateComponentCategory(office(), change)).msg).toBe(
      `Component Category "${change.name}" updated successfully!`,
    );
    await expect(updateComponentCategory(office(), change)).rejects.toMatchObject({ code: 'stale-record' });
  });
});

describe('a component', () => {
  test("costs its items × their quantities, at standard values and at those of the reader's shop", async () => {
    const at = await place();
    const [first, second] = await items();
    const standardItems = [
      { item: first!.id, quantity: 2.5 },
      { item: second!.id, quantity: 3 },
    ];
    await createComponent(office(), { ...at, name: 'Priced', standardItems });
    await world
      .db('shop_item_values')
      .insert({ shop_id: await world.findShopId(homeShop), item_id: first!.id, sub_total: 100, freight: 10 })
      .onConflict(['shop_id', 'item_id'])
      .merge();
    const total = (item: { sub_total: number; freight: number } | undefined) => item!.sub_total + item!.freight;
    const rest = total(second) * 3;
    const standard = Math.round((total(first) * 2.5 + rest) * 100) / 100;
    const getSeenBy = async (who: 'office.user' | 'shop.user' | 'builder', shop = 'all') =>
      (await listComponents(world.ctx(who), { ...at, shop })).items[0];
    expect(await getSeenBy('office.user')).toMatchObject({
      componentStandardTotalCost: standard,
      componentShopTotalCost: standard,
    });
    const shopCosts = {
      componentStandardTotalCost: standard,
      componentShopTotalCost: Math.round(275 * 100 + rest * 100) / 100,
    };
    expect(await getSeenBy('shop.user')).toMatchObject(shopCosts);
    expect(await getSeenBy('office.user', await world.findShopId(homeShop))).toMatchObject(shopCosts);
    expect(Object.keys((await getSeenBy('builder')) ?? {})).toEqual(['_id', 'name']);
    await expect(getSeenBy('shop.user', await world.findShopId(otherShop))).rejects.toThrow('Shop not found');
  });

  test('keeps the order of its items, and is refused without a name or places, or with a name its category already has', async () => {
    const at = await place();
    const { item } = await createComponent(office(), { ...at, name: 'Wall', standardItems: await lines(3, 1, 2) });
    expect(item.standardItems.map(({ quantity }) => quantity)).toEqual([3, 1, 2]);
    await expect(createComponent(office(), { ...at, name: 'wall' })).rejects.toMatchObject({
      errors: [{ path: 'name' }],
    });
    await expect(createComponent(office(), { name: '', category: '', shedCategory: '' })).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Enter the component name' },
        { path: 'category', msg: 'Choose a component category' },
        { path: 'shedCategory', msg: 'Choose a shed category' },
      ],
    });
    const change = {
      id: item._id,
      revision: 1,
      ...at,
      name: 'Wall',
      metalPackage: true,
      standardItems: await lines(4),
    };
    expect(await updateComponent(office(), change)).toMatchObject({
      msg: 'component is updated',
      item: { revision: 2, metalPackage: true, standardItems: [{ quantity: 4, description: '4 of it' }] },
    });
    await expect(updateComponent(office(), change)).rejects.toMatchObject({ code: 'stale-record' });
    for (const who of ['office.user', 'shop.admin', 'view.only'] as const)
      await expect(updateComponent(world.ctx(who), change)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('is copied with its items under the next free name', async () => {
    const at = await place();
    const { item } = await createComponent(office(), {
      ...at,
      name: 'Roof',
      metalPackage: true,
      standardItems: await lines(1, 2),
    });
    const copies = [await copyComponent(office(), { id: item._id }), await copyComponent(office(), { id: item._id })];
    expect(copies.map(({ item: copy }) => copy.name)).toEqual(['Roof Copy', 'Roof Copy 2']);
    expect(copies[0]).toMatchObject({
      msg: 'Component copied successfully',
      item: { metalPackage: true, standardItems: item.standardItems, shedCategory: { _id: at.shedCategory } },
    });
  });

  test('cannot be deleted while a shed uses it, nor can its category', async () => {
    const { component_id: id } = (await world.db('shed_components').first('component_id')) as { component_id: string };
    await expect(deleteComponent(office(), { id })).rejects.toThrow(/is used by [\d,]+ sheds/);
    const { category } = await getComponent(office(), { id });
    await expect(deleteComponentCategory(office(), { id: category._id })).rejects.toThrow(/used by \d+ components/);
    const { item } = await createComponent(office(), { ...(await place()), name: 'Unused' });
    expect((await deleteComponent(office(), { id: item._id })).msg).toBe('Component is deleted');
    await expect(getComponent(office(), { id: item._id })).rejects.toThrow('Component not found');
  });

  test('cannot be moved to another shed category while a shed uses it', async () => {
    const { component_id: id } = (await world.db('shed_components').first('component_id')) as { component_id: string };
    const { name, category, shedCategory, metalPackage, standardItems } = await getComponent(office(), { id });
    const change = {
      ...{ id, metalPackage, category: category._id, shedCategory: shedCategory._id },
      standardItems: standardItems.map((line) => ({ ...line, item: line.item._id })),
    };
    const { item } = await updateComponent(office(), { ...change, name: `${name}, renamed` });
    expect(item.shedCategory).toEqual(shedCategory);
    await expect(
      updateComponent(office(), { ...change, name, shedCategory: await newShedCategory() }),
    ).rejects.toMatchObject({
      errors: [
        {
          path: 'shedCategory',
          msg: expect.stringMatching(/^cannot be changed: it is used by [\d,]+ sheds?$/) as string,
        },
      ],
    });
    await updateComponent(office(), { ...change, name });
  });

  test('can be marked as a metal package; a shop reads it at its own values but cannot change it', async () => {
    const { item } = await createComponent(office(), { ...(await place()), name: 'Metal' });
    const result = await updateMetalComponent(office(), { id: item._id, shop: await world.findShopId(homeShop) });
    expect(result.item).toMatchObject({ metalPackage: true, componentShopTotalCost: 0, revision: 2 });
    const unmarkResult = await updateMetalComponent(office(), { id: item._id, shop: 'all', metalPackage: false });
    expect(unmarkResult.item.metalPackage).toBe(false);
    const shop = world.ctx('shop.user');
    expect((await refreshShopComponent(shop, { id: item._id, name: 'Metal' })).item.revision).toBe(3);
    await expect(refreshShopComponent(shop, { id: item._id, name: 'Mine' })).rejects.toMatchObject({
      errors: [{ path: 'name', msg: 'can be changed only by the company' }],
    });
  });
});

describe('the mass update', () => {
  test('creates and updates by name in the chosen shed categories, and changes nothing when repeated', async () => {
    const { category, shedCategory } = await place();
    const [bareCategory, fullCategory] = [await newShedCategory(), await newShedCategory()];
    const addComponent = async (name: string, shed: string, quantity: number) =>
      (
        await createComponent(office(), {
          name,
          category,
          shedCategory: shed,
          standardItems: await lines(quantity),
        })
      ).item._id;
    await addComponent('Floor', shedCategory, 5);
    await addComponent('Door', shedCategory, 1);
    const theirs = await addComponent('FLOOR', fullCategory, 7);
    const standalone = await addComponent('Window', fullCategory, 9);
    const input = { category, shedCategory, shedCategoryIds: [bareCategory, fullCategory, fullCategory, shedCategory] };
    expect(await massUpdateComponents(office(), input)).toEqual({
      msg: 'component is updated',
      created: 3,
      updated: 1,
      unchanged: 0,
    });
    expect(await getComponent(office(), { id: theirs })).toMatchObject({
      name: 'FLOOR',
      revision: 2,
      standardItems: [{ quantity: 5 }],
    });
    expect(await getComponent(office(), { id: standalone })).toMatchObject({
      revision: 1,
      standardItems: [{ quantity: 9 }],
    });
    const names = async (shed: string) =>
      (await listComponents(office(), { category, shedCategory: shed, shop: 'all' })).items.map(({ name }) => name);
    expect([await names(bareCategory), await names(fullCategory)]).toEqual([
      ['Door', 'Floor'],
      ['Door', 'FLOOR', 'Window'],
    ]);
    const versions = async () => (await world.db('catalogue_versions').max({ id: 'id' }).first()) as { id: unknown };
    const before = await versions();
    expect(await massUpdateComponents(office(), input)).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    expect(await versions()).toEqual(before);
    expect((await getComponent(office(), { id: theirs })).revision).toBe(2);
  });

  test('is refused without a shed category, and with one that does not exist', async () => {
    const at = await place();
    await expect(massUpdateComponents(office(), { ...at, shedCategoryIds: [] })).rejects.toThrow(
      'Choose at least one shed category',
    );
    const shedCategoryIds = ['01a00000-0000-7000-8000-000000000000'];
    await expect(massUpdateComponents(office(), { ...at, shedCategoryIds })).rejects.toMatchObject({
      errors: [{ path: 'shedCategoryIds', msg: 'does not exist' }],
    });
  });
});

test('saving unchanged values does not report an update', async () => {
  const component = (await world.db('components').orderBy('id').first()) as Record<
    'id' | 'category_id' | 'shed_category_id',
    string
  >;
  expect((await refreshShopComponent(world.ctx('shop.user'), { id: component.id })).msg).toBe('Nothing to change.');
  const input = { category: component.category_id, shedCategory: component.shed_category_id };
  expect(
    await massUpdateComponents(office(), { ...input, shedCategoryIds: [component.shed_category_id] }),
  ).toMatchObject({
    msg: 'Nothing to change.',
    updated: 0,
  });
});
