import { beforeAll, describe, expect, test } from 'vitest';
import { useWorld } from '../../../testing/world.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'component-bom');
const office = () => world.ctx('office.admin');
type Row = Record<string, unknown>;
const getItems = (id: string) =>
  world
    .db('component_items as x')
    .join('items as i', 'i.id', 'x.item_id')
    .where({ component_id: id })
    .orderBy('position')
    .select('i.name', 'x.quantity') as Promise<Row[]>;
const floor = 'Painted Floor Section 4x4';
let floorId = '';
beforeAll(async () => {
  floorId = ((await world.db('components').where({ name: floor }).first('id')) as { id: string }).id;
});
const getRows = (rows: Row[]) => rows.map((row) => ({ Sheet: 'Floor', Name: floor, ...row }));

describe('the component BOM', () => {
  test('has a sheet for each category; IDs and categories are exported to those who may have them', async () => {
    const plain = await sheets({}, 'office.user');
    const floors = plain.find(({ name }) => name === 'Floor');
    expect(floors?.headers).toEqual(['Name', 'Item', 'Quantity']);
    expect(floors?.rows).toContainEqual({ Name: floor, Item: '2x6x8 Treated', Quantity: 0.9 });
    const category = (await world.db('component_categories').where({ name: 'Floor' }).first('id')) as { id: string };
    const [own, ...others] = await sheets({ category: category.id }, 'system');
    expect([own?.name, others]).toEqual(['Floor', []]);
    expect(own?.rows).toContainEqual({
      Name: floor,
      Item: '2x6x8 Treated',
      Quantity: 0.9,
      Component_Id: floorId,
      Item_Id: expect.any(String) as string,
      Category: 'Floor',
      Shed_Category: 'Painted',
    });
    const rows = (own?.rows ?? []).map((row) => ({ ...row, Sheet: 'Anything' }));
    expect((await stage(rows)).counts).toEqual({ new: 0, changed: 0, unchanged: rows.length, refused: 0 });
  });

  test('changes, adds and removes items, keeps the others, and undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const [first, second, ...others] = await getItems(floorId);
    const { revision } = (await world.db('components').where({ id: floorId }).first()) as { revision: number };
    const rows = getRows([
      { Item: '2X6X8 treated', Quantity: '1.25' },
      { Item: 'Plywood 5/8 Floor 4x8', Quantity: 0 },
      { Item: 'Metal Panel', Quantity: 3 },
      { Item: 'Wood Rake', Quantity: 0 },
    ]);
    const preview = await stage(rows);
    expect(preview.counts).toEqual({ new: 1, changed: 2, unchanged: 1, refused: 0 });
    expect(preview.rows.map(({ name, changes: [change] }) => [name, change?.before, change?.after])).toEqual([
      [`${floor}: 2X6X8 treated`, first?.['quantity'], 1.25],
      [`${floor}: Plywood 5/8 Floor 4x8`, second?.['quantity'], 0],
      [`${floor}: Metal Panel`, null, 3],
    ]);
    expect((await apply(preview._id)).msg).toBe('component is updated');
    expect(await getItems(floorId)).toEqual([
      { name: '2x6x8 Treated', quantity: 1.25 },
      ...others,
      { name: 'Metal Panel', quantity: 3 },
    ]);
    expect(await world.db('components').where({ id: floorId }).first('revision')).toEqual({ revision: revision + 1 });
    expect((await stage(rows)).counts).toMatchObject({ unchanged: 4 });
    expect((await getImport(office(), { id: preview._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: preview._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('does not remove an item whose stored quantity is 0', async () => {
    const line = world.db('component_items').where({ component_id: floorId, position: 1 });
    await line.clone().update({ quantity: 0 });
    expect((await stage(getRows([{ Item: 'Plywood 5/8 Floor 4x8', Quantity: 0 }]))).counts).toMatchObject({
      unchanged: 1,
    });
    await line.update({ quantity: 0.5 });
  });

  test('distinguishes two lines of the same item in a component by their order', async () => {
    const lines = world.db('component_items').where({ component_id: floorId });
    const [first] = (await lines.clone().orderBy('position')) as Row[];
    await world.db('component_items').insert({ ...first, id: crypto.randomUUID(), position: 9, quantity: 7 });
    const two = getRows([
      { Item: '2x6x8 Treated', Quantity: 0.9 },
      { Item: '2x6x8 Treated', Quantity: 8 },
    ]);
    const preview = await stage(two);
    expect(preview.rows.map(({ row, changes }) => [row, changes])).toEqual([
      [3, [{ column: 'Quantity', before: 7, after: 8 }]],
    ]);
    const three = await stage([...two, ...getRows([{ Item: '2x6x8 Treated', Quantity: 1 }])]);
    expect(three.rows.map(({ row, state }) => [row, state])).toEqual([
      [3, 'changed'],
      [4, 'refused'],
    ]);
    expect(three.rows[1]?.problems[0]?.why).toBe('is a duplicate of row 3');
  });

  test('refuses what it cannot find or read, naming sheet, row and column', async () => {
    const none = '00000000-0000-7000-8000-000000000000';
    const rows = getRows([
      { Name: 'Cellar', Item: 'Metal Panel', Quantity: 1 },
      { Item: 'Unobtainium', Quantity: 1 },
      { Item: 'Metal Panel', Quantity: '' },
      { Item: 'Metal Panel', Quantity: -1 },
      { Item: 'Metal Panel', Quantity: 1, Category: 'Attic' },
      { Item: 'Metal Panel', Quantity: 1, Shed_Category: 'Attic' },
      { Item: 'Metal Panel', Quantity: 1, Component_Id: none },
      { Item: 'Metal Panel', Quantity: 1, Item_Id: none },
      { Name: 'Cellar', Item: 'Unobtainium', Quantity: 1 },
    ]);
    expect(await refusals(rows)).toEqual([
      'Name "Cellar" must be the name of a component',
      'Item "Unobtainium" must be the name of an item',
      'Quantity "" must be filled in',
      'Quantity "-1" must not be negative',
      'Category "Attic" must be the name of a component category',
      `Shed_Category "Attic" must be a shed category with the component ${floor}`,
      `Component_Id "${none}" must be the ID of a component, or empty`,
      `Item_Id "${none}" must be the ID of an item, or empty`,
      'Name "Cellar" must be the name of a component; Item "Unobtainium" must be the name of an item',
    ]);
  });

  test("adds the shed category to a component's name if others have the same name", async () => {
    const { category_id, shed_category_id } = (await world.db('components').where({ id: floorId }).first()) as Record<
      string,
      string
    >;
    const other = (await world.db('shed_categories').whereNot({ id: shed_category_id }).orderBy('name').first()) as {
      id: string;
      name: string;
    };
    const id = crypto.randomUUID();
    await world.db('components').insert({ id, name: floor, category_id, shed_category_id: other.id });
    const panel = { Item: 'Metal Panel', Quantity: 2 };
    expect(await refusals(getRows([panel]))).toEqual([
      expect.stringMatching(
        /^Name ".*" must be listed with its shed category, like "Painted Floor Section 4x4 \(/,
      ) as string,
    ]);
    const full = `${floor} (${other.name})`;
    expect((await stage(getRows([{ ...panel, Shed_Category: other.name }]))).rows[0]?.name).toBe(
      `${full}: Metal Panel`,
    );
    await apply((await stage(getRows([{ ...panel, Name: full.toUpperCase() }])))._id);
    expect(await getItems(id)).toEqual([{ name: 'Metal Panel', quantity: 2 }]);
    const floors = (await sheets({}, 'office.user')).find(({ name }) => name === 'Floor')?.rows ?? [];
    expect(floors).toContainEqual({ Name: full, ...panel });
    expect(floors.map(({ Name }) => Name)).toContain(`${floor} (Painted)`);
    const again = await stage(floors.map((row) => ({ ...row, Sheet: 'Floor' })));
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: floors.length, refused: 0 });
  });
});
