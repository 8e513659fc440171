import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { readSheets } from '../files/sheets/read.js';
import { homeShop, useWorld } from '../testing/world.js';
import { importAtOnce } from './at-once.js';
import { exportRefused } from './export.js';
import { getImport } from './history.js';
import { digestBusinessColumns } from './testing/business-digest.js';
import { undoImport } from './undo.js';
import { applyStagedImport, getStagedImport, listImportRows, stageImport } from './workbench.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const dealers = importAtOnce('dealers', 'catalogue.write');

type Row = Record<string, unknown>;
let digest = {};
beforeAll(async () => {
  digest = await digestBusinessColumns(world.db);
});

/** A dealer that is added, between refused ones. */
const withRefused = (count: number, more: Row = {}): Row[] => {
  const refused = (n: number): Row => ({ Name: `Lot ${n}`, Shop: 'Nowhere', ...more });
  const rows = Array.from({ length: count }, (_, n) => refused(n + 1));
  return [...rows.slice(0, 2), { Name: 'New Lot', Shop: homeShop }, ...rows.slice(2)];
};
const importAll = async (rows: Row[]) => (await dealers.apply(office(), { rows, fileName: 'lots.json' })).import ?? '';
const review = async (rows: Row[]) =>
  (await stageImport(office(), { kind: 'dealers', rows, fileName: 'lots.json' }))._id;
const countStored = async (id: string) =>
  Number((await world.db('import_rows').where({ import_id: id }).count())[0]?.['count']);

async function exportNames(id: string) {
  const { name, content } = await exportRefused(office(), { id });
  const { sheets } = await readSheets({ name: 'refused.xlsx', bytes: await buffer(content as Readable) }, {});
  return { name, names: sheets[0]?.rows.slice(1).map(({ cells }) => cells[0]) ?? [] };
}

/** Checks an applied import with a new row and 1,002 refused ones, of which the last two are forgotten; undoes it. */
async function checkFirstKept(id: string) {
  const counts = { new: 1, changed: 0, unchanged: 0, refused: 1002 };
  expect((await getImport(office(), { id })).counts).toEqual(counts);
  expect(await getStagedImport(office(), { id })).toMatchObject({ counts, refusedNotKept: 2 });
  expect((await listImportRows(office(), { id, state: 'refused' })).total).toBe(1000);
  expect(await countStored(id)).toBe(1001);
  const { name, names } = await exportNames(id);
  expect([name, names.length, names.at(-1)]).toEqual(['lots-refused-first-1000-of-1002.xlsx', 1000, 'Lot 1000']);
  await undoImport(office(), { id });
  expect(await digestBusinessColumns(world.db)).toEqual(digest);
}

test('of an import at once, the first 1,000 refused rows are kept, and their count stays exact', async () => {
  await checkFirstKept(await importAll(withRefused(1002)));
});

test('of a reviewed import, all refused rows are listed until it is applied, then the first 1,000', async () => {
  const id = await review(withRefused(1002));
  expect(await getStagedImport(office(), { id })).toMatchObject({ counts: { refused: 1002 }, refusedNotKept: 0 });
  expect(await exportNames(id)).toMatchObject({ name: 'lots-refused.xlsx', names: { length: 1002 } });
  await applyStagedImport(office(), { id });
  await checkFirstKept(id);
});

test('1,000 refused rows are all kept, and not called the first', async () => {
  const id = await importAll(withRefused(1000));
  expect(await getStagedImport(office(), { id })).toMatchObject({ counts: { refused: 1000 }, refusedNotKept: 0 });
  expect(await exportNames(id)).toMatchObject({ name: 'lots-refused.xlsx', names: { length: 1000 } });
  await undoImport(office(), { id });
});

test('of long refused rows, the first 4 MB are kept', async () => {
  const rows = withRefused(10, { Note: 'x'.repeat(1024 * 1024) });
  for (const id of [await importAll(rows), await review(rows)]) {
    if ((await getStagedImport(office(), { id })).staged) await applyStagedImport(office(), { id });
    expect(await getStagedImport(office(), { id })).toMatchObject({ counts: { refused: 10 }, refusedNotKept: 7 });
    expect((await exportNames(id)).names).toEqual(['Lot 1', 'Lot 2', 'Lot 3']);
    await undoImport(office(), { id });
  }
});
