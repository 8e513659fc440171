import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { expect, test, vi } from 'vitest';
import { toColumn, getHeaders, toLines, readSheetCells } from '../testing/table-files.js';
import { MOST_WORKBOOK_ROWS, tableFile, type Table } from './table-file.js';

interface Row {
  readonly name: string | null;
  readonly on: string | null;
  readonly paid: number;
  readonly share: number;
}
const rows: readonly Row[] = [
  { name: '=1+1', on: '2026-03-02', paid: 123_456, share: 0.1534 },
  { name: 'Ünal, "Bo"', on: null, paid: -50, share: 1 },
  { name: null, on: '2026-12-31', paid: 0, share: 0 },
];
const table = (more: Partial<Table<Row>> = {}): Table<Row> => ({
  name: 'people',
  title: 'People',
  columns: [
    { header: 'Name', kind: 'text', value: (row) => row.name },
    { header: 'On', kind: 'day', value: (row) => row.on },
    { header: 'Paid', kind: 'money', total: true, value: (row) => row.paid },
    { header: 'Share', kind: 'percent', value: (row) => row.share },
  ],
  rows,
  count: () => Promise.resolve(rows.length),
  ...more,
});

test('a workbook stores numbers, days and text as such, and a total', async () => {
  const file = await tableFile(table(), 'xlsx');
  expect([file.name, file.type]).toEqual([
    'people.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  const sheet = await readSheetCells(file);
  expect(sheet.name).toBe('People');
  expect(getHeaders(sheet)).toEqual(['Name', 'On', 'Paid', 'Share']);
  expect(sheet.getCell('A2').type).toBe(ExcelJS.ValueType.String);
  expect(toColumn(sheet, 'Name')).toEqual(['=1+1', 'Ünal, "Bo"', null]);
  expect(toColumn(sheet, 'On')).toEqual([new Date('2026-03-02'), null, new Date('2026-12-31')]);
  expect(toColumn(sheet, 'Paid')).toEqual([1234.56, -0.5, 0]);
  expect(sheet.getCell('C5').value).toEqual({ formula: 'SUM(C2:C4)', result: 1234.06 });
});

test.each([
  ['Barn: 10/12 [old]?', 'Barn_ 10_12 _old__'],
  ['A very long name of a shed with lofts', 'A very long name of a shed with'],
  ["'Lofted' barn of the Hoffman's 's", "_Lofted' barn of the Hoffman's"],
  ['', 'Sheet'],
])('the sheet of %j is %j, which spreadsheets accept', async (title, name) => {
  const sheet = await readSheetCells(await tableFile(table({ title }), 'xlsx'));
  expect([sheet.name, sheet.pageSetup.printTitlesRow]).toEqual([name, '1:1']);
});

test('a workbook is readable: each header is aligned with its values and printed on every page', async () => {
  const sheet = await readSheetCells(await tableFile(table(), 'xlsx'));
  const getSide = (cell: string) => sheet.getCell(cell).alignment.horizontal;
  expect(['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'C5', 'D1', 'D2'].map(getSide).join(' ')).toBe(
    'left left left left right right right right right',
  );
  expect(sheet.getCell('C2').numFmt).toBe('$#,##0.00');
  expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, printTitlesRow: '1:1' });
});

test('CSV is UTF-8 with a byte order mark and CRLF; text that looks like a formula stays text', async () => {
  const file = await tableFile(table(), 'csv');
  expect([file.name, file.type]).toEqual(['people.csv', 'text/csv; charset=utf-8']);
  expect((await buffer(file.content)).toString()).toBe(
    '\uFEFFName,On,Paid,Share\r\n\'=1+1,2026-03-02,1234.56,15.34\r\n"Ünal, ""Bo""",,-0.5,100\r\n,2026-12-31,0,0\r\n',
  );
});

test('an empty list is a file with only its header', async () => {
  const none = { rows: [], count: () => Promise.resolve(0) };
  expect(await toLines(await tableFile(table(none), 'csv'))).toEqual(['Name,On,Paid,Share']);
  expect(getHeaders(await readSheetCells(await tableFile(table(none), 'xlsx')))).toHaveLength(4);
});

test('a workbook with too many rows is refused before any row is read and CSV is offered, which has no limit', async () => {
  const count = MOST_WORKBOOK_ROWS + 1;
  const tooMany = table({
    count: () => Promise.resolve(count),
    rows: {
      *[Symbol.iterator]() {
        for (let n = 0; n < count; n += 1) yield rows[n % rows.length] as Row;
      },
    },
  });
  await expect(tableFile({ ...tooMany, rows: unreadable }, 'xlsx')).rejects.toMatchObject({
    code: 'too-many-rows',
    message: 'Excel files are limited to 200,000 rows and this list has 200,001. Export it as CSV, or add filters.',
  });
  expect(await toLines(await tableFile(tooMany, 'csv'))).toHaveLength(count + 1);
});

const unreadable: Iterable<Row> = {
  [Symbol.iterator]: () => {
    throw new Error('a row was read');
  },
};

test('a failure while rows are read occurs before anything is answered, and leaves nothing on disk', async () => {
  async function* failing() {
    yield rows;
    await Promise.reject(new Error('the database is gone'));
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'shedworks-table-'));
  vi.stubEnv('TMPDIR', folder); // other tests' files are in the shared one for a moment
  try {
    await expect(tableFile(table({ rows: failing() }), 'csv')).rejects.toThrow('the database is gone');
    await text((await tableFile(table(), 'csv')).content);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});
