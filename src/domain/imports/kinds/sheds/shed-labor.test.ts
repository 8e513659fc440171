import { beforeAll, describe, expect, test } from 'vitest';
import { listShopLabor } from '../../../catalogue/shed-labor/service.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { importAtOnce } from '../../at-once.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'shed-labor');
const ofShop = createKindDriver(world, 'shed-labor', 'shop.admin');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;

const MODEL = 'Painted Cabin';
let rows: Row[] = [];
const row = (n: number): Row => ({ Sheet: MODEL, ...rows[n] });
beforeAll(async () => {
  rows = (await sheets()).find(({ name }) => name === MODEL)?.rows ?? [];
});

describe('standard shed labor', () => {
  test('is changed and added, and undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const found = await stage([
      { ...row(0), Build_Base: '$2,345.67', Door_Cost: 45.5 },
      { ...row(1), Length: 99.5 },
      row(2),
    ]);
    expect(found.counts).toEqual({ new: 1, changed: 1, unchanged: 1, refused: 0 });
    expect((await apply(found._id)).msg).toBe('Shed Labor is imported');
    expect(await world.db('shed_labor').where({ build_base: 2345.67 }).first('door_cost')).toEqual({
      door_cost: 4550,
    });
    const cleared = await stage([{ ...row(0), Build_Base: 2345.67, Door_Cost: '' }]);
    expect(cleared.rows[0]?.changes).toEqual([{ column: 'Door_Cost', before: 45.5, after: null }]);
    expect((await getImport(office(), { id: found._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: found._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('is refused if it is invalid', async () => {
    expect(
      await refusals([
        { ...row(0), Roof_Base: null },
        { ...row(0), Truss_Count: -1 },
        { ...row(0), Paint_Hours: 'many' },
        { ...row(0), Door_Cost: 1.005 },
        { ...row(0), Build_Base: 1200.125 },
        { ...row(0), Roof_Base: 800.0001 },
        { ...row(0), Base_Style: 'Round' },
      ]),
    ).toEqual([
      'Roof_Base must be filled in',
      'Truss_Count "-1" must not be negative',
      'Paint_Hours "many" must be a number',
      'Door_Cost "1.005" must be an amount in dollars with at most 2 decimals',
      'Build_Base "1200.125" must be an amount in dollars with at most 2 decimals',
      'Roof_Base "800.0001" must be an amount in dollars with at most 2 decimals',
      'Base_Style "Round" must be the name of a base style',
    ]);
  });
});

describe("a shop's own shed labor", () => {
  const own = () => world.db('shop_shed_labor').orderBy('shed_labor_id');

  test('is what changed, value by value; the standard value can be followed again; undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const home = await world.findShopId(homeShop);
    const theirs = (await ofShop.sheets()).find(({ name }) => name === MODEL)?.rows ?? [];
    const at = (n: number): Row => ({ Sheet: MODEL, ...theirs[n] });
    const found = await ofShop.stage([{ ...at(0), Paint_Hours: 41.5, Door_Cost: 12 }, at(1)]);
    expect(found.counts).toEqual({ new: 0, changed: 1, unchanged: 1, refused: 0 });
    const earlier = (await own()).length;
    await ofShop.apply(found._id);
    expect(await world.db('shop_shed_labor').where({ paint_hours: 41.5 })).toMatchObject([
      { shop_id: home, build_base: null, roof_base: null, truss_count: null, door_cost: 1200 },
    ]);
    expect((await own()).length).toBe(earlier + 1);
    const again = (await ofShop.sheets()).find(({ name }) => name === MODEL)?.rows ?? [];
    expect(again[0]).toMatchObject({ Paint_Hours: 41.5, Door_Cost: 12, Build_Base: rows[0]?.['Build_Base'] });
    const back = await ofShop.stage([{ ...at(0), Paint_Hours: rows[0]?.['Paint_Hours'], Door_Cost: '' }]);
    await ofShop.apply(back._id);
    expect(await digestBusinessColumns(world.db)).toEqual(before);
    await undoImport(world.ctx('shop.admin'), { id: back._id });
    expect((await own()).length).toBe(earlier + 1);
    const last = await ofShop.stage([{ ...at(0), Paint_Hours: rows[0]?.['Paint_Hours'], Door_Cost: '' }]);
    await ofShop.apply(last._id);
    const added = await ofShop.stage([{ ...at(2), Roof_Base: 4321 }]);
    await ofShop.apply(added._id);
    expect((await getImport(world.ctx('shop.admin'), { id: added._id })).inTheWay).toEqual([]);
    await undoImport(world.ctx('shop.admin'), { id: added._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('is unchanged when imported as exported, with or without its own values', async () => {
    const home = await world.findShopId(homeShop);
    const { id } = (await world.db('shed_labor').orderBy('id').first('id')) as { id: string };
    const values = { truss_count: 5.5, door_cost: 0 };
    await world
      .db('shop_shed_labor')
      .insert({ shop_id: home, shed_labor_id: id, ...values })
      .onConflict()
      .ignore();
    const all = (await ofShop.sheets()).flatMap(({ name, rows: some }) => some.map((one) => ({ Sheet: name, ...one })));
    expect((await ofShop.stage(all)).msg).toBe('Nothing to change.');
    await world.db('shop_shed_labor').where({ shop_id: home, shed_labor_id: id }).delete();
  });

  test('belongs to the shop of the importing user, who must be an admin', async () => {
    const other = await world.findShopId(otherShop);
    await expect(ofShop.stage([row(0)], { shop: other })).rejects.toMatchObject({ code: 'not-found' });
    await expect(createKindDriver(world, 'shed-labor', 'shop.user').stage([row(0)])).rejects.toMatchObject({
      code: 'permission-denied',
    });
    expect(await ofShop.refusals([{ ...row(0), Length: 99.5 }])).toEqual([
      expect.stringMatching(/^".* must be a size with standard shed labor$/),
    ]);
  });

  test('is imported by the call of the shop, or of the office with a shop', async () => {
    const { apply: call, preview } = importAtOnce('shed-labor', 'labor.import', {
      successText: 'Shed Labors is updated succesfully',
      ofShop: true,
    });
    const changed = { rows: [{ ...row(0), Paint_Hours: 42.5 }], confirmed: true }; // the file holds standard values
    await expect(call(office(), changed)).rejects.toMatchObject({ code: 'invalid-input' });
    const shop = await world.findShopId(otherShop);
    expect(await preview(office(), { ...changed, shop })).toMatchObject({ counts: { changed: 1 }, import: null });
    const { msg, import: id } = await call(world.ctx('other.shop'), changed);
    expect(msg).toBe('Shed Labors is updated succesfully');
    const { id: model } = (await world.db('shed_models').where({ name: MODEL }).first('id')) as { id: string };
    const { items } = await listShopLabor(world.ctx('other.shop'), { id: model, size: 500 });
    expect(items.filter(({ shopValues }) => shopValues.paintHours === 42.5)).toHaveLength(1);
    await undoImport(office(), { id: id as string });
  });
});
