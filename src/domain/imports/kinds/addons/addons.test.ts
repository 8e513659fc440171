import { describe, expect, test } from 'vitest';
import { useWorld } from '../../../testing/world.js';
import { undoImport } from '../../undo.js';
import { digestBusinessColumns } from '../../testing/business-digest.js';
import { createKindDriver } from '../../../testing/kind-driver.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'addons');
type Row = Record<string, unknown>;
const readWritten = async (name: string) =>
  (await sheets()).flatMap(({ rows }) => rows).find((row) => row['Name'] === name) ?? {};
const parent = 'New Build Add-ons';
const porch: Row = {
  Parent_Category: parent,
  Category: 'doors',
  Name: 'Double Porch Door',
  Type: 'PIECE',
  Retail_Price: '$1,250.50',
  Shop_Percent: '61.25 %',
  Shed_Suite_ID: 9901,
  Labor: 'garage door install',
  Mode: 'companyshopsplit',
  Discount: 'no',
  Non_Inventory: 'Yes',
  Standard_Non_Inv_Cost: 12.5,
  Item_1: 'Garage Door 9x7 Unit',
  Quantity_1: 2,
};

describe('the add-ons', () => {
  test('are added with every field of their form, and undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const preview = await stage([porch]);
    expect(preview.counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 0 });
    expect((await apply(preview._id)).msg).toBe('Add-ons are created');
    expect(await readWritten('Double Porch Door')).toMatchObject({
      Parent_Category: parent,
      Category: 'Doors',
      Type: 'piece',
      Retail_Price: 1250.5,
      Shop_Percent: 61.25,
      Shed_Suite_ID: '9901',
      Labor: 'Garage Door Install',
      Mode: 'companyShopSplit',
      Discount: 'No',
      Non_Inventory: 'Yes',
      Standard_Non_Inv_Cost: 12.5,
      Item_1: 'Garage Door 9x7 Unit',
      Quantity_1: 2,
    });
    expect((await stage([porch])).counts).toMatchObject({ unchanged: 1 });
    await undoImport(world.ctx('office.admin'), { id: preview._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('are renamed and moved to another category by their IDs', async () => {
    const door = await readWritten('Garage Door 9x7');
    const preview = await stage([
      { ...door, Name: 'Garage Door 9x7 White', Category: 'Windows', Parent_Category: parent },
    ]);
    expect(preview.rows[0]?.changes).toEqual([
      { column: 'Category', before: 'Doors', after: 'Windows' },
      { column: 'Name', before: 'Garage Door 9x7', after: 'Garage Door 9x7 White' },
    ]);
    await apply(preview._id);
    const moved = { ...door, Name: 'Garage Door 9x7 White', Category: 'Windows' };
    const filled = Object.fromEntries(Object.entries(moved).filter(([, value]) => value !== null));
    expect(await readWritten('Garage Door 9x7 White')).toMatchObject(filled);
    await undoImport(world.ctx('office.admin'), { id: preview._id });
  });

  test("are in the category of the sheet's name if no column names one", async () => {
    const { Category: _, Parent_Category: __, ...row } = porch;
    expect((await stage([{ ...row, Sheet: 'Doors' }])).counts).toMatchObject({ new: 1 });
    expect(await refusals([{ ...row, Sheet: 'Nowhere' }])).toEqual([
      '"Nowhere" must be the name of an add-on category; name the sheet after it, or add a Category column',
    ]);
  });

  test('are refused where the form refuses them, naming the column', async () => {
    const rows: Row[] = [
      { ...porch, Shop_Percent: '' },
      { ...porch, Type: 'yard' },
      { ...porch, Mode: 'half' },
      { ...porch, Mode: 'companyDealerShopSplit', Shop_Percent: 70 },
      { ...porch, Type: 'percent', Retail_Price: 1250 },
      { ...porch, Standard_Non_Inv_Cost: '' },
      { ...porch, Labor: 'Nobody' },
      { ...porch, Category: 'Nowhere' },
      { ...porch, Category: 'Nowhere', Parent_Category: 'Attic' },
      { ...porch, id: '00000000-0000-7000-8000-000000000000' },
      { ...porch, Retail_Price: '' },
      { ...porch, Item_1: 'Unobtainium', Labor: 'Nobody' },
    ];
    expect(await refusals(rows)).toEqual([
      'Shop_Percent must be filled in',
      'Type "yard" must be one of piece, percent, sqft, linearFt',
      expect.stringMatching(/^Mode "half" must be one of passThrough, .*, default$/) as string,
      'Shop_Percent "70" must be at most 66.6666 on an add-on split three ways',
      'Retail_Price "1250" must be at most 1,000%',
      'Standard_Non_Inv_Cost must be filled in',
      'Labor "Nobody" must be the name of an add-on labor record',
      'Category "Nowhere" must be the name of an add-on category of New Build Add-ons',
      'Category "Nowhere" must be the name of an add-on category of Attic',
      'id "00000000-0000-7000-8000-000000000000" must be the ID of an add-on, or empty',
      'Retail_Price "" must be filled in',
      'Item_1 "Unobtainium" must be the name of an item; Labor "Nobody" must be the name of an add-on labor record',
    ]);
  });

  test('with the same name or category are distinguished', async () => {
    const { id, category_id } = (await world.db('add_ons').where({ name: 'Garage Door 9x7' }).first()) as {
      id: string;
      category_id: string;
    };
    const other = (await world.db('addon_categories').whereNot({ id: category_id }).orderBy('name').first('id')) as {
      id: string;
    };
    await world
      .db('addon_categories')
      .where({ id: other.id })
      .update({ name: 'doors', parent_id: await newParent() });
    const { Parent_Category: _, ...row } = porch;
    expect(await refusals([row])).toEqual([
      'Category "doors" must be listed with its Parent_Category: several parents have a category with this name',
    ]);
    expect((await stage([{ ...row, Category: `Doors (${parent})` }])).counts).toMatchObject({ new: 1 });
    await world.db('add_ons').where({ name: 'Garage Door 10x8' }).update({ name: 'Garage  door 9X7' });
    expect(await refusals([{ ...porch, Name: 'Garage Door 9x7' }])).toEqual([
      'Name "Garage Door 9x7" must be identified by its ID: the category has several add-ons with this name',
    ]);
    expect((await stage([{ ...(await readWritten('Garage Door 9x7')), id }])).counts).toMatchObject({ unchanged: 1 });
    const all = (await sheets()).flatMap(({ name, rows }) => rows.map((one) => ({ ...one, Sheet: name })));
    expect((await stage(all)).counts).toEqual({ new: 0, changed: 0, unchanged: all.length, refused: 0 });
  });

  test('are changed to what their cells contain; empty cells keep required fields and clear optional ones', async () => {
    await apply((await stage([porch]))._id);
    const before = await digestBusinessColumns(world.db);
    const again = await stage([
      { ...porch, Retail_Price: '1,300', Mode: 'default', Labor: '', Non_Inventory: 'no', Shop_Percent: '' },
    ]);
    expect(again.rows[0]?.changes).toEqual([
      { column: 'Retail_Price', before: 1250.5, after: 1300 },
      { column: 'Labor', before: 'Garage Door Install', after: null },
      { column: 'Mode', before: 'companyShopSplit', after: null },
      { column: 'Non_Inventory', before: true, after: false },
      { column: 'Standard_Non_Inv_Cost', before: 12.5, after: null },
    ]);
    await apply(again._id);
    const stored = await world.db('add_ons').where({ name: 'Double Porch Door' }).first<Row>();
    expect(stored).toMatchObject({
      mode: null,
      addon_labor_id: null,
      non_inventory: false,
      standard_non_inv_cost: null,
    });
    await undoImport(world.ctx('office.admin'), { id: again._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });
});

async function newParent(): Promise<string> {
  const [parentCategory] = (await world
    .db('addon_parent_categories')
    .insert({ id: crypto.randomUUID(), name: 'Attic Add-ons' })
    .returning('id')) as { id: string }[];
  return parentCategory?.id ?? '';
}
