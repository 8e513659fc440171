import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { escapeXml, pack, splitWorkbook } from '../../files/sheets/testing/raw-workbook.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { importAtOnce } from '../at-once.js';
import { hiddenAmong } from './hidden-rows.js';
import { getImport } from '../history.js';
import { applyStagedImport, listImportRows, mapImport, getStagedImport, stageImport } from '../workbench.js';

const world = useWorld();
const city = 'Filterton';
const office = () => world.ctx('office.admin');
const cell = (text: string) => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;

/** A workbook of dealers. Those whose name begins with `-` are hidden, as if by a filter. */
function dealersFile(...names: string[]) {
  const header = `<row r="1">${['Name', 'Shop', 'City'].map(cell).join('')}</row>`;
  const rows = names.map((name, n) => {
    const hidden = name.startsWith('-') ? ' hidden="1"' : '';
    return `<row r="${n + 2}"${hidden}>${[name.replace('-', ''), homeShop, city].map(cell).join('')}</row>`;
  });
  const bytes = pack(splitWorkbook({ sheets: [{ name: 'Dealers', rows: header + rows.join('') }] }));
  return { name: 'Dealers.xlsx', bytes };
}
const names = ['Open Lot', '-Far Lot', '-Farther Lot', 'Near Lot', '-Last Lot'];
const hiddenRows = [{ sheet: 'Dealers', count: 3, rows: '3-4, 6' }];
const stage = (more: object = {}) => stageImport(office(), { kind: 'dealers', file: dealersFile(...names), ...more });
const readNames = async (id: string) =>
  (await listImportRows(office(), { id })).items.map(({ row, name }) => [row, name.split(',')[0]]);
const readStored = () => world.db('dealers').where({ city }).orderBy('name').pluck('name');

beforeEach(() => world.db('dealers').where({ city }).delete());

describe('rows that a filter hides', () => {
  test('are left out, and the preview counts and lists them', async () => {
    const preview = await stage();
    expect(preview).toMatchObject({ hiddenRows, counts: { new: 2 }, layout: [{ rows: 2 }] });
    expect(await readNames(preview._id)).toEqual([[2, 'Open Lot'], [5, 'Near Lot']]); // prettier-ignore
    expect(await getStagedImport(office(), { id: preview._id })).toMatchObject({ hiddenRows, counts: { new: 2 } });
    expect((await applyStagedImport(office(), { id: preview._id })).counts.new).toBe(2);
    expect(await readStored()).toEqual(['Near Lot', 'Open Lot']);
    expect((await getImport(office(), { id: preview._id })).counts['new']).toBe(2);
  });

  test('are imported if requested together with the file', async () => {
    const found = await stage({ includeHidden: 'true' });
    expect(found).toMatchObject({
      hiddenRows,
      counts: { new: 5 },
      layout: [{ rows: 5 }],
      options: { includeHidden: true },
    });
    expect(await readNames(found._id)).toEqual(names.map((name, n) => [n + 2, name.replace('-', '')]));
    await applyStagedImport(office(), { id: found._id });
    expect(await readStored()).toHaveLength(5);
  });

  test('can be included at the preview, and left out again', async () => {
    const { _id: id } = await stage();
    expect(await mapImport(office(), { id, includeHidden: true })).toMatchObject({ counts: { new: 5 }, hiddenRows });
    expect(await mapImport(office(), { id, columns: {} })).toMatchObject({ counts: { new: 5 } });
    expect(await mapImport(office(), { id, includeHidden: false })).toMatchObject({ counts: { new: 2 }, hiddenRows });
    await mapImport(office(), { id, includeHidden: true });
    expect((await applyStagedImport(office(), { id })).counts.new).toBe(5);
    expect(await readStored()).toHaveLength(5);
  });

  test('are listed by a direct import, and imported if it requests them', async () => {
    const dealers = importAtOnce('dealers', 'catalogue.write');
    const file = dealersFile(...names);
    expect(await dealers.preview(office(), { file })).toMatchObject({ hiddenRows, counts: { new: 2 } });
    expect(await dealers.apply(office(), { file })).toMatchObject({ hiddenRows, counts: { new: 2 } });
    const all = await dealers.apply(office(), { file, includeHidden: true });
    expect(all).toMatchObject({ hiddenRows, counts: { new: 3, unchanged: 2 } });
    expect(await readStored()).toHaveLength(5);
    await expect(dealers.preview(office(), { file, includeHidden: 'perhaps' as never })).rejects.toMatchObject({
      details: { errors: [{ path: 'includeHidden', msg: 'must be true or false' }] },
    });
  });

  test('may be all rows of a sheet', async () => {
    const found = await stageImport(office(), { kind: 'dealers', file: dealersFile('-Far Lot', '-Farther Lot') });
    expect(found).toMatchObject({
      counts: { new: 0 },
      msg: 'Nothing to change.',
      hiddenRows: [{ count: 2, rows: '2-3' }],
    });
    expect(await mapImport(office(), { id: found._id, includeHidden: true })).toMatchObject({ counts: { new: 2 } });
  });
});

test('are listed in ranges that contain each of them once', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (marks) => {
      const { count, rows } = hiddenAmong(
        marks.map((isHidden, n) => ({ row: n + 2, cells: [1], ...(isHidden && { isHidden }) })),
      );
      const named = rows
        .split(', ')
        .filter(Boolean)
        .flatMap((text) => {
          const [from = 0, to = from] = text.split('-').map(Number);
          return Array.from({ length: to - from + 1 }, (_, n) => from + n);
        });
      expect(named).toEqual(marks.flatMap((isHidden, n) => (isHidden ? [n + 2] : [])));
      expect(count).toBe(named.length);
    }),
  );
  const every = Array.from({ length: 200 }, (_, n) => ({ row: 2 * n + 2, cells: [1], isHidden: true as const }));
  expect(hiddenAmong(every).rows).toMatch(/^2, 4, .*, 100 and 150 more$/);
});
