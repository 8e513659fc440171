import { beforeAll, describe, expect, test } from 'vitest';
import { createAddOnCategory, listAddOnParents } from '../addons/categories.js';
import { createAddOn } from '../addons/service.js';
import { addOnPrices } from '../prices/add-on-prices.js';
import { computeEffect } from '../prices/effect.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import {
  createAddOnLabor,
  updateAddOnLabor,
  updateShopAddOnLabor,
  copyAddOnLabor,
  deleteAddOnLabor,
  listAddOnLabor,
  listShopAddOnLabor,
  listStandardAddOnLabor,
  getAddOnLabor,
} from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const desk = () => world.ctx('shop.user');
const NONE = '01a00000-0000-7000-8000-000000000000';
let parent: string;
beforeAll(async () => {
  parent = (await listAddOnParents(office(), { newBuildChecked: true })).items[0]?._id ?? '';
});

let n = 0;
async function newCategory(): Promise<string> {
  const name = `Labor test ${(n += 1)}`;
  return (await createAddOnCategory(office(), { name, addonParentCategory: parent })).item._id;
}
const fields = async (more: object = {}) => ({
  name: 'Hang it',
  standardLaborType: 'piece' as const,
  standardLaborTotal: 12.3456,
  category: await newCategory(),
  ...more,
});
const newLabor = async (more: object = {}) => (await createAddOnLabor(office(), await fields(more))).item;

describe('add-on labor', () => {
  test('is added, changed and deleted with four decimals, each recorded in the history', async () => {
    const { msg, item } = await createAddOnLabor(office(), await fields({ name: ' Hang it ' }));
    expect(msg).toBe('Option is created');
    expect(item).toMatchObject({ name: 'Hang it', standardLaborTotal: 12.3456, revision: 1 });
    const change = { id: item._id, revision: 1, name: 'Hang it', standardLaborType: 'percent' as const };
    const result = await updateAddOnLabor(office(), { ...change, standardLaborTotal: 12.5 });
    expect(result).toMatchObject({ msg: 'AddonLabor is updated', item: { category: item.category, revision: 2 } });
    expect((await deleteAddOnLabor(office(), { id: item._id })).msg).toBe('AddOnLabor is deleted');
    await expect(getAddOnLabor(office(), { id: item._id })).rejects.toThrow('Add-on labor not found');
    const trail = (await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [item._id])
      .orderBy('id')
      .select('action', 'after')) as object[];
    expect(trail).toMatchObject([
      { action: 'add', after: { standardLaborType: 'piece' } },
      { action: 'change', after: { standardLaborType: 'percent', standardLaborTotal: 12.5 } },
      { action: 'delete' },
    ]);
  });

  test('reports each missing or wrong field', async () => {
    await expect(createAddOnLabor(office(), {} as never)).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Enter a name' },
        { path: 'standardLaborType', msg: 'Choose a labor type' },
        { path: 'standardLaborTotal', msg: 'Enter the labor amount' },
        { path: 'category', msg: 'Choose a category' },
      ],
    });
    await expect(createAddOnLabor(office(), await fields({ category: NONE }))).rejects.toThrow(
      'category: does not exist',
    );
    const percent = await fields({ standardLaborType: 'percent', standardLaborTotal: 1000.5 });
    await expect(createAddOnLabor(office(), percent)).rejects.toThrow('standardLaborTotal: must be at most 1,000%');
  });

  test('has a unique name in its category, even when two users add it simultaneously', async () => {
    const first = await newLabor({ name: 'Only once' });
    const category = first.category?._id ?? '';
    const twin = await fields({ name: 'ONLY ONCE', category });
    await expect(createAddOnLabor(office(), twin)).rejects.toMatchObject({ errors: [{ path: 'name' }] });
    const other = await newLabor({ name: 'Another', category });
    const { standardLaborType, standardLaborTotal } = twin;
    const labor = { standardLaborType, standardLaborTotal };
    await expect(updateAddOnLabor(office(), { id: other._id, name: 'only once', ...labor })).rejects.toThrow(
      'this name already exists',
    );
    expect((await updateAddOnLabor(office(), { id: first._id, name: 'Only Once', ...labor })).item.revision).toBe(2);
    const attempts = [1, 2].map(() => createAddOnLabor(office(), { ...twin, name: 'At once' }));
    expect((await Promise.allSettled(attempts)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each(['piece', 'percent', 'sqft', 'linearFt'] as const)('can be charged by %s', async (standardLaborType) => {
    const item = await newLabor({ standardLaborType, standardLaborTotal: 1.25 });
    expect((await getAddOnLabor(office(), { id: item._id })).standardLaborType).toBe(standardLaborType);
  });

  test('with a stale revision answers who changed it and both versions', async () => {
    const { _id: id } = await newLabor();
    const change = { id, revision: 1, name: 'Theirs', standardLaborType: 'piece' as const, standardLaborTotal: 1 };
    await updateAddOnLabor(office(), change);
    await expect(updateAddOnLabor(office(), { ...change, name: 'Mine' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { name: 'Theirs', revision: 2 } },
    });
  });

  test('cannot be deleted while an add-on uses it', async () => {
    const { _id: addOnLabor, category } = await newLabor();
    const addOn = { name: 'With labor', type: 'piece' as const, retailPrice: 10, shopPercent: 75 };
    await createAddOn(office(), { ...addOn, addOnLabor, category: category?._id ?? '' });
    await expect(deleteAddOnLabor(office(), { id: addOnLabor })).rejects.toMatchObject({
      code: 'in-use',
      details: { by: ['1 add-on'] },
    });
  });

  test('is listed by category, by its own ID, or as a whole by name', async () => {
    const { _id: id, category } = await newLabor({ name: 'Listed labor' });
    const searchResult = { items: [{ _id: id }], total: 1 };
    expect(await listAddOnLabor(office(), { id: category?._id ?? '' })).toMatchObject(searchResult);
    expect(await listAddOnLabor(office(), { id })).toMatchObject(searchResult);
    expect(await listStandardAddOnLabor(office(), { search: 'listed labor' })).toMatchObject(searchResult);
  });
});

describe("a shop's own add-on labor", () => {
  test('replaces the standard labor until it is removed', async () => {
    const { _id: id, category } = await newLabor();
    const shopValues = { laborType: 'sqft' as const, laborTotal: 0.7525 };
    const { msg, item } = await updateShopAddOnLabor(desk(), { id, revision: 0, ...shopValues });
    expect(msg).toBe('AddonLabor is updated');
    expect(item).toMatchObject({
      ...shopValues,
      own: shopValues,
      standardLaborType: 'piece',
      standardLaborTotal: 12.3456,
      revision: 1,
    });
    const { items } = await listShopAddOnLabor(desk(), { id: category?._id ?? '' });
    expect(items).toMatchObject([{ _id: id, ...shopValues }]);
    expect(await getAddOnLabor(world.ctx('other.shop'), { id })).toMatchObject({ laborTotal: 12.3456, own: null });
    const back = await updateShopAddOnLabor(desk(), { id, revision: 1, laborType: null, laborTotal: null });
    expect(back.item).toMatchObject({ laborType: 'piece', laborTotal: 12.3456, own: null, revision: 0 });
  });

  test('has both a type and an amount, or neither', async () => {
    const { _id: id } = await newLabor();
    const setShopLabor = (laborType: 'percent' | null, laborTotal: number | null) =>
      updateShopAddOnLabor(desk(), { id, laborType, laborTotal });
    await expect(setShopLabor('percent', null)).rejects.toThrow('laborTotal: Enter the labor amount');
    await expect(setShopLabor(null, 5)).rejects.toThrow('laborType: Choose a labor type');
    await expect(setShopLabor('percent', 1001)).rejects.toThrow('laborTotal: must be at most 1,000%');
  });

  test('changes only for this shop; the office must choose a shop', async () => {
    const { _id: id } = await newLabor();
    const shopValues = { id, laborType: 'piece' as const, laborTotal: 9 };
    const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    await expect(updateShopAddOnLabor(desk(), { ...shopValues, shop: other })).rejects.toThrow('Shop not found');
    await expect(updateShopAddOnLabor(office(), shopValues)).rejects.toThrow('Shop not found');
    await expect(updateShopAddOnLabor(world.ctx('builder'), shopValues)).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await updateShopAddOnLabor(office(), { ...shopValues, shop: home });
    expect(await getAddOnLabor(desk(), { id })).toMatchObject({ laborTotal: 9 });
    await expect(updateShopAddOnLabor(desk(), { ...shopValues, revision: 0 })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { laborTotal: 9, revision: 1 } },
    });
  });

  test('changes the cost of its add-ons there, which a preview shows without storing it', async () => {
    const { _id: addOnLabor, category } = await newLabor();
    const addOn = { name: 'Moved', type: 'piece' as const, retailPrice: 100, shopPercent: 75 };
    const { item } = await createAddOn(office(), { ...addOn, addOnLabor, category: category?._id ?? '' });
    const change = { id: addOnLabor, laborType: 'piece' as const, laborTotal: 20 };
    const effect = await computeEffect(updateShopAddOnLabor)(desk(), change);
    expect(effect).toMatchObject({ addOns: 1, sheds: 0 });
    const shopId = await world.findShopId(homeShop);
    const cost = async () => (await addOnPrices(world.db, { ids: [item._id], shopId })).get(item._id)?.shop?.cost;
    expect(await cost()).toBe(12.3456);
    await updateShopAddOnLabor(desk(), change);
    expect(await cost()).toBe(20);
  });
});

describe('copying add-on labor', () => {
  test("copies into every given category, including the shops' own values, and adds nothing the second time", async () => {
    const { _id: id, category } = await newLabor({ name: 'Copied' });
    const from = category?._id ?? '';
    await newLabor({ name: 'There already', category: from });
    await updateShopAddOnLabor(desk(), { id, laborType: 'linearFt', laborTotal: 3 });
    const to = [await newCategory(), await newCategory()];
    const [first = ''] = to;
    const theirs = await newLabor({ name: 'THERE ALREADY', standardLaborTotal: 1, category: first });
    const copyResult = await copyAddOnLabor(office(), { from, to });
    expect(copyResult).toEqual({ msg: 'ADDON_LABOR are copied', created: 3, skipped: 1 });
    const { items } = await listShopAddOnLabor(desk(), { id: first });
    expect(items).toMatchObject([
      { name: 'Copied', standardLaborTotal: 12.3456, laborType: 'linearFt', laborTotal: 3 },
      { _id: theirs._id, standardLaborTotal: 1 },
    ]);
    expect(await copyAddOnLabor(office(), { from, to })).toMatchObject({ created: 0, skipped: 4 });
    expect((await listShopAddOnLabor(desk(), { id: first })).total).toBe(2);
  });

  test('requires another category that exists', async () => {
    const from = await newCategory();
    await expect(copyAddOnLabor(office(), { from, to: [from] })).rejects.toThrow('to: must be a different category');
    await expect(copyAddOnLabor(office(), { from, to: [NONE] })).rejects.toThrow('Add-on category not found');
    await expect(copyAddOnLabor(office(), { from, to: [] })).rejects.toThrow('Choose a category to copy to');
  });
});
