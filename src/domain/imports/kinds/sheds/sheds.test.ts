import { beforeAll, describe, expect, test } from 'vitest';
import { getPriceTable } from '../../../catalogue/sheds/price-table.js';
import { homeShop, useWorld } from '../../../testing/world.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'sheds');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;

const MODEL = 'Painted Cabin';
let rows: Row[] = [];
const row = (n: number): Row => ({ Sheet: MODEL, ...rows[n] });
const size = (n: number) => {
  const { id: _, ...others } = row(n);
  return others;
};
beforeAll(async () => {
  rows = (await sheets()).find(({ name }) => name === MODEL)?.rows ?? [];
});

describe('the sheds', () => {
  test('are exported for the office with the figures of the price table at standard values', async () => {
    const table = await getPriceTable(office(), { category: 'all', shop: 'all', model: 'all', size: 500 });
    const shed = table.items.find(({ _id }) => _id === rows[0]?.['id']) as unknown as Record<string, number>;
    expect(rows[0]).toMatchObject({
      Shops_Retail_Price: shed['shopsRetailPrice'],
      Standard_Box_Total_Cost: shed['standardBoxTotalCost'],
      Total_Standard_Gross_Profit: shed['totalStandardGrossProfit'],
      Total_Standard_Gross_Profit_Percent: expect.closeTo(
        100 * (shed['totalStandardGrossProfitPercent'] ?? 0),
        8,
      ) as number,
    });
    expect(shed['standardBoxTotalCost']).toBeGreaterThan(0);
  });

  test('are exported for a shop with only its own figures', async () => {
    const [sheet] = await sheets({}, 'shop.admin');
    expect(sheet?.headers.filter((header) => /standard|total_gross|addons/i.test(header))).toEqual([]);
    const shop = await world.findShopId(homeShop);
    const table = await getPriceTable(world.ctx('shop.admin'), { category: 'all', shop, model: 'all', size: 500 });
    const shed = table.items.find(({ _id }) => _id === sheet?.rows[0]?.['id']) as unknown as Record<string, number>;
    expect(sheet?.rows[0]).toMatchObject({
      Shop_Box_Total_Cost: shed['shopBoxTotalCost'],
      Shops_Retail_Price: shed['shopsRetailPrice'],
      Shop_Overhead: shed['shopOverhead'],
    });
    await expect(sheets({}, 'builder')).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('can be limited to a model', async () => {
    const { id } = (await world.db('shed_models').where({ name: MODEL }).first('id')) as { id: string };
    expect((await sheets({ model: id })).map(({ name }) => name)).toEqual([MODEL]);
  });

  test('can be changed by ID or by size, and added without components; undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const preview = await stage([
      { ...row(0), Base_Style: String(rows[0]?.['Base_Style']).toUpperCase(), Retail_Price: '$2,500.50', Width: 9.5 },
      { ...size(1), Shed_Suite_ID: '' },
      { ...size(2), Length: 99.5, Retail_Price: 7000, Shed_Suite_ID: 'X1', Standard_Labor: 'ignored' },
      { Sheet: 'Other', Model: MODEL, ...rows[3] },
    ]);
    expect(preview.counts).toEqual({ new: 1, changed: 2, unchanged: 1, refused: 0 });
    expect(preview.rows.map(({ changes }) => changes.map(({ column }) => column))).toEqual([
      ['Width', 'Retail_Price'],
      ['Shed_Suite_ID'],
      ['Base_Style', 'Width', 'Length', 'Retail_Price', 'Shed_Suite_ID'],
    ]);
    expect((await apply(preview._id)).msg).toBe('Successfully imported 3 records from 1 sheets.');
    const shed = (n: number) =>
      world.db('sheds').where({ id: rows[n]?.['id'] }).first('width', 'retail_price', 'ss_id');
    expect(await shed(0)).toMatchObject({ width: 9.5, retail_price: 250_050 });
    expect(await shed(1)).toMatchObject({ ss_id: null });
    const added = (await world.db('sheds').where({ ss_id: 'X1' }).first()) as { id: string };
    expect(added).toMatchObject({ length: 99.5, retail_price: 700_000 });
    expect(await world.db('shed_components').where({ shed_id: added.id })).toEqual([]);
    expect((await getImport(office(), { id: preview._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: preview._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('with impossible values are refused, each with its reason', async () => {
    const id = rows[0]?.['id'];
    const elsewhere = (await sheets()).map(({ name }) => name).find((name) => name !== MODEL) ?? '';
    expect(
      await refusals([
        { ...row(0), id: '018f0000-0000-7000-8000-000000000000' },
        { ...row(0), id: 'seven' },
        { ...row(0), Sheet: elsewhere },
        { ...row(0), Model: 'No such' },
        { ...row(0), Base_Style: 'Round' },
        { ...row(0), Width: rows[1]?.['Width'], Length: rows[1]?.['Length'], Base_Style: rows[1]?.['Base_Style'] },
        { ...row(0), Width: 'wide', Length: 0 },
        { ...row(0), Retail_Price: -1 },
        { ...row(0), Retail_Price: null },
        { ...row(0), Shed_Suite_ID: 'x'.repeat(101) },
      ]),
    ).toEqual([
      'id "018f0000-0000-7000-8000-000000000000" must be the ID of a shed, or empty',
      'id "seven" must be an ID, or empty',
      `id "${String(id)}" must be the ID of a shed of ${elsewhere}, or empty`,
      'Model "No such" must be the name of a model',
      'Base_Style "Round" must be the name of a base style',
      `"${MODEL} ${String(rows[1]?.['Base_Style'])} ${String(rows[1]?.['Width'])}x${String(rows[1]?.['Length'])}" must be a size that no other shed has`,
      'Width "wide" must be a number; Length "0" must be more than 0',
      'Retail_Price "-1" must not be negative',
      'Retail_Price must be filled in',
      `Shed_Suite_ID "${'x'.repeat(60)}…" must be at most 100 characters`,
    ]);
  });

  test('two rows of a file can never become the same size', async () => {
    const { rows: found } = await stage([
      { ...row(0), Width: 9.5 },
      { ...size(0), Width: 9.5 },
      { ...row(1), Base_Style: rows[0]?.['Base_Style'], Width: 9.5, Length: rows[0]?.['Length'] },
    ]);
    expect(found.map(({ state }) => state)).toEqual(['changed', 'refused', 'refused']);
  });

  test('whose Shed Suite ID contains extra spaces are unchanged when imported as exported', async () => {
    const shed = world.db('sheds').where({ id: rows[4]?.['id'] });
    await shed.clone().update({ ss_id: 'A  \u00a01' });
    const all = (await sheets()).flatMap(({ name, rows: own }) => own.map((one): Row => ({ Sheet: name, ...one })));
    expect(await stage(all)).toMatchObject({ msg: 'Nothing to change.' });
    const { _id: id, rows: changed } = await stage([
      { ...all.find((one) => one['id'] === rows[4]?.['id']), Retail_Price: 1 },
    ]);
    expect(changed.map(({ changes }) => changes.map(({ column }) => column))).toEqual([['Retail_Price']]);
    await apply(id);
    expect(await shed.clone().first('ss_id', 'retail_price')).toEqual({ ss_id: 'A  \u00a01', retail_price: 100 });
  });
});
