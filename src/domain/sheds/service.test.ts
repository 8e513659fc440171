import { describe, expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from '../testing/world.js';
import { changeShedCategory, copyShedCategory, deleteShedCategory, listShedCategories } from './category-service.js';
import { addModel, copyModel, deleteModel, listModels } from './model-service.js';
import { priceTable } from './price-service.js';
import { addShed, changeAllModels, changeShed, deleteShed, showShed } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const count = async (table: string) => Number(((await world.db(table).count({ n: '*' })) as [{ n: number }])[0].n);
const category = async () =>
  (await listShedCategories(office(), {})).items[0] as { _id: string; name: string; models: number };
const firstShed = async () =>
  showShed(office(), { id: ((await world.db('sheds').orderBy('id').first('id')) as { id: string }).id });

const body = (shed: Awaited<ReturnType<typeof firstShed>>) => ({
  baseStyle: shed.baseStyle._id,
  width: shed.width,
  length: shed.length,
  ssId: shed.ssId,
  retailPrice: shed.retailPrice,
  components: shed.components.map(({ component, quantity }) => ({ component: component._id, quantity })),
  standardAddOns: shed.standardAddOns.map(({ addon, quantity }) => ({ addon: addon._id, quantity })),
});

describe('copying a shed category', () => {
  test('takes models, sheds, components, labor and haul bases along; its sheds cost what the old ones cost', async () => {
    const old = await category();
    const before = { models: await count('shed_models'), sheds: await count('sheds') };
    const input = { existingCategoryId: old._id, newCategoryName: 'Copied', codePrefix: 'X-', modelSuffix: 'II' };
    const { created, item } = await copyShedCategory(office(), input);
    expect(created.models).toBe(old.models);
    expect(await count('shed_models')).toBe(before.models + created.models);
    expect(await count('sheds')).toBe(before.sheds + created.sheds);
    for (const n of Object.values(created)) expect(n).toBeGreaterThan(0);
    const models = await listModels(office(), { id: item._id });
    for (const model of models.items)
      expect(model).toMatchObject({ name: expect.stringMatching(/ II$/), code: expect.stringMatching(/^X-/) });
    const shop = await world.shopId(homeShop);
    const priced = async (id: string) =>
      (await priceTable(office(), { category: id, shop: 'all', model: 'all', size: 5000 })).items.map(
        ({ width, length, retailPrice, standardBoxTotalCost }) => ({
          width,
          length,
          retailPrice,
          standardBoxTotalCost,
        }),
      );
    expect(await priced(item._id)).toEqual(await priced(old._id));
    expect(shop).not.toBe('');
    await expect(copyShedCategory(office(), input)).rejects.toThrow('name: Shed category: this name exists already');
    expect(await count('sheds')).toBe(before.sheds + created.sheds);
  });

  test('is refused without prefix and suffix, each named', async () => {
    const { _id } = await category();
    const input = { existingCategoryId: _id, newCategoryName: '', codePrefix: ' ', modelSuffix: '' };
    await expect(copyShedCategory(office(), input)).rejects.toMatchObject({
      errors: [{ path: 'newCategoryName' }, { path: 'codePrefix' }, { path: 'modelSuffix' }],
    });
  });
});

describe('shed models', () => {
  test('are copied with all their sizes, once', async () => {
    const model = (await listModels(office(), { id: (await category())._id })).items[0] as {
      _id: string;
      sheds: number;
    };
    const done = await copyModel(office(), { id: model._id, name: '  Twin ', code: ' T ' });
    expect(done).toMatchObject({
      msg: `Successfully copied shed model and created ${model.sheds} sheds`,
      shedsCreated: model.sheds,
      item: { name: 'Twin', code: 'T', sheds: model.sheds },
    });
    await expect(copyModel(office(), { id: model._id, name: 'Twin', code: 'T' })).rejects.toThrow('exists already');
    await expect(copyModel(office(), { id: model._id, name: ' ', code: '' })).rejects.toThrow(
      'Please fill in all required fields',
    );
  });

  test('with sheds are not deleted, nor a category with models; without they are', async () => {
    const { _id, name } = await category();
    const model = (await listModels(office(), { id: _id })).items[0] as { _id: string; name: string; sheds: number };
    await expect(deleteModel(office(), { id: model._id })).rejects.toThrow(
      `Shed model "${model.name}" cannot be deleted: it is used by ${model.sheds} sheds`,
    );
    await expect(deleteShedCategory(office(), { id: _id })).rejects.toThrow(
      `Shed category "${name}" cannot be deleted`,
    );
    const { item } = await addModel(office(), { name: 'Empty', shedCategory: _id });
    expect((await deleteModel(office(), { id: item._id })).msg).toBe('ShedModel is deleted');
  });
});

describe('a shed', () => {
  test('is added once a size, changed and deleted; orders keep their figures', async () => {
    const shed = await firstShed();
    await expect(addShed(office(), { ...body(shed), model: shed.model._id })).rejects.toMatchObject({
      errors: [{ path: 'width', msg: 'Shed: this size exists already' }],
    });
    const { item } = await addShed(office(), { ...body(shed), model: shed.model._id, length: 77 });
    expect(item).toMatchObject({ length: 77, components: shed.components, standardAddOns: shed.standardAddOns });
    const changed = await changeShed(office(), { id: item._id, revision: 1, ...body(item), retailPrice: 9000.5 });
    expect(changed.item).toMatchObject({ retailPrice: 9000.5, revision: 2 });
    const order = await world.pushedOrder('InQueue');
    const before: unknown = await world
      .db('orders')
      .where({ id: order })
      .first('grand_total_shop', 'shed_material_cost_shop', 'snapshot');
    const { shed_id: used } = (await world.db('orders').where({ id: order }).first('shed_id')) as { shed_id: string };
    await expect(deleteShed(office(), { id: used })).rejects.toThrow(/it is used by \d+ open order/);
    await world.db('orders').where({ shed_id: used }).update({ status: 'Canceled' });
    await deleteShed(office(), { id: used });
    expect(
      await world.db('orders').where({ id: order }).first('grand_total_shop', 'shed_material_cost_shop', 'snapshot'),
    ).toEqual(before);
  });

  test('takes no component of another shed category', async () => {
    const shed = await firstShed();
    const foreign = (await world
      .db('components')
      .whereNot({ shed_category_id: shed.category._id })
      .orderBy('id')
      .first('id', 'name')) as { id: string; name: string };
    const components = [{ component: foreign.id, quantity: 1 }];
    const refused = { errors: [{ path: 'components', msg: `${foreign.name} is not of this shed category` }] };
    await expect(changeShed(office(), { id: shed._id, ...body(shed), components })).rejects.toMatchObject(refused);
    await expect(changeAllModels(office(), { id: shed._id, components, standardAddOns: [] })).rejects.toMatchObject(
      refused,
    );
  });

  test('gives its parts to all sheds of its size in its category, and to no other', async () => {
    const shed = await firstShed();
    const component = shed.components[0]?.component._id ?? '';
    const others = (await world
      .db('shed_components as x')
      .join('sheds as s', 's.id', 'x.shed_id')
      .whereRaw('(s.width, s.length) <> (?, ?)', [shed.width, shed.length])
      .count({ n: '*' })) as [{ n: number }];
    const input = { id: shed._id, components: [{ component, quantity: 3 }], standardAddOns: [] };
    const { updated, item } = await changeAllModels(office(), input);
    expect(updated).toBeGreaterThan(1);
    expect(item).toMatchObject({ components: [{ quantity: 3 }], standardAddOns: [] });
    const rows = (await world
      .db('shed_components')
      .where({ component_id: component, quantity: 3 })
      .count({ n: '*' })) as [{ n: number }];
    expect(Number(rows[0].n)).toBeGreaterThanOrEqual(updated);
    expect(
      await world
        .db('shed_components as x')
        .join('sheds as s', 's.id', 'x.shed_id')
        .whereRaw('(s.width, s.length) <> (?, ?)', [shed.width, shed.length])
        .count({ n: '*' }),
    ).toEqual(others);
    expect((await changeAllModels(office(), input)).updated).toBe(updated);
  });

  test('refuses a component named twice, a width of nothing and half a cent', async () => {
    const shed = await firstShed();
    const component = (await world.db('components').first('id')) as { id: string };
    const twice = [{ component: component.id }, { component: component.id }];
    await expect(
      changeShed(office(), { id: shed._id, ...body(shed), width: 0, retailPrice: 1.005, components: twice }),
    ).rejects.toMatchObject({
      errors: [{ path: 'width' }, { path: 'retailPrice' }, { path: 'components' }],
    });
  });
});

describe('the price table', () => {
  test('is as of a past day what it was then', async () => {
    const shed = await firstShed();
    const row = async (at?: string) =>
      (
        await priceTable(office(), { category: 'all', shop: 'all', model: shed.model._id, ...(at ? { at } : {}) })
      ).items.find(({ _id }) => _id === shed._id);
    world.now = new Date();
    await world.db.raw(`update catalogue_versions set at = at - interval '40 days'`);
    const before = await row();
    await changeShed(office(), { id: shed._id, ...body(shed), retailPrice: shed.retailPrice + 100 });
    const yesterday = new Date(Date.now() - 86_400_000 * 2).toISOString().slice(0, 10);
    expect((await row())?.retailPrice).toBe(shed.retailPrice + 100);
    expect(await row(yesterday)).toMatchObject({
      retailPrice: shed.retailPrice,
      shopsRetailPrice: before?.shopsRetailPrice,
      totalStandardGrossProfit: before?.totalStandardGrossProfit,
    });
  });

  test('tells a shop its own figures, never the standard ones, and nothing of another shop', async () => {
    const own = await world.shopId(homeShop);
    const table = await priceTable(world.ctx('shop.user'), { category: 'all', shop: own, model: 'all', size: 3 });
    expect(Object.keys(table.items[0] ?? {}).filter((key) => /standard/i.test(key))).toEqual([]);
    expect(table.items[0]).toHaveProperty('shopBoxTotalCost');
    const other = await world.shopId(otherShop);
    await expect(priceTable(world.ctx('shop.user'), { category: 'all', shop: other, model: 'all' })).rejects.toThrow(
      'Shop not found',
    );
    await expect(priceTable(world.ctx('builder'), { category: 'all', shop: own, model: 'all' })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });

  test('of a category changed by another clerk is a conflict with both versions', async () => {
    const { _id, name } = await category();
    await changeShedCategory(office(), { id: _id, revision: 1, name });
    await expect(changeShedCategory(office(), { id: _id, revision: 1, name: 'Mine' })).rejects.toMatchObject({
      details: { current: { name, revision: 2 } },
    });
  });
});
