import { beforeAll, expect, test } from 'vitest';
import { listAllAddOnCategories } from '../../catalogue/addons/categories.js';
import { computeAddOnCompanyProfit } from '../../catalogue/addons/company-profit.js';
import { listAddOns } from '../../catalogue/addons/read.js';
import { toColumn, readSheetCells } from '../../testing/table-files.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { runAddOnReport } from './addon-report.js';
import { downloadReport } from './file.js';

const world = useWorld();
let shop: string;
let categories: string[];
beforeAll(async () => {
  shop = await world.findShopId(homeShop);
  categories = await world.db('addon_categories').orderBy('name').pluck('id');
});
const run = (ids: string, x = shop) => runAddOnReport(world.ctx('office.user'), { ids, x });

interface StoredLine {
  readonly id: string;
  readonly type: string;
  readonly mode: null;
  readonly discount: boolean;
  readonly retail_price: number;
  readonly shop_percent: number | null;
}

test('has every add-on of the requested categories, or of all categories the shop uses', async () => {
  const some = categories.slice(0, 2);
  const { rows } = await run(some.join(','));
  const ids = async (where: readonly string[]): Promise<string[]> =>
    world.db('add_ons').whereIn('category_id', where).pluck('id');
  expect(rows.map(({ _id }) => _id).sort()).toEqual((await ids(some)).sort());
  const usedCategories = (await listAllAddOnCategories(world.ctx('office.user'), { shop })).items.map(({ _id }) => _id);
  expect(usedCategories.length).toBeLessThan(categories.length);
  expect((await run('all')).rows.map(({ _id }) => _id).sort()).toEqual((await ids(usedCategories)).sort());
});

test('standard cost and gross profit equal the add-on lists; the company’s follow the mode', async () => {
  const { rows } = await run(categories.join(','));
  const storedAddOns: StoredLine[] = await world.db('add_ons').select('*');
  expect(rows.some(({ type }) => type === 'percent')).toBe(true);
  for (const category of categories) {
    const { items } = await listAddOns(world.ctx('office.user'), { id: category, shop, size: 500 });
    for (const item of items) {
      const row = rows.find(({ _id }) => _id === item._id);
      expect(row?.standardCost).toBe(item.addOnStandardTotalCost);
      expect(row?.standardGrossProfit).toBe(item.standardAddOnGrossProfit);
    }
  }
  for (const { id, type, mode, discount, retail_price: retailPrice, shop_percent } of storedAddOns) {
    const row = rows.find(({ _id }) => _id === id);
    const shopPercent = shop_percent ?? row?.shopPercent ?? 0;
    const expected =
      type === 'percent' ? null : computeAddOnCompanyProfit({ retailPrice, shopPercent, mode, discount }).amount;
    expect(row?.companyGrossProfit).toBe(expected);
  }
});

test('an add-on without its own percent uses the shop’s', async () => {
  const { rows } = await run('all');
  const id = rows.find(({ type }) => type === 'piece')?._id;
  await world.db('add_ons').where({ id }).update({ shop_percent: null, mode: null });
  await world.db('shops').where({ id: shop }).update({ shop_add_on_percent: 71.5 });
  expect((await run('all')).rows.find(({ _id }) => _id === id)?.shopPercent).toBe(71.5);
  await world.db('shops').where({ id: shop }).update({ shop_add_on_percent: null });
  expect((await run('all')).rows.find(({ _id }) => _id === id)?.shopPercent).toBe(75);
});

test('the workbook has the same figures', async () => {
  const { rows } = await run(categories[0] ?? '');
  const filter = { categories: [categories[0]], shop };
  const sheet = await readSheetCells(await downloadReport(world.ctx('office.user'), { name: 'addons', filter }));
  expect(toColumn(sheet, 'Name')).toEqual(rows.map(({ name }) => name));
  expect(toColumn(sheet, 'Standard Cost')).toEqual(rows.map(({ standardCost }) => standardCost));
});

test.each([
  ['all', 'nobody', 'invalid-input'],
  ['some', undefined, 'invalid-input'],
  ['all', '0190a000-0000-7000-8000-000000000000', 'not-found'],
])('%s for %s is refused: %s', async (ids, x, code) => {
  await expect(run(ids, x)).rejects.toMatchObject({ code });
});

test('is only for the office', async () => {
  for (const who of ['shop.admin', 'shop.user', 'builder'] as const)
    await expect(runAddOnReport(world.ctx(who), { ids: 'all', x: shop })).rejects.toMatchObject({
      code: 'permission-denied',
    });
});

test('explains the figures of a discount, whose negative price has no percent', async () => {
  const { rows } = await run('all');
  const { _id: id, name } =
    rows.find(
      ({ type, standardCost: cost, standardGrossProfit: profit }) =>
        type === 'piece' && (cost ?? 0) + (profit ?? 0) > 0,
    ) ?? expect.fail();
  await world.db('add_ons').where({ id }).update({ discount: true });
  const row = (await run('all')).rows.find(({ _id }) => _id === id) ?? expect.fail();
  expect(row).toMatchObject({
    discount: true,
    standardCost: 0,
    note: expect.stringMatching(/^Discount: deducted from the price/),
  });
  expect(row.standardGrossProfit).toBe(0); // P4: a discount has neither cost nor profit
  expect(row.companyGrossProfit).toBeLessThan(0);
  const sheet = await readSheetCells(
    await downloadReport(world.ctx('office.user'), { name: 'addons', filter: { shop } }),
  );
  const at = toColumn(sheet, 'Name').indexOf(name);
  expect(toColumn(sheet, 'Standard GP %')[at]).toBe('—');
  expect(toColumn(sheet, 'Note')[at]).toBe(row.note);
});
