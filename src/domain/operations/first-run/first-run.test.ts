import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createItemCategory } from '../../catalogue/items/categories.js';
import { updateItem, listItems } from '../../catalogue/items/service.js';
import { updateSettings, getCompanySettings } from '../../catalogue/settings/service.js';
import { createCompany, updateCompany, getCompanyProfile } from '../../company/company/service.js';
import { createUser } from '../../company/users/sign-in.js';
import { importOrders } from '../../imports/order-files/service.js';
import { systemActor, type Actor, type Ctx } from '../../kernel/context.js';
import { connect } from '../../kernel/database/database.js';
import { newId } from '../../kernel/ids.js';
import { pushOrders } from '../../orders/intake/push.js';
import { deleteOrder } from '../../orders/life/delete.js';
import { getOrder, listOrders } from '../../orders/service.js';
import { createTestDatabase, type TestDatabase } from '../../testing/database.js';
import { silent } from '../../testing/world.js';
import { addSample, getSampleOrders, removeSample, getFirstRun } from './service.js';

let database: TestDatabase;
let db: Knex;
let now: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { max: 8 });
  now = new Date();
  await createCompany(ctx(), { name: 'Prairie Sheds' });
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const ctx = (more: Partial<Actor> = {}): Ctx => ({
  db,
  actor: { ...systemActor('cli'), ...more },
  clock: { now: () => now },
  logger: silent,
  via: 'web',
  requestId: newId(),
});

const tables = [
  'items',
  'item_categories',
  'sheds',
  'shed_models',
  'shed_labor',
  'haul_bases',
  'base_styles',
  'add_ons',
];
tables.push('addon_labor', 'addon_parent_categories', 'components', 'shed_categories', 'shops', 'dealers');
tables.push('company_colors', 'sample_records');
async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = ((await db(table).count({ n: '*' }).first()) as { n: number }).n;
  return counts;
}
const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

const listDoneSteps = async () =>
  (await getFirstRun(ctx(), {})).steps.filter((step) => step.done).map(({ step }) => step);

async function uploadSampleOrder(): Promise<string> {
  await importOrders(ctx(), await getSampleOrders(ctx(), {}));
  const { items } = await listOrders(ctx(), { status: 'New' });
  return items[0]?._id ?? '';
}

describe('the first steps', () => {
  test('are open in a new company, and done according to its records', async () => {
    expect(await getFirstRun(ctx(), {})).toMatchObject({ state: 'open', sample: 'none', order: null });
    expect(await listDoneSteps()).toEqual([]);
    await addSample(ctx(), {});
    expect(await listDoneSteps()).toEqual(['company', 'rates', 'items', 'models', 'shops']);
    const password = 'ten letters+';
    for (const userName of ['ann@prairie.test', 'ben@prairie.test'])
      await createUser(ctx(), { name: 'Ann', userName, password, role: 'Office User', shop: null });
    expect(await listDoneSteps()).toContain('people');
    await db('shed_labor').delete();
    expect(await listDoneSteps()).not.toContain('models');
  });

  test('end with the first order that is priced and pushed, and are hidden a week later', async () => {
    await addSample(ctx(), {});
    const id = await uploadSampleOrder();
    expect(await getFirstRun(ctx(), {})).toMatchObject({ state: 'open', order: null });
    expect(await listDoneSteps()).toContain('upload');
    await pushOrders(ctx(), {});
    expect(await getFirstRun(ctx(), {})).toMatchObject({ state: 'done', order: { _id: id } });
    now = new Date(now.getTime() + 8 * 24 * 3_600_000);
    expect(await getFirstRun(ctx(), {})).toMatchObject({ state: 'past', steps: [] });
  });

  test('are those that the reader may do', async () => {
    const steps = async (more: Partial<Actor>) => (await getFirstRun(ctx(more), {})).steps.map(({ step }) => step);
    expect(await steps({ superAdmin: false })).toEqual(['company', 'rates', 'items', 'models', 'upload']);
    expect(await steps({ viewOnly: true })).toEqual([]);
    for (const role of ['Office User', 'Shop Admin', 'Builder'] as const)
      await expect(getFirstRun(ctx({ role, superAdmin: false }), {})).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('the sample catalogue', () => {
  test('prices its order without an alert', async () => {
    await addSample(ctx(), {});
    const order = await getOrder(ctx(), { id: await uploadSampleOrder() });
    expect(order).toMatchObject({ alerts: [], costUnknown: [], subTotal: { company: 5420 } });
    expect(await pushOrders(ctx(), {})).toMatchObject({ pushed: 1, left: 0 });
  });

  test('is recorded in the history of each record', async () => {
    await addSample(ctx(), {});
    const { n } = (await db('audit_entries')
      .where({ action: 'add' })
      .whereNot({ entity: 'company' })
      .count({ n: '*' })
      .first()) as { n: number };
    expect(n).toBe(
      await db('sample_records')
        .whereNotIn('kind', ['colors', 'rates'])
        .then((rows) => rows.length),
    );
  });

  test('is removed completely', async () => {
    const before = await getCompanySettings(ctx(), {});
    await addSample(ctx(), {});
    const { added } = { added: (await countRows())['sample_records'] };
    expect(added).toBeGreaterThan(50);
    expect(await removeSample(ctx(), {})).toMatchObject({ msg: 'Sample catalogue is removed', kept: [] });
    expect(await countRows()).toEqual(nothing);
    expect({ ...(await getCompanySettings(ctx(), {})), revision: 0 }).toEqual({ ...before, revision: 0 });
    expect(await getFirstRun(ctx(), {})).toMatchObject({ sample: 'none' });
    expect(await removeSample(ctx(), {})).toMatchObject({ msg: 'Nothing to change.', removed: 0 });
    await addSample(ctx(), {});
  });

  test('is added once, even by two simultaneous calls', async () => {
    const results = await Promise.all([addSample(ctx(), {}), addSample(ctx(), {})]);
    expect(results.map(({ added }) => added).toSorted((a, b) => a - b)[0]).toBe(0);
    const counts = await countRows();
    expect(await addSample(ctx(), {})).toMatchObject({ msg: 'Nothing to change.', added: 0 });
    expect(await countRows()).toEqual(counts);
  });

  test('is removed once by two simultaneous calls', async () => {
    await addSample(ctx(), {});
    const results = await Promise.all([removeSample(ctx(), {}), removeSample(ctx(), {})]);
    expect(results.map(({ removed }) => removed).toSorted((a, b) => a - b)[0]).toBe(0);
    expect(await countRows()).toEqual(nothing);
  });

  test('keeps what an order uses, and reports it, until the order is deleted', async () => {
    await addSample(ctx(), {});
    const id = await uploadSampleOrder();
    await pushOrders(ctx(), {});
    const { removed, kept } = await removeSample(ctx(), {});
    expect(removed).toBeGreaterThan(0);
    expect(kept).toContainEqual({
      what: 'Shop "Sample Shop"',
      why: expect.stringContaining('order SGS-1016-SAMPLE-1') as string,
    });
    expect(kept).toContainEqual({ what: 'Shed "Sample Garden Shed 10x16"', why: 'used by order SGS-1016-SAMPLE-1' });
    expect(kept).toContainEqual({ what: 'Company rates', why: 'used by 1 order' });
    expect(kept.map(({ what }) => what)).not.toContain('Model "Sample Lofted Barn"');
    expect(await getFirstRun(ctx(), {})).toMatchObject({ sample: 'part' });
    await expect(addSample(ctx(), {})).rejects.toMatchObject({ code: 'sample-remains' });
    await deleteOrder(ctx(), { id });
    expect(await removeSample(ctx(), {})).toMatchObject({ kept: [] });
    expect(await countRows()).toEqual(nothing);
  });

  test('keeps what was changed, what that depends on, and what depends on it', async () => {
    await addSample(ctx(), {});
    const { items } = await listItems(ctx(), { size: 100 });
    const ridge = items.find(({ name }) => name === 'Ridge cap');
    await updateItem(ctx(), {
      id: ridge?._id ?? '',
      param: 'standard',
      name: 'Ridge cap',
      type: 'linearFt',
      subTotal: 2.2,
    });
    const { id: model } = (await db('shed_models').where({ name: 'Sample Garden Shed' }).first('id')) as { id: string };
    const { id: style } = (await db('base_styles').first('id')) as { id: string };
    const ownId = newId();
    await db('haul_bases').insert({
      id: ownId,
      model_id: model,
      base_style_id: style,
      width: 9,
      length: 9,
      haul_base: 100,
    });
    const { kept } = await removeSample(ctx(), {});
    expect(kept).toContainEqual({ what: 'Item "Ridge cap"', why: 'changed since it was added' });
    expect(kept).toContainEqual({ what: 'Item category "Sample metal"', why: 'used by 1 item' });
    expect(kept).toContainEqual({ what: 'Model "Sample Garden Shed"', why: 'used by 1 haul base' });
    expect(await db('haul_bases').pluck('id')).toEqual([ownId]);
    expect((await listItems(ctx(), { size: 100 })).items.map(({ name }) => name)).toEqual(['Ridge cap']);
  });

  test("keeps a shop's own values and the item they belong to", async () => {
    await addSample(ctx(), {});
    const { items } = await listItems(ctx(), { size: 100 });
    const { id: shop } = (await db('shops').first('id')) as { id: string };
    const { _id: id = '', name = '' } = items[0] ?? {};
    await db('shop_item_values').insert({ shop_id: shop, item_id: id, sub_total: 9 });
    const { kept } = await removeSample(ctx(), {});
    expect(kept).toContainEqual({ what: 'Shop "Sample Shop"', why: 'used by 1 shop value' });
    expect(kept).toContainEqual({ what: `Item "${name}"`, why: expect.stringContaining('1 shop value') as string });
  });

  test("leaves the company's own colors and rates unchanged", async () => {
    const { _id: id } = await getCompanyProfile(ctx(), {});
    await updateCompany(ctx(), { id, roofColors: [{ color: 'Pink' }] });
    const { _id: _i, revision: _r, ...settings } = await getCompanySettings(ctx(), {});
    await updateSettings(ctx(), { ...settings, id, fuelSurcharge: 7 });
    await addSample(ctx(), {});
    await removeSample(ctx(), {});
    expect(await getCompanyProfile(ctx(), {})).toMatchObject({
      roofColors: [{ color: 'Pink' }],
      sidingColors: [],
      fuelSurcharge: 7,
    });
  });

  test('is refused without any change if a name already exists, naming it', async () => {
    await createItemCategory(ctx(), { name: 'sample METAL' });
    await expect(addSample(ctx(), {})).rejects.toMatchObject({
      code: 'sample-name-taken',
      message: 'Item category "sample METAL" already exists. Rename it, and add the sample catalogue again.',
    });
    expect(await countRows()).toEqual({ ...nothing, item_categories: 1 });
  });

  test('is for super admins of the office who may change the company', async () => {
    for (const more of [{ superAdmin: false }, { role: 'Shop Admin' }, { role: 'Office User' }] as const)
      for (const use of [addSample, removeSample])
        await expect(use(ctx(more), {})).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(addSample(ctx({ viewOnly: true }), {})).rejects.toMatchObject({ code: 'view-only' });
    expect(await countRows()).toEqual(nothing);
  });
});
