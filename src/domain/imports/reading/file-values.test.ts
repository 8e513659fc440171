import { describe, expect, test } from 'vitest';
import { storeRetailPrices } from '../../catalogue/sheds/retail-prices.js';
import { getPriceTable } from '../../catalogue/sheds/price-table.js';
import { createKindDriver } from '../../testing/kind-driver.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { importAtOnce } from '../at-once.js';
import { applyStagedImport, getStagedImport } from '../workbench.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;

describe('the export of sheds', () => {
  const { sheets, stage } = createKindDriver(world, 'sheds');
  const readRows = async (options: Parameters<typeof sheets>[0]) => (await sheets(options)).flatMap(({ rows }) => rows);

  test('is the price table of the same shop and order type, and states both', async () => {
    const shop = await world.findShopId(homeShop);
    for (const type of ['NB', 'INV'] as const) {
      const table = await getPriceTable(office(), { category: 'all', shop, model: 'all', type, size: 500 });
      const rows = await readRows({ shop, type });
      expect(rows.length).toBe(table.total);
      for (const shed of table.items as unknown as Row[])
        expect(rows.find(({ id }) => id === shed['_id'])).toMatchObject({
          Retail_Price: shed['retailPrice'],
          Shops_Retail_Percent: shed['shopsRetailPercent'],
          Shops_Retail_Price: shed['shopsRetailPrice'],
          Total_Standard_Gross_Profit: shed['totalStandardGrossProfit'] ?? 'cost unknown',
          Values_Of: homeShop,
          Order_Type: type,
          As_Of: expect.stringMatching(/^current, \d{4}-\d\d-\d\d$/) as string,
        });
    }
    const [standard] = await readRows({});
    expect(standard).toMatchObject({ Values_Of: 'Standard', Order_Type: 'NB' });
  });

  test('can have prices of a past day, which require confirmation before they are imported', async () => {
    world.now = new Date();
    const [shed] = await readRows({});
    const { sheet } = (await sheets()).flatMap(({ name, rows }) => rows.map((row) => ({ sheet: name, row })))[0] as {
      sheet: string;
    };
    const price = Number(shed?.['Retail_Price']);
    await world.db.raw(`update catalogue_versions set at = at - interval '40 days'`);
    await storeRetailPrices(office(), { sheds: [{ _id: String(shed?.['id']), retailPrice: price + 100 }] });
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const past = (await readRows({ at: day })).find(({ id }) => id === shed?.['id']) as Row;
    expect(past).toMatchObject({ Retail_Price: price, As_Of: day });
    await expect(readRows({ at: '2999-01-01' })).rejects.toThrow('must not be after today');
    const { questions, _id } = await stage([{ Sheet: sheet, ...past }]);
    expect(questions).toEqual([`This file has prices as of ${day}, not current prices.`]);
    await expect(applyStagedImport(office(), { id: _id })).rejects.toMatchObject({ code: 'import-unconfirmed' });
    const current = (await readRows({})).find(({ id }) => id === shed?.['id']) as Row;
    expect(current['Retail_Price']).toBe(price + 100);
    expect((await stage([{ Sheet: sheet, ...current }])).questions).toEqual([]);
  });
});

describe.each([
  ['items', (row: Row) => ({ ...row, Freight: 7.77 })],
  ['shed-labor', (row: Row) => ({ ...row, Paint_Hours: 77 })],
])('a file of %s of a shop', (kind, changed) => {
  const { sheets, stage } = createKindDriver(world, kind);
  const oneRow = async (shop?: string) => {
    const [sheet] = await sheets(shop ? { shop } : {});
    return { Sheet: sheet?.name, ...sheet?.rows[0] } as Row;
  };

  test('states the shop of its values, and requires confirmation to be imported into others', async () => {
    const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    const own = await oneRow(home);
    expect(own['Values_Of']).toBe(homeShop);
    const standard = await oneRow();
    expect(standard['Values_Of']).toBe('Standard');
    expect((await stage([own], { shop: home })).questions).toEqual([]);
    expect((await stage([standard])).questions).toEqual([]);
    const { questions, _id: id } = await stage([changed(own)]);
    expect(questions).toEqual([
      `This file has the values of ${homeShop}. You are about to change the standard values.`,
    ]);
    expect((await getStagedImport(office(), { id })).questions).toEqual(questions);
    await expect(applyStagedImport(office(), { id })).rejects.toThrow(questions[0]);
    expect(await oneRow()).toEqual(standard);
    expect((await applyStagedImport(office(), { id, confirmed: true })).counts.changed).toBe(1);
    const back = await stage([standard], { shop: other });
    expect(back.questions).toEqual([
      `This file has the standard values. You are about to change the values of ${otherShop}.`,
    ]);
  });
});

test("a direct import refuses another shop's values without confirmation", async () => {
  const { sheets } = createKindDriver(world, 'items');
  const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  const [sheet] = await sheets({ shop: home });
  const rows = [{ Sheet: sheet?.name, ...sheet?.rows[0], Freight: 3.33 }];
  const { apply, preview } = importAtOnce('items', 'items.change', { ofShop: true });
  const question = `This file has the values of ${homeShop}. You are about to change the values of ${otherShop}.`;
  expect((await preview(office(), { rows, shop: other })).msg).toContain(question);
  await expect(apply(office(), { rows, shop: other })).rejects.toThrow(question);
  expect((await apply(office(), { rows, shop: other, confirmed: true })).counts.changed).toBe(1);
});

test("standard values need no confirmation for many shops; another shop's values do", async () => {
  const { sheets, stage } = createKindDriver(world, 'items-for-shops');
  const shops = [await world.findShopId(otherShop)];
  const [sheet] = await sheets();
  const row = { Sheet: sheet?.name, ...sheet?.rows[0] };
  expect((await stage([row], { shops })).questions).toEqual([]);
  expect((await stage([{ ...row, Values_Of: homeShop }], { shops })).questions).toHaveLength(1);
});
