import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../kernel/context.js';
import { newId } from '../kernel/ids.js';
import { forgetOld } from '../operations/jobs/tasks.js';
import { createPayment } from '../billing/payments/paying/create.js';
import { makeApprovedInvoices } from '../testing/approved-invoices.js';
import { useWorld } from '../testing/world.js';
import { digestBusinessColumns } from './testing/business-digest.js';
import { exportKind } from './export.js';
import { exportedKinds } from './kinds.js';
import { getImport } from './history.js';
import { undoImport } from './undo.js';
import { applyStagedImport, listImportRows, mapImport, stageImport } from './workbench.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

/** An export of a kind as a file to upload again. */
async function runExport(ctx: Ctx, kind: string, more: object = {}) {
  const { name, content } = await exportKind(ctx, { kind, ...more });
  return { name, bytes: await buffer(content as Readable) };
}
const stageRows = (kind: string, rows: object[], more: object = {}) =>
  stageImport(office(), { kind, rows: rows as Record<string, unknown>[], fileName: 'test.json', ...more });
const choices = async (kind: string) =>
  kind === 'items-for-shops' ? { shops: (await world.db('shops').pluck('id')) as string[] } : {};

describe.each(exportedKinds)('%s', (kind) => {
  test('is unchanged when imported as exported', async () => {
    if (kind === 'payments')
      await createPayment(office(), {
        invoices: await makeApprovedInvoices(world, 3),
        memo: 'two\nlines',
        shopsPaymentAdjustment: -1.5,
      });
    const before = await digestBusinessColumns(world.db);
    const file = await runExport(office(), kind);
    const found = await stageImport(office(), { kind, file, ...(await choices(kind)) });
    expect(found.counts).toMatchObject({ new: 0, refused: 0 });
    if (kind !== 'items-for-shops') expect(found).toMatchObject({ counts: { changed: 0 }, msg: 'Nothing to change.' });
    expect(found.layout.flatMap(({ columns }) => columns.filter(({ lost }) => lost))).toEqual([]);
    expect(found.counts.unchanged + found.counts.changed).toBeGreaterThan(0);
    if (kind !== 'items-for-shops') await applyStagedImport(office(), { id: found._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });
});

describe('an import', () => {
  test('has a row-by-row preview and is applied as a whole, and undo restores everything exactly', async () => {
    const before = await digestBusinessColumns(world.db);
    const [first] = (await world
      .db('dealers as d')
      .join('shops as s', 's.id', 'd.shop_id')
      .orderBy('d.name')
      .limit(1)
      .select('d.name', 's.name as shop', 'd.city')) as { name: string; shop: string; city: string }[];
    const found = await stageRows('dealers', [
      { Name: first?.name, Shop: first?.shop, City: 'Elsewhere', Haul_Percent: '61.25 %' },
      { Name: 'New Lot', Shop: first?.shop.toUpperCase(), City: 'Dover', Haul_Percent: '' },
      { Name: 'Bad Lot', Shop: 'Nowhere', Haul_Percent: 'lots' },
      { Name: 'new lot', Shop: first?.shop },
    ]);
    expect(found.counts).toEqual({ new: 1, changed: 1, unchanged: 0, refused: 2 });
    const { items } = await listImportRows(office(), { id: found._id });
    expect(items.map(({ row, state, name }) => [row, state, name])).toEqual([
      [2, 'changed', `${first?.name}, ${first?.shop}`],
      [3, 'new', `New Lot, ${first?.shop.toUpperCase()}`],
      [4, 'refused', 'Bad Lot Nowhere'],
      [5, 'refused', `new lot, ${first?.shop}`],
    ]);
    expect(items[0]?.changes).toContainEqual({ column: 'City', before: first?.city, after: 'Elsewhere' });
    expect(items[2]?.problems).toEqual([{ column: 'Haul_Percent', value: 'lots', expected: 'a number' }]);
    expect(items[3]?.problems[0]?.why).toBe('is a duplicate of row 3');
    expect(await digestBusinessColumns(world.db)).toEqual(before);

    const { msg, counts } = await applyStagedImport(office(), { id: found._id });
    expect([msg, counts.new, counts.changed]).toEqual(['Dealers imported', 1, 1]);
    expect(await world.db('dealers').where({ name: 'New Lot' }).first('city')).toEqual({ city: 'Dover' });
    await expect(applyStagedImport(office(), { id: found._id })).rejects.toThrow('already applied');

    expect((await getImport(office(), { id: found._id })).inTheWay).toEqual([]);
    await undoImport(office(), { id: found._id });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
    await expect(undoImport(office(), { id: found._id })).rejects.toThrow('already undid it');
  });

  test('leaves out deselected rows, and imports nothing if strict is set and a row is refused', async () => {
    const shop = ((await world.db('shops').orderBy('name').first('name')) as { name: string }).name;
    const found = await stageRows('dealers', [
      { Name: 'Lot A', Shop: shop },
      { Name: 'Lot B', Shop: shop },
      { Name: 'Lot C', Shop: 'Nowhere' },
    ]);
    await expect(applyStagedImport(office(), { id: found._id, strict: true })).rejects.toThrow(
      'sheet "Rows", row 4: Shop "Nowhere" must be the name of a shop',
    );
    expect(await world.db('dealers').where('name', 'like', 'Lot _')).toEqual([]);
    await applyStagedImport(office(), { id: found._id, without: [2] });
    expect(await world.db('dealers').where('name', 'like', 'Lot _').pluck('name')).toEqual(['Lot A']);
  });

  test('is refused if a row changed since its preview', async () => {
    const dealer = (await world
      .db('dealers as d')
      .join('shops as s', 's.id', 'd.shop_id')
      .orderBy('d.id')
      .first('d.id', 'd.name', 's.name as shop')) as { id: string; name: string; shop: string };
    const found = await stageRows('dealers', [{ Name: dealer.name, Shop: dealer.shop, City: 'Here' }]);
    await world.db('dealers').where({ id: dealer.id }).update({ city: 'There' });
    await expect(applyStagedImport(office(), { id: found._id })).rejects.toMatchObject({ code: 'import-stale' });
    expect(await world.db('dealers').where({ id: dealer.id }).first('city')).toEqual({ city: 'There' });
  });

  test('cannot be undone after changes by another user, naming the row and the reason', async () => {
    const shop = ((await world.db('shops').orderBy('name').first('name')) as { name: string }).name;
    const found = await stageRows('dealers', [
      { Name: 'Lot X', Shop: shop },
      { Name: 'Lot Y', Shop: shop },
    ]);
    await applyStagedImport(office(), { id: found._id });
    await world.db('dealers').where({ name: 'Lot Y' }).update({ city: 'Moved' });
    await expect(undoImport(office(), { id: found._id })).rejects.toThrow(
      `Lot Y, ${shop} (sheet "Rows", row 3) was changed since`,
    );
    expect(await world.db('dealers').where('name', 'like', 'Lot %').pluck('name')).toContain('Lot X');
  });

  test('can be undone after a later import of the same rows was undone', async () => {
    const before = await digestBusinessColumns(world.db);
    const dealer = (await world
      .db('dealers as d')
      .join('shops as s', 's.id', 'd.shop_id')
      .orderBy('d.id')
      .first('d.name', 's.name as shop')) as { name: string; shop: string };
    const apply = async (City: string) => {
      const { _id: id } = await stageRows('dealers', [{ Name: dealer.name, Shop: dealer.shop, City }]);
      await applyStagedImport(office(), { id });
      return id;
    };
    const [first, second] = [await apply('First'), await apply('Second')];
    await expect(undoImport(office(), { id: first })).rejects.toThrow('was changed since');
    await undoImport(office(), { id: second });
    await undoImport(office(), { id: first });
    expect(await digestBusinessColumns(world.db)).toEqual(before);
  });

  test('without a required column names it, and changes nothing', async () => {
    const found = await stageRows('dealers', [{ Name: 'Lot', Town: 'Dover' }]);
    expect(found).toMatchObject({ msg: 'Sheet "Rows" has no column Shop.', counts: { new: 0, refused: 0 } });
    await expect(applyStagedImport(office(), { id: found._id })).rejects.toThrow('sheet "Rows" has no column Shop');
  });

  test('without a required column is read after a user matches it, and so are future files', async () => {
    const shop = ((await world.db('shops').orderBy('name').first('name')) as { name: string }).name;
    const rows = [{ 'Lot Title': 'Lot M', Shop: shop }];
    const found = await stageRows('dealers', rows);
    expect(await listImportRows(office(), { id: found._id })).toEqual({ items: [], total: 0 });
    const mapped = await mapImport(office(), { id: found._id, columns: { 'Lot Title': 'name' } });
    expect(mapped.counts).toMatchObject({ new: 1, refused: 0 });
    expect((await stageRows('dealers', rows)).counts.new).toBe(1);
    await applyStagedImport(office(), { id: found._id });
    expect(await world.db('dealers').where({ name: 'Lot M' })).toHaveLength(1);
  });

  test('uses the columns that a shop matched only for that shop', async () => {
    const rows = [{ Name: 'Item 1', Cost: 5 }];
    const meaning = async (who: 'office.admin' | 'shop.admin' | 'other.shop') => {
      const { layout } = await stageImport(world.ctx(who), { kind: 'items', rows, fileName: 'test.json' });
      return layout[0]?.columns.map(({ field }) => field);
    };
    const { _id: id } = await stageImport(world.ctx('shop.admin'), { kind: 'items', rows, fileName: 'test.json' });
    await mapImport(world.ctx('shop.admin'), { id, columns: { Cost: 'freight' } });
    expect(await meaning('shop.admin')).toEqual(['name', 'freight']);
    for (const who of ['office.admin', 'other.shop'] as const) expect(await meaning(who)).toEqual(['name', null]);
  });
});

test('that renamed an item cannot be undone if the old name is used by now, and gives the reason', async () => {
  const columns = ['id', 'name', 'category_id', 'type', 'sub_total'];
  const item = (await world.db('items').orderBy('name').first(columns)) as Readonly<Record<string, string>>;
  const category = (await world.db('item_categories').where({ id: item['category_id'] }).first('name')) as {
    name: string;
  };
  const found = await stageRows('items', [{ Sheet: category.name, id: item['id'], Name: `${item['name']} II` }]);
  await applyStagedImport(office(), { id: found._id });
  await world.db('items').insert({ ...item, id: newId() });
  await expect(undoImport(office(), { id: found._id })).rejects.toThrow('nothing was undone');
});

describe('imports that were not applied', () => {
  const MB = 1024 * 1024;
  const read = (who: 'system' | 'office.admin', name: string) =>
    stageImport(world.ctx(who), { kind: 'dealers', rows: [{ Name: name, Shop: 'Nowhere' }], fileName: `${name}.json` });
  const readKept = (): Promise<string[]> =>
    world.db('imports').where({ staged: true }).orderBy('at').orderBy('id').pluck('file_name');
  const setSize = (bytes: number) => world.db('imports').where({ staged: true }).update({ staged_bytes: bytes });

  beforeEach(() => world.db('imports').where({ staged: true }).delete());

  test('are deleted beyond the newest 20 of a user, with their rows; those of other users stay', async () => {
    await read('system', 'theirs');
    for (let n = 0; n < 24; n++) await read('office.admin', `mine ${n}`);
    expect(await readKept()).toEqual(['theirs.json', ...Array.from({ length: 20 }, (_, n) => `mine ${n + 4}.json`)]);
    const orphans = world.db('import_rows').whereNotIn('import_id', world.db('imports').select('id'));
    expect(await orphans).toEqual([]);
  });

  test('are deleted beyond 200 MB of a user and 2 GB of all users, oldest first; the newest stays', async () => {
    for (const name of ['a', 'b', 'c']) await read('office.admin', name);
    await read('system', 'theirs');
    await setSize(150 * MB);
    await read('office.admin', 'd');
    expect(await readKept()).toEqual(['c.json', 'theirs.json', 'd.json']);
    await setSize(1500 * MB);
    await read('system', 'e');
    expect(await readKept()).toEqual(['d.json', 'e.json']);
  });

  test('stay while they are being applied, and no one waits for them', async () => {
    for (let n = 0; n < 20; n++) await read('office.admin', `mine ${n}`);
    await world.db.transaction(async (other) => {
      await other('imports').where({ file_name: 'mine 0.json' }).forUpdate();
      await read('office.admin', 'mine 20');
      await read('office.admin', 'mine 21');
    });
    expect((await readKept()).slice(0, 2)).toEqual(['mine 0.json', 'mine 2.json']);
    await forgetOld(world.db, world.ctx('office.admin').clock.now());
    expect((await readKept())[0]).toBe('mine 2.json');
  });

  test('count by the size of their rows', async () => {
    const text = Array.from({ length: 200_000 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
    const rows = [{ Name: text, Shop: 'Nowhere' }];
    const { _id: id } = await stageImport(office(), { kind: 'dealers', rows });
    const { staged_bytes: bytes } = (await world.db('imports').where({ id }).first('staged_bytes')) as {
      staged_bytes: number;
    };
    expect(Number(bytes)).toBeGreaterThan(200_000);
  });

  test('are deleted after a week, even if no other file is read', async () => {
    await read('office.admin', 'old');
    const days = (n: number) => new Date(world.ctx('office.admin').clock.now().getTime() + n * 24 * 3_600_000);
    await forgetOld(world.db, days(6));
    expect(await readKept()).toEqual(['old.json']);
    await forgetOld(world.db, days(8));
    expect(await readKept()).toEqual([]);
  });
});

test('at most a thousand headers are remembered for a kind of file', async () => {
  const { _id: id } = await stageRows('dealers', [{ 'Lot Title': 'Lot', Shop: 'Nowhere' }]);
  const headers = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${'x'.repeat(190)}${from + n}`, 'city']));
  await expect(mapImport(office(), { id, columns: headers(0, 1001) })).rejects.toThrow('has more than 1,000 columns');
  for (let n = 0; n < 5; n++) await mapImport(office(), { id, columns: headers(n * 900, 900) });
  await mapImport(office(), { id, columns: { 'Lot Title': 'name' } });
  const { headers: remembered } = (await world.db('import_mappings').where({ kind: 'dealers' }).first('headers')) as {
    headers: object;
  };
  expect(Object.keys(remembered)).toHaveLength(1000);
  expect(remembered).toHaveProperty('lottitle', 'name');
});
