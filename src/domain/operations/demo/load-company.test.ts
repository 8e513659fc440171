import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findUserByName } from '../../company/users/queries.js';
import { passwordFits } from '../../company/users/passwords.js';
import { systemActor, systemClock, type Ctx } from '../../kernel/context.js';
import { connect } from '../../kernel/database/database.js';
import { useTestDatabase } from '../../testing/database.js';
import { addDemoAccounts, demoAccounts, demoPassword, hasDemoAccounts } from './accounts.js';
import type { CompanyFile } from './company-file.js';
import { loadCompany } from './load-company.js';
import { hands } from './year/staff.js';
import { packageFolder } from '../../../package.js';

const text = readFileSync(new URL('fixtures/demo-company.json', packageFolder), 'utf8');
const demoFile = (): CompanyFile => JSON.parse(text) as CompanyFile;
const length = (lists: readonly (readonly unknown[])[]): number => lists.flat().length;

const database = useTestDatabase();
let db: Knex;
beforeAll(() => {
  db = connect(database.url);
});
afterAll(() => db.destroy());

async function countsIn(tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = ((await db(table).count({ n: '*' }).first()) as { n: number }).n;
  return counts;
}

function expectedCounts(file: CompanyFile): Record<string, number> {
  const { company, shops, sheds, shedModels, components, addOns, shedCategories } = file;
  return {
    companies: 1,
    company_colors: length([company.roofColors, company.sidingColors, company.trimColors]),
    item_categories: file.itemCategories.length,
    items: file.items.length,
    base_styles: file.baseStyles.length,
    addon_parent_categories: file.addOnParentCategories.length,
    addon_categories: file.addOnCategories.length,
    addon_labor: file.addOnLabor.length,
    add_ons: addOns.length,
    add_on_items: length([...addOns, ...shops.flatMap((shop) => shop.addOnItems)].map(({ items }) => items)),
    shed_categories: shedCategories.length,
    shed_category_addon_parents: length(shedCategories.map((category) => category.addonParentCategories)),
    component_categories: file.componentCategories.length,
    components: components.length,
    component_items: length(components.map(({ items }) => items)),
    shed_models: shedModels.length,
    shed_model_add_ons: length(shedModels.map((model) => model.standardAddOns)),
    sheds: sheds.length,
    shed_components: length(sheds.map((shed) => shed.components)),
    shed_add_ons: length(sheds.map((shed) => shed.standardAddOns)),
    shed_labor: file.shedLabor.length,
    haul_bases: file.haulBases.length,
    shops: shops.length,
    shop_percents: length(shops.map(({ percents }) => [percents.default, ...percents.categories, ...percents.models])),
    shop_item_values: length(shops.map((shop) => shop.itemValues)),
    shop_base_styles: length(shops.map((shop) => shop.baseStyles)),
    shop_shed_labor: length(shops.map((shop) => shop.shedLabor)),
    shop_addon_labor: length(shops.map((shop) => shop.addOnLabor)),
    dealers: file.dealers.length,
  };
}

const expected = expectedCounts(demoFile());
const nothing = Object.fromEntries(Object.keys(expected).map((table) => [table, 0]));

describe('a file with inconsistent data', () => {
  const refusals: [string, (file: CompanyFile) => void, string][] = [
    [
      'a name that leads nowhere',
      (file) => void (file.dealers[0]!.shop = 'Nowhere Barns'),
      'The company file has no shop "Nowhere Barns", which dealer "Hilltop Storage" needs.',
    ],
    [
      'an unknown size of a shop',
      (file) => void (file.shops[0]!.shedLabor[0]!.length = 99),
      'The company file has no shed labor "Painted Cabin, Tall Wall, 12x99", which shop "Ridge Line Barns" needs.',
    ],
    [
      'two records of one name',
      (file) => void file.items.push({ ...file.items[0]!, name: 'METAL PANEL' }),
      'The company file has a duplicate item, "METAL PANEL".',
    ],
    [
      'a fraction of a cent',
      (file) => void (file.sheds[0]!.retailPrice = 2295.005 as never),
      'sheds "Painted Cabin, Tall Wall, 8x10" retailPrice: must be an amount in dollars with at most 2 decimals',
    ],
    [
      'more decimals than are kept',
      (file) => void (file.shops[0]!.itemValues[0]!.subTotal = 0.73051),
      'shops "Ridge Line Barns" itemValues "J Chan" subTotal: must have at most 4 decimals',
    ],
    [
      'a field nobody knows',
      (file) => void Object.assign(file.shops[0]!, { colour: 'red' }),
      'shops "Ridge Line Barns": has unknown fields: colour',
    ],
  ];

  test.each(refusals)('%s is refused, and nothing is loaded', async (_, spoil, sentence) => {
    const file = demoFile();
    spoil(file);
    await expect(loadCompany(db, file)).rejects.toThrow(sentence);
    expect(await countsIn(Object.keys(expected))).toEqual(nothing);
  });

  test('a refusal by the database alone undoes everything', async () => {
    const file = demoFile();
    file.dealers.push(file.dealers[0]!);
    await expect(loadCompany(db, file)).rejects.toThrow('dealers_name');
    expect(await countsIn(Object.keys(expected))).toEqual(nothing);
  });
});

describe('the demo company', () => {
  let counts: Record<string, number>;
  beforeAll(async () => {
    counts = await loadCompany(db, demoFile());
  });

  test('is completely in the database', async () => {
    expect(counts).toEqual(expected);
    expect(await countsIn(Object.keys(expected))).toEqual(expected);
  });

  test('has money in cents, unit prices in dollars and percents as written', async () => {
    const shed = await db('sheds as s')
      .join('shed_models as m', 'm.id', 's.model_id')
      .join('base_styles as b', 'b.id', 's.base_style_id')
      .where({ 'm.name': 'Urethane Utility', 'b.name': 'Standard Wall', width: 14, length: 32 })
      .first('retail_price', 'ss_id');
    expect(shed).toMatchObject({ retail_price: 1_496_320 });
    expect(await db('companies').first()).toMatchObject({
      fourteen_wide_escort: 15_000,
      sixteen_wide_escort: 27_500,
      fuel_surcharge: 3_500,
      overhead_percent_company: 5.5,
      drip_edge_standard: 0.8825,
      time_zone: 'America/Chicago',
    });
    expect(await db('items').where({ name: 'Metal Panel' }).first()).toMatchObject({
      sub_total: 2.45,
      freight: 0.1103,
      total: 2.5603,
    });
    expect(await db('base_styles').where({ name: 'Tall Wall' }).first()).toMatchObject({
      door_cost: 4_250,
      build_type: 'percent',
    });
  });

  test('distinguishes a percent of 0 from a missing percent', async () => {
    const rows = await db('shop_percents as p')
      .join('shops as s', 's.id', 'p.shop_id')
      .leftJoin('shed_categories as c', 'c.id', 'p.category_id')
      .leftJoin('shed_models as m', 'm.id', 'p.model_id')
      .where('s.name', 'Cedar Hollow Sheds')
      .whereNull('p.category_id')
      .select(
        'm.name as model',
        'fourteen_sixteen_inv_percent as inventory',
        'standard_fourteen_sixteen_inv_percent as standard',
      )
      .orderBy('p.id');
    expect(rows).toEqual([
      { model: null, inventory: 0, standard: 0 },
      { model: 'Urethane Lofted Barn', inventory: 0, standard: null },
    ]);
  });

  test("has each shop's own values beside the company's", async () => {
    const ofShop = (table: string) =>
      db(`${table} as v`).join('shops as s', 's.id', 'v.shop_id').where('s.name', 'Ridge Line Barns');
    const value = await ofShop('shop_item_values')
      .join('items as i', 'i.id', 'v.item_id')
      .where('i.name', 'J Chan')
      .first('v.*');
    expect(value).toMatchObject({ sub_total: 0.7305, freight: 0.04, inventory_item: null });
    const first = demoFile().shops[0]!;
    const styles = await ofShop('shop_base_styles')
      .join('base_styles as b', 'b.id', 'v.base_style_id')
      .select('b.name', 'v.door_cost');
    expect(styles).toEqual(
      first.baseStyles.map(({ name, doorCost }) => ({ name, door_cost: doorCost ? doorCost * 100 : null })),
    );
    expect(await db('shops').where({ name: 'Ridge Line Barns' }).first()).toMatchObject({
      metal_panel: null,
      shop_add_on_percent: null,
    });
  });

  test('has no name that says a word twice, and no person called "demo"', () => {
    const names = Array.from(text.matchAll(/"name": "([^"]*)"/g), ([, name = '']) => name);
    const people = [...demoAccounts, ...hands].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(100);
    expect([...names, ...people].filter((name) => /\b(\w{2,}) \1\b|demo/i.test(name))).toEqual([]);
  });

  test('is not loaded into a database that already has a company', async () => {
    await expect(loadCompany(db, demoFile())).rejects.toThrow(
      'This database already has a company, Heartland Portable Buildings. Use an empty database.',
    );
    expect(await countsIn(Object.keys(expected))).toEqual(expected);
  });

  describe('the demo accounts', () => {
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const ctx = (): Ctx => ({ db, actor: null, clock: systemClock, logger: quiet, via: 'cli', requestId: 'demo' });
    beforeEach(() => db('users').delete());

    test('are added once, each as listed', async () => {
      expect(await hasDemoAccounts(db)).toBe(false);
      expect(await addDemoAccounts({ ...ctx(), actor: systemActor('cli') })).toHaveLength(7);
      expect(await addDemoAccounts(ctx())).toEqual([]);
      for (const { shop, ...account } of demoAccounts) {
        const user = await findUserByName(db, account.userName);
        expect(user).toMatchObject(account);
        expect(user?.shop?.name ?? null).toBe(shop);
        expect(await passwordFits(user?.passwordHash ?? null, demoPassword)).toBe(true);
      }
      expect(await hasDemoAccounts(db)).toBe(true);
    });

    test('are the active ones', async () => {
      await addDemoAccounts(ctx());
      await db('users').update({ active: false });
      expect(await hasDemoAccounts(db)).toBe(false);
    });

    test('that already exist are unchanged', async () => {
      await addDemoAccounts(ctx());
      await db('users').where({ user_name: 'builder@demo.test' }).update({ name: 'Renamed' });
      await db('users').where({ user_name: 'shop.user@demo.test' }).delete();
      expect(await addDemoAccounts(ctx())).toEqual(['shop.user@demo.test']);
      expect(await findUserByName(db, 'builder@demo.test')).toMatchObject({ name: 'Renamed' });
    });
  });
});
