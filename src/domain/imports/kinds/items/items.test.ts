import { beforeAll, describe, expect, test } from 'vitest';
import { createItem } from '../../../catalogue/items/service.js';
import { createKindDriver } from '../../../testing/kind-driver.js';
import { homeShop, useWorld } from '../../../testing/world.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';

const world = useWorld();
const { sheets, stage, apply } = createKindDriver(world, 'items');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;

let sheet = '';
let rows: Row[] = [];
const row = (n: number): Row => ({ Sheet: sheet, ...rows[n] });
const readName = (n: number) => String(rows[n]?.['Name']);
beforeAll(async () => {
  const [first] = (await sheets()).filter(({ rows: own }) => own.length > 3);
  sheet = first?.name ?? '';
  rows = first?.rows ?? [];
});
const itemNamed = (name: string) => world.db('items').where({ name }).first<Row | undefined>();

describe('a name that another item of the category has', () => {
  const toTaken = (name: string) => [
    { column: 'Name', value: name, expected: 'a name that no other item in the category has' },
  ];
  const readProblems = async (staged: Row[]) => (await stage(staged)).rows.map(({ problems }) => problems);

  test('is refused by the preview, ignoring case; the valid rows are applied', async () => {
    const before = await itemNamed(readName(0));
    const found = await stage([
      { ...row(0), Name: readName(1).toUpperCase() },
      { ...row(2), Sub_Total: 77.5 },
    ]);
    expect(found.rows.map(({ state, problems }) => [state, problems])).toEqual([
      ['refused', toTaken(readName(1).toUpperCase())],
      ['changed', []],
    ]);
    await apply(found._id);
    expect(await itemNamed(readName(0))).toEqual(before);
    expect(await itemNamed(readName(2))).toMatchObject({ sub_total: 77.5 });
  });

  test('cannot be used by two rows, or swapped', async () => {
    const fresh = { Sheet: sheet, Name: 'FRESH one', Type: 'piece', Sub_Total: 1 };
    expect(
      await readProblems([
        { ...row(0), Name: readName(1) },
        { ...row(1), Name: readName(0) },
      ]),
    ).toEqual([toTaken(readName(1)), toTaken(readName(0))]);
    expect(await readProblems([{ ...row(0), Name: 'Fresh One' }, fresh])).toEqual([[], toTaken('FRESH one')]);
    expect(await readProblems([fresh, { ...row(0), Name: 'Fresh One' }])).toEqual([[], toTaken('Fresh One')]);
    expect(
      await readProblems([
        { ...row(0), Name: 'Fresh One' },
        { ...row(1), Name: 'fresh one' },
      ]),
    ).toEqual([[], toTaken('fresh one')]);
  });

  test('can be used in another category, and by its own item in another case', async () => {
    const other = (await sheets()).find(({ name }) => name !== sheet)?.name ?? '';
    const found = await stage([
      { Sheet: other, Name: readName(1), Type: 'piece', Sub_Total: 1 },
      { ...row(3), Name: readName(3).toUpperCase() },
    ]);
    expect(found.rows.map(({ state }) => state)).toEqual(['new', 'changed']);
    expect((await apply(found._id)).counts).toMatchObject({ new: 1, changed: 1 });
  });
});

describe('items whose texts contain extra spaces', () => {
  const spaced = { name: 'Ridge  vent', type: 'running \u00a0foot' };

  test('are unchanged when imported as exported, and keep their spaces', async () => {
    const category = (await world.db('item_categories').where({ name: sheet }).first()) as { id: string };
    await world
      .db('item_categories')
      .where({ id: category.id })
      .update({ name: `${sheet}  and  more` });
    await createItem(office(), { ...spaced, subTotal: 5, category: category.id });
    const before = await digestBusinessColumns(world.db);
    const all = async (kind = createKindDriver(world, 'items'), more = {}) =>
      (await kind.sheets(more)).flatMap(({ name, rows: own }) => own.map((one): Row => ({ Sheet: name, ...one })));
    const standard = await all();
    expect(await stage(standard)).toMatchObject({ msg: 'Nothing to change.' });
    expect(await stage(standard.map(({ id: _, ...one }) => one))).toMatchObject({ msg: 'Nothing to change.' });
    const shop = await world.findShopId(homeShop);
    expect(await stage(await all(undefined, { shop }), { shop })).toMatchObject({ msg: 'Nothing to change.' });
    const forShops = createKindDriver(world, 'items-for-shops');
    const found = await forShops.stage(await all(forShops), { shops: [shop] });
    expect(found.counts).toMatchObject({ new: 0, refused: 0 });
    expect(await digestBusinessColumns(world.db)).toEqual(before);

    const vent = standard.find(({ Name }) => Name === spaced.name);
    const changed = await stage([{ ...vent, Sub_Total: 6 }]);
    expect(changed.rows.map(({ changes }) => changes.map(({ column }) => column))).toEqual([['Sub_Total']]);
    await apply(changed._id);
    expect(await itemNamed(spaced.name)).toMatchObject({ ...spaced, sub_total: 6 });
    await world.db('item_categories').where({ id: category.id }).update({ name: sheet });
  });

  test('that differ only in spaces are found by their IDs, and otherwise refused', async () => {
    const { category_id: category } = (await itemNamed(spaced.name)) as { category_id: string };
    await createItem(office(), { ...spaced, name: 'Ridge vent', subTotal: 5, category });
    const both = (await sheets())
      .flatMap(({ name, rows: own }) => own.map((one): Row => ({ Sheet: name, ...one })))
      .filter(({ Name }) => /^Ridge\s+vent$/.test(String(Name)));
    expect(both).toHaveLength(2);
    expect(await stage(both)).toMatchObject({ msg: 'Nothing to change.' });
    const { rows: found } = await stage([{ Sheet: sheet, Name: 'Ridge vent', Sub_Total: 9 }]);
    expect(found.map(({ problems }) => problems)).toEqual([
      [{ column: 'Name', value: 'Ridge vent', expected: 'a name that only one item in the category has' }],
    ]);
  });
});
