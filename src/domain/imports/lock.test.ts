import { beforeAll, expect, test } from 'vitest';
import type { WriteCtx } from '../kernel/context.js';
import { inTransaction } from '../kernel/service.js';
import { homeShop, useWorld } from '../testing/world.js';
import { applyAtOnce, applyImport } from './apply.js';
import { items } from './kinds/items/items.js';
import type { FileRow, Spreadsheet } from './reading/kind.js';
import { spreadsheet } from './spreadsheets/spreadsheet.js';
import { readImport, stage } from './staged.js';
import { digestBusinessColumns } from './testing/business-digest.js';

const world = useWorld();
const taking = { strict: false, without: new Set<number>(), confirmed: false };
const office = () => world.ctx('office.admin');

type Row = Record<string, unknown>;
let shop = '';
let item = { id: '', name: '' };
beforeAll(async () => {
  shop = await world.findShopId(homeShop);
  item = (await world.db('items').orderBy('name').first('id', 'name')) as typeof item;
});

/** The items of a shop, with work to do while the rows of a file are being planned. */
const itemsWhile = (meanwhile: (rows: readonly FileRow[]) => Promise<unknown>) =>
  spreadsheet('items', {
    ...(items as Spreadsheet),
    find: async (db, rows, options) => {
      const found = await items.find(db, rows, options);
      await meanwhile(rows);
      return found;
    },
  });

/** Imports rows for the shop at once, and then looks at the database before the import is committed. */
const importAtOnce = (kind: ReturnType<typeof itemsWhile>, rows: Row[], beforeCommit?: () => Promise<unknown>) =>
  inTransaction(office(), async (tx) => {
    const result = await applyAtOnce(tx, await readImport(tx, kind, { rows, fileName: 'test.json' }, { shop }), taking);
    await beforeCommit?.();
    return result;
  });

const unknown = (n: number): Row => ({ Name: `Unknown ${n}`, Sub_Total: 1 });
const ownValues = () => world.db('shop_item_values').where({ shop_id: shop, item_id: item.id });
const readOwn = async () => (await ownValues().pluck('sub_total')) as number[];

/** Fails at once if another transaction has locked out writers of the values of shops or of items. */
const requireWritable = () =>
  world.db.transaction(async (other) => {
    await other.raw('lock table items, shop_item_values in row exclusive mode nowait');
  });

test('an import that changes nothing never locks out other writers', async () => {
  let planned = 0;
  const kind = itemsWhile(async () => {
    planned += 1;
    await requireWritable();
  });
  const { msg, counts } = await importAtOnce(kind, [unknown(1), unknown(2)], requireWritable);
  expect([msg, counts.refused, planned]).toEqual(['Nothing to change.', 2, 1]);
});

test('an import at once locks out other writers only after it was planned, and then without its refused rows', async () => {
  const plannedRows: string[][] = [];
  const kind = itemsWhile(async (rows) => {
    plannedRows.push(rows.map(({ values }) => String(values['name'])));
    if (plannedRows.length === 1) await requireWritable();
    else await expect(requireWritable()).rejects.toMatchObject({ code: '55P03' });
  });
  const { counts } = await importAtOnce(kind, [unknown(1), { Name: item.name, Sub_Total: 31.25 }, unknown(2)]);
  expect(counts).toEqual({ new: 0, changed: 1, unchanged: 0, refused: 2 });
  expect(plannedRows).toEqual([['Unknown 1', item.name, 'Unknown 2'], [item.name]]);
  expect(await readOwn()).toEqual([31.25]);
});

test('an import at once does not overwrite a change made while it was planned', async () => {
  const before = await digestBusinessColumns(world.db);
  expect(await readOwn()).toEqual([31.25]);
  let planned = 0;
  const kind = itemsWhile(async () => {
    planned += 1;
    if (planned > 1) return;
    await requireWritable();
    await ownValues().update({ sub_total: 77 });
  });
  await expect(importAtOnce(kind, [{ Name: item.name, Sub_Total: 12 }])).rejects.toMatchObject({
    code: 'import-overtaken',
    message: '1 rows changed while the file was read. Nothing was imported. Import it again.',
  });
  expect(await readOwn()).toEqual([77]);
  await ownValues().update({ sub_total: 31.25 });
  expect(await digestBusinessColumns(world.db)).toEqual(before);
});

test('a reviewed import locks out other writers only if it changes something, and compares no refused rows then', async () => {
  let plannedRows: number[] = [];
  const kind = itemsWhile(async (rows) => {
    plannedRows.push(rows.length);
    if (plannedRows.length === 1) await requireWritable();
    else await expect(requireWritable()).rejects.toMatchObject({ code: '55P03' });
  });
  const importReviewed = async (rows: Row[], beforeCommit?: () => Promise<unknown>) => {
    plannedRows = [];
    const read = (tx: WriteCtx) => readImport(tx, kind, { rows, fileName: 'reviewed.json' }, { shop });
    const { foundImport } = await inTransaction(office(), async (tx) => stage(tx, await read(tx)), false);
    return inTransaction(office(), async (tx) => {
      const result = await applyImport(tx, foundImport, taking);
      await beforeCommit?.();
      return result;
    });
  };
  const { msg, counts: nothing } = await importReviewed([unknown(1), unknown(2)], requireWritable);
  expect([msg, nothing.refused, plannedRows]).toEqual(['Nothing to change.', 2, [2]]);
  const { counts } = await importReviewed([unknown(1), { Name: item.name, Sub_Total: 5 }]);
  expect([counts, plannedRows]).toEqual([{ new: 0, changed: 1, unchanged: 0, refused: 1 }, [2, 1]]);
  expect(await readOwn()).toEqual([5]);
});
