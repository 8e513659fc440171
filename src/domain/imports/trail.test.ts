import { expect, test } from 'vitest';
import { listRecordHistory } from '../operations/history/service.js';
import { createKindDriver } from '../testing/kind-driver.js';
import { homeShop, useWorld } from '../testing/world.js';

const world = useWorld();
type Row = Record<string, unknown>;

/** The text of the newest entry about a record. */
async function readNotices(id: unknown, who: Parameters<typeof world.ctx>[0] = 'office.admin') {
  const { items } = await listRecordHistory(world.ctx(who), { id: id as string });
  return items[0]?.changes.map(({ field, from, to }) => [field, from, to]);
}
const first = async (table: string, where: Row): Promise<Row> => (await world.db(table).where(where).first()) as Row;

test('the history of a shed names the component whose quantity a file changed', async () => {
  const { sheets, stage, apply } = createKindDriver(world, 'shed-bom');
  const row = (await sheets()).flatMap(({ name, rows }) => rows.map((own): Row => ({ ...own, Sheet: name })))[0] ?? {};
  const component = { _id: expect.any(String) as string, name: row['Component'] };
  await apply((await stage([{ ...row, Quantity: 7.25 }]))._id);
  expect(await readNotices(row['id'])).toEqual([
    ['components', [{ component, quantity: row['Quantity'] }], [{ component, quantity: 7.25 }]],
  ]);
  await apply((await stage([{ ...row, Quantity: 0 }]))._id);
  expect(await readNotices(row['id'])).toEqual([['components', [{ component, quantity: 7.25 }], []]]);
});

test('the history shows the office which file it was', async () => {
  const { sheets, stage, apply } = createKindDriver(world, 'dealers');
  const row = (await sheets())[0]?.rows[1] ?? {};
  const { id } = await first('dealers', { name: row['Name'] });
  await apply((await stage([{ ...row, City: 'Elsewhere' }]))._id);
  const { items } = await listRecordHistory(world.ctx('office.user'), { id: id as string });
  expect(items[0]).toMatchObject({ action: 'import', via: 'test.json' });
});

test('the history of a component names its item', async () => {
  const { stage, apply } = createKindDriver(world, 'component-bom');
  const name = 'Painted Floor Section 4x4';
  const { id } = await first('components', { name });
  const preview = await stage([{ Sheet: 'Floor', Name: name, Item: '2x6x8 Treated', Quantity: 1.25 }]);
  await apply(preview._id);
  const line = (quantity: number) => [
    { item: { _id: expect.any(String) as string, name: '2x6x8 Treated' }, description: '', quantity },
  ];
  expect(await readNotices(id)).toEqual([['standardItems', line(0.9), line(1.25)]]);
});

test('the history of an add-on has its items as a list, and its price under the name of its form', async () => {
  const { sheets, stage, apply } = createKindDriver(world, 'addon-bom');
  const row = (await sheets()).flatMap(({ rows }) => rows).find(({ Name }) => Name === 'Garage Door 9x7') ?? {};
  await apply((await stage([{ ...row, Retail_Price: 901.5, Quantity_1: 3 }]))._id);
  const changes = await readNotices(row['id']);
  expect(changes).toContainEqual(['retailPrice', row['Retail_Price'], 901.5]);
  const items = changes?.find(([field]) => field === 'standardItems');
  expect((items?.[2] as Row[])[0]).toMatchObject({ item: { name: row['Item_1'] }, quantity: 3 });
});

test('the history of a dealer has the names of its fields rather than of the columns', async () => {
  const { sheets, stage, apply } = createKindDriver(world, 'dealers');
  const [sheet] = await sheets();
  const row = sheet?.rows[0] ?? {};
  const { id } = await first('dealers', { name: row['Name'] });
  const percents = Object.keys(row).filter((header) => /percent/i.test(header));
  await apply((await stage([{ ...row, [percents[0] ?? '']: 12.5 }]))._id);
  expect((await readNotices(id))?.map(([field, , to]) => [field, to])).toEqual([['haulPercent', 12.5]]);
});

test('a shop reads what a file changed in its own labor; for standard labor, the office reads other names', async () => {
  const { sheets, stage, apply } = createKindDriver(world, 'shed-labor');
  const shop = await world.findShopId(homeShop);
  const readRows = async (options: Row) =>
    (await sheets(options)).flatMap(({ name, rows }) => rows.map((own): Row => ({ ...own, Sheet: name })));
  const [standard = {}] = await readRows({});
  const before = (await world.db('audit_entries').where({ entity: 'shed-labor' }).pluck('id')) as string[];
  await apply((await stage([{ ...standard, Build_Base: 77 }]))._id);
  const [entry] = (await world.db('audit_entries').where({ entity: 'shed-labor' }).whereNotIn('id', before)) as {
    entity_ids: string[];
  }[];
  const id = entry?.entity_ids[0];
  expect(await readNotices(id)).toEqual([['standardBuildBase', standard['Build_Base'], 77]]);
  await apply((await stage([{ ...standard, Values_Of: '', Build_Base: 78 }], { shop }))._id);
  expect(await readNotices(id, 'shop.user')).toEqual([['buildBase', 77, 78]]);
});

test('a shop that got values from a spreadsheet for many shops finds it in its own history; another shop does not', async () => {
  const { sheets, stage, apply } = createKindDriver(world, 'items-for-shops');
  const [sheet] = await sheets();
  const row: Row = { ...sheet?.rows[0], Sheet: sheet?.name, Sub_Total: 98.76 };
  const { id } = await first('items', { name: row['Name'] });
  await apply((await stage([row], { shops: [await world.findShopId(homeShop)] }))._id);
  const readHistory = async (who: 'shop.admin' | 'other.shop') =>
    (await listRecordHistory(world.ctx(who), { id: id as string })).items.map(({ action }) => action);
  expect(await readHistory('shop.admin')).toEqual(['import']);
  expect(await readHistory('other.shop')).toEqual([]);
});
