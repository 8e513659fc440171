import { beforeAll, describe, expect, test } from 'vitest';
import { useWorld } from '../../../testing/world.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'addon-bom');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;
const getItems = (id: unknown) =>
  world
    .db('add_on_items as x')
    .join('items as i', 'i.id', 'x.item_id')
    .where({ add_on_id: id as string })
    .whereNull('shop_id')
    .orderBy('position')
    .select('i.name', 'x.quantity', 'x.description') as Promise<Row[]>;
let door: Row = {};
beforeAll(async () => {
  door = (await sheets()).flatMap(({ rows }) => rows).find(({ Name }) => Name === 'Garage Door 9x7') ?? {};
});

describe('the add-on BOM', () => {
  test('has a sheet for each category, with as many item columns as its longest add-on needs', async () => {
    const [{ name, headers } = { name: '', headers: [] }] = (await sheets()).filter(({ rows }) =>
      rows.some(({ Name }) => Name === 'Garage Door 9x7'),
    );
    expect([name, headers.slice(0, 9)]).toEqual([
      'Doors',
      [
        ...['id', 'Name', 'Retail_Price', 'Shop_Percent'],
        ...['Item_1', 'Quantity_1', 'Description_1', 'Replace_Item_1', 'Replacement_Item_1'],
      ],
    ]);
    const { rows } = (await world.db.raw(
      `select max(n)::int as n from (select count(*) as n from add_on_items x join add_ons a on a.id = x.add_on_id
         join addon_categories c on c.id = a.category_id where c.name = 'Doors' and x.shop_id is null group by a.id) as x`,
    )) as { rows: { n: number }[] };
    expect(headers.length).toBe(4 + 5 * (rows[0]?.n ?? 0));
  });

  test('changes prices and replaces all items; unchanged ones keep their description; undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const [first, second, third] = await getItems(door['id']);
    expect([first, second, third].map((line) => line?.['name'])).toEqual([
      'Garage Door 9x7 Unit',
      'Door Track and Spring Set',
      '2x6x10',
    ]);
    const row = {
      id: door['id'],
      Name: door['Name'],
      Retail_Price: '$901.50',
      Shop_Percent: '',
      Item_1: '',
      Quantity_1: '',
      Item_2: 'door track AND spring set',
      Quantity_2: 0.75,
      Item_4: 'Metal Panel',
      Quantity_4: 3,
    };
    const preview = await stage([row]);
    expect(preview.counts).toEqual({ new: 0, changed: 1, unchanged: 0, refused: 0 });
    expect(preview.rows[0]?.changes.map(({ column, after }) => [column, after])).toEqual([
      ['Retail_Price', 901.5],
      ['Item_1', 'Door Track and Spring Set'],
      ['Quantity_1', 0.75],
      ['Description_1', 'Spare spring set'],
      ['Item_2', 'Metal Panel'],
      ['Quantity_2', 3],
      ['Description_2', null],
      ['Item_3', null],
      ['Quantity_3', null],
    ]);
    expect((await apply(preview._id)).msg).toBe('Add-ons are updated');
    expect(await getItems(door['id'])).toEqual([
      { name: 'Door Track and Spring Set', quantity: 0.75, description: 'Spare spring set' },
      { name: 'Metal Panel', quantity: 3, description: '' },
    ]);
    expect((await stage([row])).counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 });
    expect((await getImport(office(), { id: preview._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: preview._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('includes description and replacement; as exported it changes nothing, without those columns it keeps them', async () => {
    const before = await digestBusinessColumns(world.db);
    const { id, Name } = door as { id: string; Name: string };
    const line = { Item_1: '2x6x10', Quantity_1: 2 };
    const row = {
      id,
      Name,
      ...line,
      Description_1: ' Over the  door ',
      Replace_Item_1: 'Yes',
      Replacement_Item_1: 'metal PANEL',
    };
    const preview = await stage([row]);
    const ids = [preview._id];
    await apply(preview._id);
    const toStored = () =>
      world
        .db('add_on_items as x')
        .join('items as r', 'r.id', 'x.replacement_item_id')
        .where({ add_on_id: id })
        .whereNull('shop_id')
        .select('x.replace_item', 'r.name', 'x.description');
    const replaced = [{ replace_item: true, name: 'Metal Panel', description: 'Over the door' }];
    expect(await toStored()).toEqual(replaced);
    const all = (await sheets()).flatMap(({ rows }) => rows);
    expect(all.find((one) => one['id'] === id)).toMatchObject({
      ...line,
      Description_1: 'Over the door',
      Replace_Item_1: 'Yes',
      Replacement_Item_1: 'Metal Panel',
    });
    expect((await stage(all)).counts).toEqual({ new: 0, changed: 0, unchanged: all.length, refused: 0 });
    expect((await stage([{ id, Name, ...line }])).counts.unchanged).toBe(1);
    ids.push((await stage([{ id, Name, ...line, Quantity_1: 3 }]))._id);
    await apply(ids[1] ?? '');
    expect(await toStored()).toEqual(replaced);
    expect(
      await refusals([
        { ...row, Replacement_Item_1: 'Unobtainium' },
        { ...row, Replacement_Item_1: '' },
        { ...row, Replace_Item_1: 'No' },
        { ...row, Replace_Item_1: 'perhaps' },
        { ...row, Item_1: '', Quantity_1: '' },
      ]),
    ).toEqual([
      'Replacement_Item_1 "Unobtainium" must be the name of an item',
      'Replacement_Item_1 must be filled in because Replace_Item_1 is Yes',
      'Replace_Item_1 must be Yes because Replacement_Item_1 is filled in',
      expect.stringMatching(/^Replace_Item_1 "perhaps" must be /) as string,
      'Item_1 must be filled in because Description_1 is',
    ]);
    ids.push((await stage([{ ...row, Description_1: '', Replace_Item_1: '', Replacement_Item_1: '' }]))._id);
    await apply(ids[2] ?? '');
    expect(await toStored()).toEqual([]);
    for (const done of ids.reverse()) await undoImport(office(), { id: done });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('leaves the items unchanged if a file has no item columns, and the prices if cells are empty', async () => {
    const { counts, rows } = await stage([{ id: door['id'], Name: 'Garage Door 9x7', Retail_Price: '' }]);
    expect([counts.unchanged, rows]).toEqual([1, []]);
  });

  test('refuses invalid rows, naming sheet, row and column', async () => {
    const { id, Name } = door as { id: string; Name: string };
    const rows: Row[] = [
      { id, Name, Item_1: 'Metal Panel', Quantity_1: '' },
      { id, Name, Item_1: '', Quantity_1: 2 },
      { id, Name, Item_1: 'Unobtainium', Quantity_1: 2 },
      { id: '00000000-0000-7000-8000-000000000000', Name },
      { id, Name: '' },
      { id, Name, Retail_Price: -1 },
      { id, Name, Shop_Percent: 1000.5 },
    ];
    expect(await refusals(rows)).toEqual([
      'Quantity_1 must be filled in because Item_1 is',
      'Item_1 must be filled in because Quantity_1 is',
      'Item_1 "Unobtainium" must be the name of an item',
      'id "00000000-0000-7000-8000-000000000000" must be the ID of an add-on',
      'Name "" must be filled in',
      'Retail_Price "-1" must not be negative',
      'Shop_Percent "1000.5" must be at most 1,000',
    ]);
  });

  test('distinguishes items of the same name by their categories, when writing and reading', async () => {
    const { id, category_id: other } = (await world
      .db('items')
      .whereNot({ name: 'Metal Panel' })
      .whereRaw(`category_id <> (select category_id from items where name = 'Metal Panel')`)
      .orderBy('name')
      .first('id', 'category_id')) as { id: string; category_id: string };
    await world.db('items').where({ id }).update({ name: 'METAL  panel' });
    const category = (await world.db('item_categories').where({ id: other }).first('name')) as { name: string };
    const row = { id: door['id'], Name: door['Name'], Quantity_1: 1 };
    expect(await refusals([{ ...row, Item_1: 'Metal Panel' }])).toEqual([
      expect.stringMatching(/^Item_1 "Metal Panel" must be listed with its item category, like "/) as string,
    ]);
    const preview = await stage([{ ...row, Item_1: `metal panel (${category.name})` }]);
    await apply(preview._id);
    const [written] = (await sheets()).flatMap(({ rows }) => rows).filter((one) => one['id'] === door['id']);
    expect(written?.['Item_1']).toBe(`METAL panel (${category.name})`);
    expect((await stage([written ?? {}])).counts).toMatchObject({ unchanged: 1, refused: 0 });
  });

  test('exports and imports an add-on of a hundred items', async () => {
    const some = (await world
      .db('items')
      .whereRaw(`lower(name) not like 'metal%'`)
      .orderBy('name')
      .limit(100)
      .pluck('name')) as string[];
    const pairs = some.flatMap((name, n) => [
      [`Item_${n + 1}`, name],
      [`Quantity_${n + 1}`, n + 1],
    ]);
    const row = { id: door['id'], Name: door['Name'], ...(Object.fromEntries(pairs) as Row) };
    await apply((await stage([row]))._id);
    expect((await getItems(door['id'])).map(({ name }) => name)).toEqual(some);
    const [written] = (await sheets()).flatMap(({ rows }) => rows).filter((one) => one['id'] === door['id']);
    expect(written?.['Item_100']).toBe(some[99]);
    expect((await stage([written ?? {}])).counts).toMatchObject({ unchanged: 1 });
  });
});
