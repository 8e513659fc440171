import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../csv.js';
import { readHere } from './testing/read-here.js';

const readRows = async (bytes: Uint8Array | string, name = 'Price list.csv') =>
  (await readHere(Buffer.from(bytes as Uint8Array), name)).sheets[0]?.rows ?? [];
const readCells = async (bytes: Uint8Array | string) => (await readRows(bytes)).map(({ cells }) => cells);

test('the sheet is named after the file, and rows are numbered as in a spreadsheet', async () => {
  expect(await readHere(Buffer.from('Name,Note\r\n\r\n"a\nb",c\r\nd,\r\n,,\r\ne'), 'folder/Price list.2.csv')).toEqual({
    sheets: [
      {
        name: 'Price list.2',
        rows: [
          { row: 1, cells: ['Name', 'Note'] },
          { row: 3, cells: ['a\nb', 'c'] },
          { row: 4, cells: ['d'] },
          { row: 6, cells: ['e'] },
        ],
      },
    ],
    hidden: [],
  });
});

test.each<[string, Uint8Array | string]>([
  ['UTF-8', 'Name,Böard €\nä,1\n'],
  ['UTF-8 with a byte order mark', '\uFEFFName,Böard €\nä,1\n'],
  ['UTF-16, little end first', Buffer.from('\uFEFFName,Böard €\nä,1\n', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\uFEFFName,Böard €\nä,1\n', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from([...Buffer.from('Name,B\xf6ard \x80\n\xe4,1\n', 'latin1')])],
])('%s', async (_, bytes) => {
  expect(await readCells(bytes)).toEqual([['Name', 'Böard €'], ['ä', '1']]); // prettier-ignore
});

test('a CSV file may begin with the same letters as a zip file', async () => {
  expect(await readCells('PK,Name\n1,Door\n')).toEqual([['PK', 'Name'], ['1', 'Door']]); // prettier-ignore
  expect(await readCells('PK')).toEqual([['PK']]);
});

test.each<[string, string, string]>([
  [
    'one bad byte among UTF-8',
    'Name\nM\xc3\xbcller\nM\xfcller\n',
    'line 3 is not valid UTF-8, but other lines are; save it again as CSV UTF-8',
  ],
  [
    'a bad byte after a byte order mark',
    '\xef\xbb\xbfName\nM\xfcller\n',
    'line 2 is not valid UTF-8, but other lines are; save it again as CSV UTF-8',
  ],
  [
    'a character that is cut off at the end',
    'N\xc3\xa4me\na\xe2\x82',
    'line 2 is not valid UTF-8, but other lines are; save it again as CSV UTF-8',
  ],
])('%s is refused with its line', async (_, text, why) => {
  await expect(readRows(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ why });
});

test('Windows-1252 is detected, whatever the file declares', async () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', ' ', 'é', 'ü', 'ñ', 'ß', 'Ä'),
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 8 }), async (texts) => {
      const lines = ['Name', ...texts.map((text) => `x${text}x`)];
      expect(await readCells(Buffer.from(lines.join('\n'), 'latin1'))).toEqual(lines.map((line) => [line]));
    }),
  );
});

test('characters at the border of a chunk stay whole', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `${'x'.repeat(n % 7)}ä€😀,${n}`);
  expect(await readCells(lines.join('\n'))).toEqual(lines.map((line) => line.split(',')));
});

test.each<[string, string, readonly (readonly (string | null)[])[]]>([
  [
    'semicolons beside decimal commas',
    'Name;Price\nBoard;1,50\nNail;0,05\n',
    [
      ['Name', 'Price'],
      ['Board', '1,50'],
      ['Nail', '0,05'],
    ],
  ],
  [
    'semicolons after a comma in the header',
    'Name, full;Price\nBoard;2\nNail;3\n',
    [
      ['Name, full', 'Price'],
      ['Board', '2'],
      ['Nail', '3'],
    ],
  ],
  [
    'tabs',
    'Name\tPrice\nBoard, treated\t1\n',
    [
      ['Name', 'Price'],
      ['Board, treated', '1'],
    ],
  ],
  [
    'bars',
    'Name|Price\nBoard|1\n',
    [
      ['Name', 'Price'],
      ['Board', '1'],
    ],
  ],
  [
    'commas within quotes',
    '"a;b;c","d;e;f"\n"a;;","x"\n',
    [
      ['a;b;c', 'd;e;f'],
      ['a;;', 'x'],
    ],
  ],
  ['a delimiter that the file declares', 'sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
  ['a declared delimiter before an old line end', 'sep=;\ra,b;c\r', [['a,b', 'c']]],
  ['one column', 'Name\nBoard\n', [['Name'], ['Board']]],
  [
    'inches',
    'Name,Size\nBoard 12" long,2"\n',
    [
      ['Name', 'Size'],
      ['Board 12" long', '2"'],
    ],
  ],
  [
    'lines of other lengths',
    'Price list 2026\nName,Price\nBoard,1,more\n',
    [['Price list 2026'], ['Name', 'Price'], ['Board', '1', 'more']],
  ],
  [
    'old line ends',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['apostrophes of exports', "'=1+1,'-2,'@a,'+b,'tis,it's\n", [['=1+1', '-2', '@a', '+b', "'tis", "it's"]]],
  ['apostrophes behind a separator', `"a;'=1","b\n'-2",c;'tis\n`, [['a;=1', 'b\n-2', "c;'tis"]]],
  [
    'text of numbers as it is',
    '00123, $1.00 ,"1,234.50",1\u00A0234\n',
    [['00123', ' $1.00 ', '1,234.50', '1\u00A0234']],
  ],
])('%s', async (_, text, expected) => {
  expect(await readCells(text)).toEqual(expected);
});

test('each line may end in its own way', async () => {
  expect(await readRows('Name,Price\r\nBoard,1\r\nNail,2\nScrew,3\rBolt,"4"\n"Nut, flat",5\r\n\nPin,6')).toEqual([
    { row: 1, cells: ['Name', 'Price'] },
    { row: 2, cells: ['Board', '1'] },
    { row: 3, cells: ['Nail', '2'] },
    { row: 4, cells: ['Screw', '3'] },
    { row: 5, cells: ['Bolt', '4'] },
    { row: 6, cells: ['Nut, flat', '5'] },
    { row: 8, cells: ['Pin', '6'] },
  ]);
});

test('rows appended to an export with other line ends are all read, and line ends inside quotes are kept', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ä', ' ', ',', '"', '\n', '\r'), minLength: 1, maxLength: 5 });
  const end = fc.constantFrom('\r\n', '\n', '\r');
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, end), { maxLength: 8 }), async (lines) => {
      const appended = lines.map(([name, note, lineEnd]) => `${quote(`x${name}`)},${quote(`${note}x`)}${lineEnd}`);
      expect(await readCells(csvLine(['Name', 'Note']) + appended.join(''))).toEqual([
        ['Name', 'Note'],
        ...lines.map(([name, note]) => [`x${name}`, `${note}x`]),
      ]);
    }),
    { numRuns: 200 },
  );
});

test.each(['\r\n', '\n', '\r'])('a line end at the border of a chunk ends one line: %j', async (lineEnd) => {
  for (const [before, row] of [
    [65_533, 'y,"2"'],
    [65_534, '"y",2'],
    [65_535, 'y,2'],
    [65_536, '"y","2"'],
  ] as const) {
    const start = `${'x'.repeat(before - 2)},1`;
    expect(await readRows([`${start}${lineEnd}${row}`, 'z,3'].join(lineEnd))).toEqual([
      { row: 1, cells: [start.slice(0, -2), '1'] },
      { row: 2, cells: ['y', '2'] },
      { row: 3, cells: ['z', '3'] },
    ]);
  }
});

test.each([
  ['a\0b,c\n', 'it is not a spreadsheet; use .xlsx or .csv'],
  [`${'a,b\n'.repeat(50_000)}\0`, 'it is not a spreadsheet; use .xlsx or .csv'],
  [' \n,,\n', 'all its sheets are empty'],
  ['a,b\n"c,d\ne,f\n', 'a quotation mark is not closed; save it again'],
  [`a\n"${'b\n'.repeat(4e6)}`, 'a quotation mark is not closed; save it again'],
  [','.repeat(20_000), 'it has more than 16,384 columns; remove unused columns'],
  ['a\n'.repeat(200_001), 'it has more than 200,000 rows; split it into smaller files'],
])('refused: %#', async (text, why) => {
  await expect(readRows(text)).rejects.toMatchObject({ why });
});

test('the delimiter is the one with which every quotation mark closes', async () => {
  const fields = ['', ';', '\n;\n;'];
  expect(await readCells(csvLine(['Name', 'Note', 'More']) + csvLine(fields))).toEqual([
    ['Name', 'Note', 'More'],
    [null, ...fields.slice(1)],
  ]);
});

test('our exports read back unchanged', async () => {
  const field = fc.string({
    unit: fc.constantFrom('a', 'ä', '=', '-', '@', '+', "'", '"', ',', ';', '\t', '\n', ' ', '1'),
    maxLength: 6,
  });
  const head = ['Name', 'Note', 'More'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, field, field), { maxLength: 8 }), async (records) => {
      const expectedRecords = records.map((fields) =>
        fields.map((value) => (/(^|[;\t\r\n]"*)'[=+\-@\t\r]/.test(value) ? 'a' : value)),
      );
      const text = [head, ...expectedRecords].map((fields) => csvLine(fields)).join('');
      const expected = expectedRecords.filter((fields) => fields.some((value) => value.trim() !== '')).map(trim);
      expect(await readCells(`\uFEFF${text}`)).toEqual([head, ...expected]);
    }),
    { numRuns: 200 },
  );
});

function trim(fields: readonly string[]): (string | null)[] {
  const cells = fields.map((value) => (value === '' ? null : value));
  while (cells.at(-1) === null) cells.pop();
  return cells;
}
