import { beforeAll, describe, expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import {
  createAddOnCategory,
  createAddOnParent,
  copyAddOnParent,
  deleteAddOnCategory,
  deleteAddOnParent,
  listAddOnCategories,
  listAllAddOnCategories,
  listAddOnParents,
} from './categories.js';
import { copyAddOn, createAddOnForAllCategories } from './copy.js';
import { listAddOns, getAddOn } from './read.js';
import { createAddOn, updateAddOn, deleteAddOn } from './service.js';
import { listRecordHistory } from '../../operations/history/service.js';
import { loadParts } from '../../orders/pricing/parts.js';
import { runAddOnReport } from '../../reporting/reports/addon-report.js';
import { updateShopAddOn, updateShopAddOnForCompany } from './shop-items.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
let parent: { _id: string; name: string };
let category: { _id: string; name: string; addOns: number };
beforeAll(async () => {
  parent = (await listAddOnParents(office(), { newBuildChecked: true })).items[0] as typeof parent;
  category = (await listAddOnCategories(office(), { id: parent._id })).items[0] as typeof category;
});

const fields = (more: object = {}) => ({
  name: 'Ramp',
  type: 'piece' as const,
  retailPrice: 120.1234,
  shopPercent: 75,
  category: category._id,
  ...more,
});
const item = async (n = 0) => ((await world.db('items').orderBy('id').offset(n).first('id')) as { id: string }).id;

describe('an add-on', () => {
  test('stores its flags, labor and items, and answers them as sent', async () => {
    const standardItems = [
      { item: await item(), description: 'left', quantity: 2.5, replaceItem: true, replacementItem: await item(1) },
    ];
    const { item: addOn, msg } = await createAddOn(office(), fields({ companyShopSplit: true, standardItems }));
    expect(msg).toBe('Add-on is created');
    expect(addOn).toMatchObject({
      companyShopSplit: true,
      shopSpecific: false,
      retailPrice: 120.1234,
      standardItems: [
        { description: 'left', quantity: 2.5, replaceItem: true, replacementItem: { _id: await item(1) } },
      ],
    });
    const { item: changedAddOn } = await updateAddOn(office(), {
      id: addOn._id,
      revision: 1,
      ...fields({ name: 'Ramp 2' }),
    });
    expect(changedAddOn).toMatchObject({ name: 'Ramp 2', companyShopSplit: false, standardItems: [], revision: 2 });
    await expect(updateAddOn(office(), { id: addOn._id, revision: 1, ...fields() })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { name: 'Ramp 2' } },
    });
    expect((await deleteAddOn(office(), { id: addOn._id })).msg).toBe('AddOn is deleted');
  });

  test.each([
    [{ passThrough: true, shopSpecific: true }, 'shopSpecific'],
    [{ nonInventory: true }, 'standardNonInvCost'],
    [{ companyDealerShopSplit: true, shopPercent: 70 }, 'shopPercent'],
    [
      { standardItems: [{ item: '01a00000-0000-7000-8000-000000000000', replaceItem: true }] },
      'standardItems.0.replacementItem',
    ],
    [{ retailPrice: 1.00001 }, 'retailPrice'],
    [{ type: 'percent', retailPrice: 1000.01 }, 'retailPrice'],
  ])('is refused when %j', async (more, path) => {
    await expect(createAddOn(office(), fields(more))).rejects.toMatchObject({
      errors: [expect.objectContaining({ path })],
    });
  });

  test('for a steeper pitch gets a warning when its name does not match', async () => {
    const warning = async (more: object) => (await createAddOn(office(), fields(more))).warning;
    expect(await warning({ name: 'Steeper Pitch 812', steeperPitch: true })).toBeNull();
    expect(await warning({ name: 'Pitch 8/12', steeperPitch: true })).toBe('Pitch 8/12 must be like Steeper Pitch 812');
    expect(await warning({ name: 'Pitch 9/12', steeperPitch: false })).toBeNull();
    expect(
      await warning({
        name: 'Pitch 10/12',
        steeperPitch: true,
        passThrough: true,
        nonInventory: true,
        standardNonInvCost: 5,
      }),
    ).toMatch(/^Pitch 10\/12 must be like Steeper Pitch 812\. The shop is not paid/);
  });

  test('that pays the shop nothing but costs it something gets a warning', async () => {
    const { warning } = await createAddOn(
      office(),
      fields({ name: 'Odd', passThrough: true, standardItems: [{ item: await item() }] }),
    );
    expect(warning).toContain('The shop is not paid');
    expect((await createAddOn(office(), fields({ name: 'Even', passThrough: true }))).warning).toBeNull();
  });

  test("cannot be deleted while sheds use it, nor can its category or that category's parent", async () => {
    const usedAddOn = (await world.db('shed_add_ons').first('add_on_id')) as { add_on_id: string } | undefined;
    if (!usedAddOn) throw new Error('the demo company has no shed with an add-on');
    await expect(deleteAddOn(office(), { id: usedAddOn.add_on_id })).rejects.toThrow(/it is used by \d+ sheds/);
    await expect(deleteAddOnCategory(office(), { id: category._id })).rejects.toThrow(/used by \d+ add-ons/);
    await expect(deleteAddOnParent(office(), { id: parent._id })).rejects.toThrow(/used by \d+ categories/);
  });
});

describe('prices and costs in the list', () => {
  test('are P6 of one unit: standard for the office; for a shop its own, including its items', async () => {
    const { item: addOn } = await createAddOn(
      office(),
      fields({ name: 'Priced', retailPrice: 200, standardItems: [{ item: await item(), quantity: 2 }] }),
    );
    const row = async (who: 'office.user' | 'shop.user' | 'other.shop') =>
      (await listAddOns(world.ctx(who), { id: category._id, search: 'Priced' })).items[0] as Record<string, unknown>;
    const { total } = (await world
      .db('items')
      .where({ id: await item() })
      .first('total')) as { total: number };
    expect(await row('office.user')).toMatchObject({
      addOnStandardTotalCost: Math.round(total * 2 * 1e4) / 1e4,
      standardAddOnGrossProfit: Math.round((150 - total * 2) * 1e4) / 1e4,
    });
    expect(Object.keys(await row('shop.user')).filter((key) => /standard/i.test(key))).toEqual([]);
    await updateShopAddOn(world.ctx('shop.user'), { id: addOn._id, items: [{ item: await item(), quantity: 0 }] });
    expect(await row('shop.user')).toMatchObject({ shopPrice: 150, addOnShopTotalCost: 0, grossProfitPercent: 1 });
    expect((await row('other.shop'))['addOnShopTotalCost']).not.toBe(0);
    expect((await getAddOn(office(), { id: addOn._id, shop: await world.findShopId(otherShop) })).items).toEqual([]);
    expect((await getAddOn(office(), { id: addOn._id, shop: await world.findShopId(homeShop) })).items).toHaveLength(1);
    const ofHome = { shop: { _id: await world.findShopId(homeShop), name: homeShop }, items: [expect.anything()] };
    expect((await getAddOn(office(), { id: addOn._id })).shopItems).toEqual([ofHome]);
    expect((await getAddOn(world.ctx('other.shop'), { id: addOn._id })).shopItems).toEqual([]);
  });
});

test("for the office include the chosen shop's figures exactly as the shop reads them, beside the standard ones", async () => {
  await createAddOn(office(), fields({ name: 'Chosen', retailPrice: 321, standardItems: [{ item: await item() }] }));
  const rows = async (who: 'office.user' | 'shop.user' | 'other.shop', shop?: string) =>
    (await listAddOns(world.ctx(who), { id: category._id, size: 500, ...(shop ? { shop } : {}) }))
      .items as unknown as Row[];
  const figures = ['_id', 'shopPrice', 'addOnShopTotalCost', 'grossProfitPercent'];
  const only = (all: Row[]) => all.map((row) => Object.fromEntries(figures.map((name) => [name, row[name]])));
  for (const [name, who] of [
    [homeShop, 'shop.user'],
    [otherShop, 'other.shop'],
  ] as const) {
    const shopRows = await rows('office.user', await world.findShopId(name));
    expect(only(shopRows)).toEqual(only(await rows(who)));
    expect(shopRows.every((row) => 'addOnStandardTotalCost' in row)).toBe(true);
  }
});
type Row = Record<string, unknown>;

test('follow a shop that sets an add-on to use no items there, and so do its orders', async () => {
  const standardItems = [{ item: await item(), quantity: 2 }];
  const { item: addOn } = await createAddOn(office(), fields({ name: 'Bare', retailPrice: 200, standardItems }));
  const id = addOn._id;
  const shop = await world.findShopId(homeShop);
  const desk = world.ctx('shop.user');
  const cost = async () =>
    ((await listAddOns(desk, { id: category._id, search: 'Bare' })).items[0] as unknown as Row)['addOnShopTotalCost'];
  const parts = async () => {
    const parts = await loadParts(world.db, { shedIds: [], modelIds: [], addOnIds: [id], shopIds: [shop] });
    return parts.addOnItems(id, shop).map(({ standardTotal, shopTotal }) => [standardTotal > 0, shopTotal]);
  };
  const standard = await cost();
  expect(standard).toBeGreaterThan(0);
  const none = await updateShopAddOn(desk, { id, items: [], noItems: true });
  expect(none).toMatchObject({ msg: 'Addon is updated', item: { items: [], noItems: true } });
  expect(await cost()).toBe(0);
  expect(await parts()).toEqual([[true, 0]]); // the standard items are unchanged; the shop has none
  expect((await listRecordHistory(desk, { id })).items[0]?.changes).toEqual([
    { field: 'noItems', from: false, to: true },
  ]);
  expect((await listAddOns(world.ctx('other.shop'), { id: category._id, search: 'Bare' })).items[0]).toMatchObject({
    addOnShopTotalCost: expect.closeTo(Number(standard), 4) as number,
  });
  expect((await updateShopAddOn(desk, { id, items: [], noItems: true })).msg).toBe('Nothing to change.');
  await expect(updateShopAddOn(desk, { id, items: [{ item: await item() }], noItems: true })).rejects.toMatchObject({
    errors: [{ path: 'items' }],
  });
  const { item: copy } = await copyAddOn(office(), { id });
  expect((await getAddOn(office(), { id: copy._id, shop })).noItems).toBe(true);
  const back = await updateShopAddOnForCompany(office(), { id, shop, items: [] });
  expect(back.item).toMatchObject({ noItems: false, items: [] });
  expect(await cost()).toBe(standard);
});

test('are 0 for an add-on whose orders pay the shop nothing', async () => {
  await createAddOn(office(), fields({ name: 'Passed', retailPrice: 99, passThrough: true }));
  const [row] = (await listAddOns(world.ctx('shop.user'), { id: category._id, search: 'Passed' })).items;
  expect(row).toMatchObject({ shopPrice: 0, addOnShopTotalCost: 0, grossProfitPercent: 0 });
});

test("a shop's categories are those of its parents for new builds and off-lot orders, or all if it has none", async () => {
  const all = (await listAllAddOnCategories(office(), {})).items as { addonParentCategory: { _id: string } }[];
  const shop = await world.findShopId(otherShop);
  const parents = world.db('shops').where({ id: shop });
  const storedParent = (await parents.clone().first('nb_addon_category_id', 'ol_addon_category_id')) as Row;
  const { item: bareParent } = await createAddOnParent(office(), { name: 'Only this', newBuild: true });
  const { item: one } = await createAddOnCategory(office(), { name: 'Only', addonParentCategory: bareParent._id });
  await parents.clone().update({ nb_addon_category_id: bareParent._id, ol_addon_category_id: null });
  expect((await listAllAddOnCategories(office(), { shop })).items).toMatchObject([{ _id: one._id }]);
  expect((await listAddOnParents(office(), { shop })).items).toMatchObject([{ _id: bareParent._id }]);
  await createAddOn(office(), { ...fields({ name: 'Only one' }), category: one._id });
  const { rows } = await runAddOnReport(office(), { ids: 'all', x: shop });
  expect(rows).toMatchObject([{ name: 'Only one', category: { _id: one._id } }]);
  await parents.clone().update({ nb_addon_category_id: null });
  expect((await listAllAddOnCategories(office(), { shop })).total).toBe(all.length + 1);
  expect((await listAddOnParents(office(), { shop })).total).toBeGreaterThan(1);
  expect((await runAddOnReport(office(), { ids: 'all', x: shop })).rows.length).toBeGreaterThan(1);
  await parents.clone().update(storedParent);
});

test("a shop's items are not overwritten by a user who saw older ones, whether its own or standard", async () => {
  const { item: addOn } = await createAddOn(office(), fields({ name: 'Own', standardItems: [{ item: await item() }] }));
  const id = addOn._id;
  const desk = world.ctx('shop.user');
  const getRevision = async () => (await getAddOn(desk, { id })).revision;
  const setShopItems = async (quantity: number, revision: number) =>
    updateShopAddOn(desk, { id, revision, items: [{ item: await item(), quantity }] });
  const standard = await getRevision();
  await updateAddOn(office(), { id, ...fields({ name: 'Own', standardItems: [{ item: await item(), quantity: 2 }] }) });
  await expect(setShopItems(3, standard)).rejects.toMatchObject({
    code: 'stale-record',
    details: { by: world.actor('office.admin').name, current: { items: [], standardItems: [{ quantity: 2 }] } },
  });
  const revision = await getRevision();
  const answers = await Promise.allSettled([setShopItems(4, revision), setShopItems(5, revision)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await updateAddOn(office(), { id, ...fields({ name: 'Own, renamed' }) });
  expect((await setShopItems(6, await getRevision())).item).toMatchObject({
    name: 'Own, renamed',
    items: [{ quantity: 6 }],
  });
});

describe('copies', () => {
  test('of a parent category include categories, add-ons and items, only once', async () => {
    const before = (await world.db('add_ons').count({ n: '*' })) as [{ n: number }];
    const input = { name: 'Twin parent', existingAddonParentCategory: parent._id, categoryNameSuffix: 'B' };
    const { created, item: copiedParent } = await copyAddOnParent(office(), input);
    expect(Number(((await world.db('add_ons').count({ n: '*' })) as [{ n: number }])[0].n)).toBe(
      Number(before[0].n) + created.addOns,
    );
    const { items } = await listAddOnCategories(office(), { id: copiedParent._id });
    expect(items).toHaveLength(created.categories);
    for (const one of items) expect(one.name).toMatch(/ B$/);
    await expect(copyAddOnParent(office(), input)).rejects.toThrow('this name already exists');
  });

  test('into all categories of the same name, and into those copied from it, add what is missing only once', async () => {
    const other = (
      await copyAddOnParent(office(), {
        name: 'Third',
        existingAddonParentCategory: parent._id,
        categoryNameSuffix: 'C',
      })
    ).item;
    await createAddOnCategory(office(), { name: category.name.toUpperCase(), addonParentCategory: other._id });
    const { item: addOn } = await createAddOn(
      office(),
      fields({ name: 'Everywhere', standardItems: [{ item: await item() }] }),
    );
    expect(await createAddOnForAllCategories(office(), { id: addOn._id })).toMatchObject({
      msg: 'Add-ons created for 3 matching categories', // the categories of the same name, and the copies with the suffixes B and C
      created: 3,
    });
    expect(await createAddOnForAllCategories(office(), { id: addOn._id })).toMatchObject({ created: 0, skipped: 3 });
    const suffixedCategory = (await listAddOnCategories(office(), { id: other._id })).items.find(
      ({ name }) => name === `${category.name} C`,
    );
    const { item: late } = await createAddOn(office(), fields({ name: 'Later', category: suffixedCategory?._id }));
    expect(await createAddOnForAllCategories(office(), { id: late._id })).toMatchObject({ created: 2 });
    const places = (await world
      .db('add_ons as a')
      .join('addon_categories as c', 'c.id', 'a.category_id')
      .where({ 'a.name': 'Later' })
      .orderBy('c.name')
      .pluck('c.name')) as string[];
    expect(places).toEqual([category.name, `${category.name} B`, `${category.name} C`].sort());
    const { item: copy } = await copyAddOn(office(), { id: addOn._id });
    expect(copy).toMatchObject({ name: 'Everywhere Copy', standardItems: addOn.standardItems });
    await expect(copyAddOn(world.ctx('office.user'), { id: addOn._id })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });
});
