import { describe, expect, test } from 'vitest';
import { getImport, listImports } from '../../imports/history.js';
import { undoImport } from '../../imports/undo.js';
import { applyStagedImport, stageImport } from '../../imports/workbench.js';
import { listRecordHistory } from '../../operations/history/service.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import {
  createShedCategory,
  updateShedCategory,
  copyShedCategory,
  deleteShedCategory,
  listShedCategories,
  previewCategoryDeletion,
} from './categories.js';
import { createModel, copyModel, deleteModel, listModels, previewModelDeletion } from './models.js';
import { getPriceTable } from './price-table.js';
import { storeRetailPrices, raiseRetailPrices } from './retail-prices.js';
import { updateAllModels, previewAllModels } from './across-models.js';
import { createShed, updateShed, deleteShed, getShed } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const count = async (table: string) => Number(((await world.db(table).count({ n: '*' })) as [{ n: number }])[0].n);
const category = async () =>
  (await listShedCategories(office(), {})).items[0] as { _id: string; name: string; models: number };
const firstShed = async () =>
  getShed(office(), { id: ((await world.db('sheds').orderBy('id').first('id')) as { id: string }).id });

const sameSize = async ({ category: of, width, length }: Awaited<ReturnType<typeof firstShed>>) =>
  (await world
    .db('sheds as s')
    .join('shed_models as m', 'm.id', 's.model_id')
    .where({ 'm.category_id': of._id, 's.width': width, 's.length': length })
    .orderBy('s.id')
    .pluck('s.id')) as string[];

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
  test('also copies models, sheds, components, labor and haul bases; the new sheds cost the same as the old ones', async () => {
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
    const shop = await world.findShopId(homeShop);
    const readPrices = async (id: string) =>
      (await getPriceTable(office(), { category: id, shop: 'all', model: 'all', size: 5000 })).items.map(
        ({ width, length, retailPrice, standardBoxTotalCost }) => ({
          width,
          length,
          retailPrice,
          standardBoxTotalCost,
        }),
      );
    expect(await readPrices(item._id)).toEqual(await readPrices(old._id));
    expect(shop).not.toBe('');
    await expect(copyShedCategory(office(), input)).rejects.toThrow('name: Shed category: this name already exists');
    expect(await count('sheds')).toBe(before.sheds + created.sheds);
  });

  test('is refused without prefix or suffix, naming each', async () => {
    const { _id } = await category();
    const input = { existingCategoryId: _id, newCategoryName: '', codePrefix: ' ', modelSuffix: '' };
    await expect(copyShedCategory(office(), input)).rejects.toMatchObject({
      errors: [{ path: 'newCategoryName' }, { path: 'codePrefix' }, { path: 'modelSuffix' }],
    });
  });
});

/** The shops' percents for a category or a model, without the shop. */
const readPercents = async (column: 'category_id' | 'model_id', id: string) => {
  const rows = (await world
    .db('shop_percents')
    .where({ [column]: id })
    .orderBy('shop_id')) as Record<string, unknown>[];
  return rows.map(({ id: _, category_id: __, model_id: ___, ...percents }) => percents);
};
const givePercents = (column: 'category_id' | 'model_id', id: string) =>
  world.db.raw(
    `insert into shop_percents (id, shop_id, ${column}, eight_ten_twelve_nb_percent, standard_fourteen_sixteen_inv_percent)
       select gen_random_uuid(), id, ?, 61.25, 58.5 from shops on conflict do nothing`,
    [id],
  );

describe('a copy', () => {
  test("includes the shops' percents for a category and each model, which each shop's history shows", async () => {
    const old = await category();
    const model = (await listModels(office(), { id: old._id })).items[0] as { _id: string; name: string };
    await givePercents('category_id', old._id);
    await givePercents('model_id', model._id);
    const shop = await world.findShopId(homeShop);
    const revision = async () =>
      (await world.db('shops').where({ id: shop }).first('revision')) as { revision: number };
    const before = await revision();
    const names = { newCategoryName: 'With percents', codePrefix: 'P-', modelSuffix: 'P' };
    const copyResult = await copyShedCategory(office(), { existingCategoryId: old._id, ...names });
    expect(copyResult.shopPercentages).toBe(await count('shops'));
    expect(await readPercents('category_id', copyResult.item._id)).toEqual(await readPercents('category_id', old._id));
    const copiedModel = (await listModels(office(), { id: copyResult.item._id })).items.find(
      ({ name }) => name === `${model.name} P`,
    );
    const percents = await readPercents('model_id', model._id);
    expect(percents.length).toBeGreaterThan(0);
    expect(await readPercents('model_id', copiedModel?._id ?? '')).toEqual(percents);
    expect((await revision()).revision).toBe(before.revision + 1);
    expect((await listRecordHistory(office(), { id: shop })).items[0]).toMatchObject({ action: 'copy percentages' });
    const one = await copyModel(office(), { id: model._id, name: 'Percents', code: 'PC' });
    expect(one.shopPercentages).toBe(percents.length);
    expect(await readPercents('model_id', one.item._id)).toEqual(percents);
  });

  test('of a model into another category uses the components there, and its sheds can be saved', async () => {
    const old = await category();
    const model = (await listModels(office(), { id: old._id })).items[0] as { _id: string; sheds: number };
    const names = { newCategoryName: 'Elsewhere', codePrefix: 'E-', modelSuffix: 'E' };
    const { item: target } = await copyShedCategory(office(), { existingCategoryId: old._id, ...names });
    const copy = { id: model._id, name: 'Moved', code: 'MV', shedCategory: target._id };
    const { item, shedsCreated } = await copyModel(office(), copy);
    expect(shedsCreated).toBe(model.sheds);
    const sheds = (await world.db('sheds').where({ model_id: item._id }).orderBy('id').pluck('id')) as string[];
    for (const id of sheds) {
      const shed = await getShed(office(), { id });
      expect(shed.components.length).toBeGreaterThan(0);
      await updateShed(office(), { id, ...body(shed), components: body(shed).components.toReversed() });
    }
    const again = await copyShedCategory(office(), {
      existingCategoryId: target._id,
      ...{ newCategoryName: 'Third', codePrefix: 'T-', modelSuffix: 'T' },
    });
    expect(again.created.sheds).toBeGreaterThan(0);
  });

  test('of a model into a category without its components is refused, naming the missing ones', async () => {
    const model = (await listModels(office(), { id: (await category())._id })).items[0] as { _id: string };
    const { item: bareCategory } = await createShedCategory(office(), { name: 'Zz bare' });
    const before = await count('shed_models');
    const copy = { id: model._id, name: 'Nowhere', code: 'NW', shedCategory: bareCategory._id };
    await expect(copyModel(office(), copy)).rejects.toMatchObject({
      errors: [
        {
          path: 'shedCategory',
          msg: expect.stringMatching(/^is missing these components of the model: .+\./) as string,
        },
      ],
    });
    expect(await count('shed_models')).toBe(before);
  });

  test('of a category whose sheds use another category’s components can be saved too', async () => {
    const old = await category();
    const shed = (await world
      .db('sheds as s')
      .join('shed_models as m', 'm.id', 's.model_id')
      .where('m.category_id', old._id)
      .orderBy('s.id')
      .first({ id: 's.id', model: 'm.name' })) as { id: string; model: string };
    const { item: other } = await createShedCategory(office(), { name: 'Zz donor' });
    const part = (await world.db('components').where({ shed_category_id: old._id }).orderBy('id').first()) as {
      id: string;
    };
    const id = crypto.randomUUID();
    await world.db('components').insert({ ...part, id, name: 'Only there', shed_category_id: other._id });
    await world.db('shed_components').insert({ shed_id: shed.id, component_id: id, quantity: 3 });
    const names = { newCategoryName: 'Mended', codePrefix: 'M-', modelSuffix: 'M' };
    const { item } = await copyShedCategory(office(), { existingCategoryId: old._id, ...names });
    const copies = (await world
      .db('sheds as s')
      .join('shed_models as m', 'm.id', 's.model_id')
      .where({ 'm.category_id': item._id, 'm.name': `${shed.model} M` })
      .pluck('s.id')) as string[];
    const copiedSheds = await Promise.all(copies.map((one) => getShed(office(), { id: one })));
    const mendedShed = copiedSheds.find(({ components }) =>
      components.some(({ component }) => component.name === 'Only there'),
    );
    expect(mendedShed).toBeDefined();
    for (const one of copiedSheds) await updateShed(office(), { id: one._id, ...body(one) });
    await world.db('shed_components').where({ shed_id: shed.id, component_id: id }).delete();
  });
});

describe('shed models', () => {
  test('are copied once with all their sizes', async () => {
    const model = (await listModels(office(), { id: (await category())._id })).items[0] as {
      _id: string;
      sheds: number;
    };
    const copyResult = await copyModel(office(), { id: model._id, name: '  Twin ', code: ' T ' });
    expect(copyResult).toMatchObject({
      msg: `Successfully copied shed model and created ${model.sheds} sheds`,
      shedsCreated: model.sheds,
      item: { name: 'Twin', code: 'T', sheds: model.sheds },
    });
    await expect(copyModel(office(), { id: model._id, name: 'Twin', code: 'T' })).rejects.toThrow('already exists');
    await expect(copyModel(office(), { id: model._id, name: ' ', code: '' })).rejects.toThrow(
      'Please fill in all required fields',
    );
  });

  test('cannot be deleted while they have sheds, nor can a category with models', async () => {
    const { _id, name } = await category();
    const model = (await listModels(office(), { id: _id })).items[0] as { _id: string; name: string; sheds: number };
    await expect(deleteModel(office(), { id: model._id })).rejects.toThrow(
      `Shed model "${model.name}" cannot be deleted: it is used by ${model.sheds} sheds`,
    );
    await expect(deleteShedCategory(office(), { id: _id })).rejects.toThrow(
      `Shed category "${name}" cannot be deleted`,
    );
    const { item } = await createModel(office(), { name: 'Empty', shedCategory: _id });
    const labor = (await world.db('shed_labor').where({ model_id: model._id }).first()) as object;
    await world.db('shed_labor').insert({ ...labor, id: crypto.randomUUID(), model_id: item._id });
    const [haul] = (await world.db('haul_bases').where({ model_id: model._id }).limit(2)) as [object];
    await world.db('haul_bases').insert({ ...haul, id: crypto.randomUUID(), model_id: item._id });
    expect(await previewModelDeletion(office(), { id: item._id })).toEqual({
      usedBy: [],
      goesWith: ['1 labor record', '1 haul base'],
    });
    const { id: linkedId } = (await world.db('shed_categories').where({ name: 'Painted' }).first('id')) as {
      id: string;
    };
    const { usedBy, goesWith } = await previewCategoryDeletion(office(), { id: linkedId });
    expect(usedBy[0]).toMatch(/^\d+ models$/);
    expect(goesWith).toEqual([expect.stringMatching(/^the links to parent categories .*New Build Add-ons/)]);
    await expect(previewModelDeletion(world.ctx('shop.admin'), { id: item._id })).rejects.toThrow('Permission Denied');
    expect((await deleteModel(office(), { id: item._id })).msg).toBe('ShedModel is deleted');
  });
});

describe('a shed', () => {
  test('is unique by size, and can be changed and deleted; orders keep their figures', async () => {
    const shed = await firstShed();
    await expect(createShed(office(), { ...body(shed), model: shed.model._id })).rejects.toMatchObject({
      errors: [{ path: 'width', msg: 'Shed: this size already exists' }],
    });
    const { item } = await createShed(office(), { ...body(shed), model: shed.model._id, length: 77 });
    expect(item).toMatchObject({ length: 77, components: shed.components, standardAddOns: shed.standardAddOns });
    const result = await updateShed(office(), { id: item._id, revision: 1, ...body(item), retailPrice: 9000.5 });
    expect(result.item).toMatchObject({ retailPrice: 9000.5, revision: 2 });
    const order = await world.createPushedOrder('InQueue');
    const before: unknown = await world
      .db('orders')
      .where({ id: order })
      .first('grand_total_shop', 'shed_material_cost_shop', 'snapshot');
    const { shed_id: usedShed } = (await world.db('orders').where({ id: order }).first('shed_id')) as {
      shed_id: string;
    };
    await expect(deleteShed(office(), { id: usedShed })).rejects.toThrow(/it is used by \d+ open order/);
    await world.db('orders').where({ shed_id: usedShed }).update({ status: 'Canceled' });
    await deleteShed(office(), { id: usedShed });
    expect(
      await world.db('orders').where({ id: order }).first('grand_total_shop', 'shed_material_cost_shop', 'snapshot'),
    ).toEqual(before);
  });

  test('refuses a component of another shed category', async () => {
    const shed = await firstShed();
    const foreign = (await world
      .db('components')
      .whereNot({ shed_category_id: shed.category._id })
      .orderBy('id')
      .first('id', 'name')) as { id: string; name: string };
    const components = [{ component: foreign.id, quantity: 1 }];
    const refusal = { errors: [{ path: 'components', msg: `${foreign.name} is not in this shed category` }] };
    await expect(updateShed(office(), { id: shed._id, ...body(shed), components })).rejects.toMatchObject(refusal);
    await expect(updateAllModels(office(), { id: shed._id, components, standardAddOns: [] })).rejects.toMatchObject(
      refusal,
    );
  });

  test('can give its parts to all sheds of its size in its category, and to no others', async () => {
    const shed = await firstShed();
    const component = shed.components[0]?.component._id ?? '';
    const otherSheds = (await world
      .db('shed_components as x')
      .join('sheds as s', 's.id', 'x.shed_id')
      .whereRaw('(s.width, s.length) <> (?, ?)', [shed.width, shed.length])
      .count({ n: '*' })) as [{ n: number }];
    const input = { id: shed._id, components: [{ component, quantity: 3 }], standardAddOns: [] };
    const { updated, item } = await updateAllModels(office(), input);
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
    ).toEqual(otherSheds);
    expect(await updateAllModels(office(), input)).toMatchObject({
      ...{ msg: 'Nothing to change.', updated: 0, import: null },
    });
  });

  test('an update across all models raises each shed, is recorded in its history, has a preview, and is undone as a whole', async () => {
    const shed = await firstShed();
    const sheds = await sameSize(shed);
    const { id: component } = (await world
      .db('components')
      .where({ shed_category_id: shed.category._id })
      .orderBy('id', 'desc')
      .first('id')) as { id: string };
    const input = { id: shed._id, components: [{ component, quantity: 7.5 }], standardAddOns: [] };
    const before = await Promise.all(sheds.map((id) => getShed(office(), { id })));
    const preview = await previewAllModels(office(), input);
    expect(preview.changing.map(({ _id }) => _id).toSorted()).toEqual(sheds.toSorted());
    expect(preview.changing.find(({ _id }) => _id === shed._id)?.before.components).toHaveLength(
      shed.components.length,
    );
    expect(preview.shops.length).toBeGreaterThan(0);
    expect(await Promise.all(sheds.map((id) => getShed(office(), { id })))).toEqual(before);

    const result = await updateAllModels(office(), { ...input, revision: shed.revision });
    expect(result).toMatchObject({ updated: sheds.length, unchanged: 0, msg: 'Shed is updated' });
    for (const old of before) {
      const now = await getShed(office(), { id: old._id });
      expect(now).toMatchObject({ revision: old.revision + 1, components: [{ quantity: 7.5 }] });
      const [entry] = (await listRecordHistory(office(), { id: old._id })).items;
      expect(entry?.action).toBe('change');
      expect(entry?.changes.find(({ field }) => field === 'components')?.from).toEqual(old.components);
    }
    await expect(
      updateAllModels(office(), { ...input, revision: shed.revision, components: [] }),
    ).rejects.toMatchObject({
      code: 'stale-record',
    });

    const id = result.import ?? '';
    const { report } = await getImport(office(), { id });
    expect(report).toHaveLength(sheds.length);
    const now = (await getShed(office(), { id: shed._id })).components[0]?.component.name ?? '';
    const [old] = shed.components;
    const ownRow = report.find(({ reason }) => reason.startsWith(`${shed.model.name} ${shed.baseStyle.name} `));
    expect(ownRow?.reason).toMatch(/: components .* → 7\.5 × /);
    expect(ownRow?.reason).toContain(`${old?.quantity ?? ''} × ${old?.component.name ?? ''}`);
    expect(ownRow?.reason).toContain(`→ 7.5 × ${now}`);
    expect((await listImports(office(), {})).items[0]).toMatchObject({ _id: id, kind: 'shed-parts' });
    const last = before.at(-1) as Awaited<ReturnType<typeof firstShed>>;
    const later = await updateShed(office(), { id: last._id, ...body(last), components: [], retailPrice: 1 });
    expect((await getImport(office(), { id })).inTheWay).toMatchObject([{ why: 'was changed since' }]);
    await expect(undoImport(office(), { id })).rejects.toMatchObject({ code: 'import-not-undoable' });
    const asUpdated = { ...body(last), components: input.components, standardAddOns: [] };
    await updateShed(office(), { id: last._id, revision: later.item.revision, ...asUpdated });
    await undoImport(office(), { id });
    for (const old of before) {
      const { revision, ...now } = await getShed(office(), { id: old._id });
      const { revision: first, ...then } = old;
      expect(now).toEqual(then);
      expect(revision).toBeGreaterThan(first + 1);
      expect((await listRecordHistory(office(), { id: old._id })).items[0]).toMatchObject({ action: 'undo import' });
    }
  });

  test('gets the standard add-ons of its model when it is new, unless it lists its own', async () => {
    const shed = await firstShed();
    const addon = ((await world.db('add_ons').orderBy('id').first('id')) as { id: string }).id;
    const { item: model } = await createModel(office(), {
      name: 'Starter',
      shedCategory: shed.category._id,
      standardAddOns: [{ addon, quantity: 2 }],
    });
    const { standardAddOns: _, ...rest } = body(shed);
    const { item } = await createShed(office(), { ...rest, model: model._id });
    expect(item.standardAddOns).toMatchObject([{ addon: { _id: addon }, quantity: 2 }]);
    const bareShed = await createShed(office(), { ...rest, model: model._id, length: 81, standardAddOns: [] });
    expect(bareShed.item.standardAddOns).toEqual([]);
    const row = {
      Model: 'Starter',
      Base_Style: shed.baseStyle.name,
      Width: shed.width,
      Length: 82,
      Retail_Price: 5000,
    };
    const staging = await stageImport(office(), { kind: 'sheds', rows: [row] });
    await applyStagedImport(office(), { id: staging._id });
    const importedShed = (await world.db('sheds').where({ model_id: model._id, length: 82 }).first('id')) as {
      id: string;
    };
    expect((await getShed(office(), importedShed)).standardAddOns).toMatchObject([
      { addon: { _id: addon }, quantity: 2 },
    ]);
    const copy = await copyModel(office(), { id: model._id, name: 'Starter copy', code: 'SC' });
    expect(copy.item.standardAddOns).toMatchObject([{ addon: { _id: addon }, quantity: 2 }]);
    await undoImport(office(), { id: staging._id });
    expect(await world.db('sheds').where({ id: importedShed.id })).toEqual([]);
  });

  test('refuses a duplicate component, a width of 0 and a fraction of a cent', async () => {
    const shed = await firstShed();
    const component = (await world.db('components').first('id')) as { id: string };
    const twice = [{ component: component.id }, { component: component.id }];
    await expect(
      updateShed(office(), { id: shed._id, ...body(shed), width: 0, retailPrice: 1.005, components: twice }),
    ).rejects.toMatchObject({
      errors: [{ path: 'width' }, { path: 'retailPrice' }, { path: 'components' }],
    });
  });
});

describe('the price table', () => {
  test('P0: a shed without labor or components has no cost and no profit, for the office or a shop', async () => {
    const shed = await firstShed();
    const shopId = await world.findShopId(homeShop);
    const trx = await world.db.transaction();
    const row = async (name: 'office.admin' | 'shop.user') => {
      const filter = { category: 'all', shop: shopId, model: shed.model._id, size: 500 } as const;
      const { items } = await getPriceTable(world.ctx(name, { db: trx }), filter);
      return items.find(({ _id }) => _id === shed._id);
    };
    try {
      const knownRow = await row('office.admin');
      expect(knownRow?.costUnknown).toEqual([]);
      const { model, baseStyle, width, length } = shed;
      await trx('shed_labor').where({ model_id: model._id, base_style_id: baseStyle._id, width, length }).delete();
      expect(await row('office.admin')).toEqual({
        ...knownRow,
        costUnknown: ['labor'],
        standardLabor: null,
        standardBoxTotalCost: null,
        standardBoxGrossProfit: null,
        standardBoxGrossProfitPercent: null,
        totalStandardGrossProfit: null,
        totalStandardGrossProfitPercent: null,
      });
      await trx('shed_components').where({ shed_id: shed._id }).delete();
      expect(await row('shop.user')).toMatchObject({
        costUnknown: ['labor', 'material'],
        shopsRetailPrice: knownRow?.shopsRetailPrice,
        shopBoxMaterialCost: null,
        shopLabor: null,
        shopBoxGrossProfit: null,
      });
    } finally {
      await trx.rollback();
    }
  });

  test('for a past day has the figures of that day', async () => {
    const shed = await firstShed();
    const row = async (at?: string) =>
      (
        await getPriceTable(office(), { category: 'all', shop: 'all', model: shed.model._id, ...(at ? { at } : {}) })
      ).items.find(({ _id }) => _id === shed._id);
    world.now = new Date();
    await world.db.raw(`update catalogue_versions set at = at - interval '40 days'`);
    const before = await row();
    await updateShed(office(), { id: shed._id, ...body(shed), retailPrice: shed.retailPrice + 100 });
    const yesterday = new Date(Date.now() - 86_400_000 * 2).toISOString().slice(0, 10);
    expect((await row())?.retailPrice).toBe(shed.retailPrice + 100);
    expect(await row(yesterday)).toMatchObject({
      retailPrice: shed.retailPrice,
      shopsRetailPrice: before?.shopsRetailPrice,
      totalStandardGrossProfit: before?.totalStandardGrossProfit,
    });
  });

  test("shows a shop its own figures, never the standard ones or another shop's", async () => {
    const shopId = await world.findShopId(homeShop);
    const table = await getPriceTable(world.ctx('shop.user'), { category: 'all', shop: shopId, model: 'all', size: 3 });
    expect(Object.keys(table.items[0] ?? {}).filter((key) => /standard/i.test(key))).toEqual([]);
    expect(table.items[0]).toHaveProperty('shopBoxTotalCost');
    const other = await world.findShopId(otherShop);
    await expect(getPriceTable(world.ctx('shop.user'), { category: 'all', shop: other, model: 'all' })).rejects.toThrow(
      'Shop not found',
    );
    await expect(
      getPriceTable(world.ctx('builder'), { category: 'all', shop: shopId, model: 'all' }),
    ).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });

  test('a category changed by another user is a conflict with both versions', async () => {
    const { _id } = await category();
    const name = 'Theirs';
    await updateShedCategory(office(), { id: _id, revision: 1, name });
    await expect(updateShedCategory(office(), { id: _id, revision: 1, name: 'Mine' })).rejects.toMatchObject({
      details: { current: { name, revision: 2 } },
    });
  });
});

describe('raising retail prices', () => {
  test('raises every shed of a category, even more than a list shows, or of one model', async () => {
    const shed = await firstShed();
    await world.db.raw(
      `insert into sheds (id, model_id, base_style_id, width, length, retail_price)
       select gen_random_uuid(), model_id, base_style_id, 0.1 + n / 10000.0, 5, 100050 from sheds, generate_series(1, 5001) n where id = ?`,
      [shed._id],
    );
    const prices = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (
          (await world
            .db('sheds as s')
            .join('shed_models as m', 'm.id', 's.model_id')
            .where({ 'm.category_id': shed.category._id })
            .select('s.id', 's.retail_price', 's.model_id')) as { id: string; retail_price: number; model_id: string }[]
        ).map((row) => [row.id, row.retail_price]),
      );
    const before = await prices();
    const raise = { category: shed.category._id, dollars: 10, step: 5 };
    expect(await raiseRetailPrices(office(), raise)).toMatchObject({ updated: Object.keys(before).length });
    const up = (price: number) => Math.ceil((price + 1000) / 500) * 500;
    expect(await prices()).toEqual(Object.fromEntries(Object.entries(before).map(([id, price]) => [id, up(price)])));
    const { updated } = await raiseRetailPrices(office(), { ...raise, model: shed.model._id });
    expect(updated).toBeGreaterThan(5000);
    expect(updated).toBeLessThan(Object.keys(before).length);
    await world.db('sheds').where({ length: 5 }).where('width', '<', 1).delete();
  });

  test('is refused if a price changed since the user saw it, naming who changed it', async () => {
    const row = (await world.db('sheds').orderBy('id').first('id', 'retail_price')) as {
      id: string;
      retail_price: number;
    };
    const price = row.retail_price / 100;
    const change = (retailPrice: number, was: number) =>
      storeRetailPrices(office(), { sheds: [{ _id: row.id, retailPrice, was }] });
    expect(await change(price + 1, price)).toMatchObject({ updated: 1 });
    await expect(change(price + 2, price)).rejects.toThrow(/^The retail price was changed by .+ in the meantime\.$/);
    expect(await change(price, price + 1)).toMatchObject({ updated: 1 });
  });

  test('is refused without a change if a shed would have no price, naming the first', async () => {
    const shed = await firstShed();
    const prices = () => world.db('sheds').orderBy('id').pluck('retail_price');
    const before = await prices();
    const scope = { category: shed.category._id };
    for (const percent of [-100, -150])
      await expect(raiseRetailPrices(office(), { ...scope, percent })).rejects.toMatchObject({
        errors: [{ path: 'percent', msg: 'must be more than -100' }],
      });
    const table = await getPriceTable(office(), { ...scope, model: 'all', shop: 'all', type: 'NB', size: 1 });
    const [first] = table.items;
    for (const change of [{ dollars: -1_000_000 }, { percent: -99.9999 }]) {
      const [path] = Object.keys(change);
      await expect(raiseRetailPrices(office(), { ...scope, ...change })).rejects.toMatchObject({
        errors: [{ path, msg: `${first?.model.name} ${first?.width}x${first?.length} would have no price` }],
      });
    }
    expect(await prices()).toEqual(before);
  });

  test('requires either a percent or dollars, and refuses a category without sheds', async () => {
    const { _id: id } = await category();
    for (const input of [{ category: id }, { category: id, percent: 1, dollars: 1 }])
      await expect(raiseRetailPrices(office(), input)).rejects.toMatchObject({ errors: [{ path: 'percent' }] });
    const none = { category: crypto.randomUUID(), percent: 1 };
    await expect(raiseRetailPrices(office(), none)).rejects.toMatchObject({ errors: [{ path: 'category' }] });
  });
});
