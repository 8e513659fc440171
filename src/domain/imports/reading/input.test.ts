import { describe, expect, test } from 'vitest';
import { pack, splitWorkbook, type RawSheet } from '../../files/sheets/testing/raw-workbook.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { Rows } from './input.js';
import { describeReason } from './problem.js';
import { applyStagedImport, listImportRows, stageImport } from '../workbench.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

/** The XML of a row of texts, the first one a row number. */
const row = (n: number, texts: readonly string[], attributes = '') =>
  `<row r="${n}"${attributes}>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
const dealersIn = (...names: string[]): RawSheet => ({
  name: 'Dealers',
  rows: [row(1, ['Name', 'Shop']), ...names.map((name, n) => row(n + 2, [name, homeShop]))].join(''),
});
const blank: RawSheet = { name: 'Sheet2', rows: '' };
const unseen: RawSheet = { name: 'Notes', rows: row(1, ['Something else'], ' hidden="1"') };

const stage = (...sheets: RawSheet[]) =>
  stageImport(office(), { kind: 'dealers', file: { name: 'Dealers.xlsx', bytes: pack(splitWorkbook({ sheets })) } });
const readRows = async (id: string) => (await listImportRows(office(), { id })).items;
const readStored = (name: string) => world.db('dealers').where({ name }).pluck('name');

describe('a sheet without rows, or with only hidden ones', () => {
  test('is left out at any position, and the others are imported', async () => {
    const staged = await stage(blank, dealersIn('Lot E'), unseen);
    expect(staged).toMatchObject({ msg: '1 new, 0 changed.', layout: [{ sheet: 'Dealers' }] });
    expect((await readRows(staged._id)).map(({ sheet, row: n, name }) => [sheet, n, name])).toEqual([
      ['Dealers', 2, `Lot E, ${homeShop}`],
    ]);
    await applyStagedImport(office(), { id: staged._id });
    expect(await readStored('Lot E')).toEqual(['Lot E']);
  });

  test('alone makes a workbook refused', async () => {
    const refusal = (why: string) => ({ code: 'unreadable-file', message: `The file cannot be read: ${why}.` });
    await expect(stage(blank, unseen)).rejects.toMatchObject(
      refusal('all its rows with values are hidden and it has no known header; unhide the rows and save it again'),
    );
    await expect(stage({ ...dealersIn('Lot F'), state: 'hidden' })).rejects.toMatchObject(
      refusal(
        'all its visible sheets are empty, and hidden sheets are not imported ("Dealers"); unhide them and save it again',
      ),
    );
    const empty = { kind: 'dealers', file: { name: 'Dealers.csv', bytes: Buffer.from('') } };
    await expect(stageImport(office(), empty)).rejects.toMatchObject(refusal('it is empty'));
  });
});

describe('a text with a character that cannot be stored', () => {
  const reasons = async (id: string) =>
    (await readRows(id)).map(({ sheet, row: n, state, problems }) => [
      sheet,
      n,
      state,
      ...problems.map(describeReason),
    ]);

  test('refuses only its row, with sheet, row, column and the rest of the text', async () => {
    const staged = await stage(dealersIn('Lot_x0000_G', 'Lot H', 'Lot_xD800_I'));
    expect(await reasons(staged._id)).toEqual([
      ['Dealers', 2, 'refused', 'Name "Lot\uFFFDG" must be text without characters that cannot be stored'],
      ['Dealers', 3, 'new'],
      ['Dealers', 4, 'refused', 'Name "Lot\uFFFDI" must be text without characters that cannot be stored'],
    ]);
    await applyStagedImport(office(), { id: staged._id });
    expect(await world.db('dealers').where('name', 'like', 'Lot%').pluck('name')).toContain('Lot H');
    expect(await readStored('Lot\uFFFDG')).toEqual([]);
  });

  test('refuses its row among rows sent as JSON, whatever else the row contains', async () => {
    const rows = [
      { Name: 'Lot J', Shop: homeShop, City: 'Do\ud800ver', 'No\0te': 'x' },
      { Name: 'Lot K', Shop: homeShop, 'No\0te': 'y\0', Sheet: 'a\0' },
    ];
    const staged = await stageImport(office(), { kind: 'dealers', rows, fileName: 'a\0.json' });
    expect(staged).toMatchObject({ fileName: 'a\uFFFD.json', counts: { new: 1, refused: 1 } });
    expect(staged.layout.map(({ columns }) => columns.map(({ header }) => header))).toEqual([
      ['Name', 'Shop', 'City', 'No\uFFFDte'],
      ['Name', 'Shop', 'No\uFFFDte'],
    ]);
    expect(await reasons(staged._id)).toEqual([
      ['Rows', 2, 'refused', 'City "Do\uFFFDver" must be text without characters that cannot be stored'],
      ['a\uFFFD', 2, 'new'],
    ]);
  });

  test('does not result from shortening a message or a header', async () => {
    const long = `${'x'.repeat(59)}😀 and more`;
    const rows = [{ Name: 'Lot L', Shop: homeShop, Haul_Percent: long, [`${'x'.repeat(199)}😀`]: 1 }];
    const staged = await stageImport(office(), { kind: 'dealers', rows });
    expect(await reasons(staged._id)).toEqual([
      ['Rows', 2, 'refused', `Haul_Percent "${'x'.repeat(59)}\uFFFD…" must be a number`],
    ]);
  });

  test("is not the same as �, which a dealer's name may contain", async () => {
    expect((await stage(dealersIn('Caf\uFFFD'))).counts).toMatchObject({ new: 1, refused: 0 });
  });
});

test('of rows that are not objects, the first hundred are listed, and no more are read', () => {
  const read = Rows.safeParse(Array.from({ length: 200_000 }, () => 0));
  expect(read.error?.issues).toHaveLength(100);
  expect(read.error?.issues[0]).toMatchObject({ path: [0], message: 'must be an object with one value per header' });
  expect(Rows.safeParse(Array.from({ length: 200_001 }, () => ({}))).error?.issues).toMatchObject([
    { message: 'must have at most 200,000 rows' },
  ]);
});
