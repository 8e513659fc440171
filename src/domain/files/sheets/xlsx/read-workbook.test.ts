import fc from 'fast-check';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../file-contents.js';
import { escapeXml, pack, splitWorkbook, getWorkbook, formatWorksheet } from '../testing/raw-workbook.js';
import { readHere } from '../testing/read-here.js';

/** The cells of the rows of a workbook's first sheet. */
async function readCells(bytes: Uint8Array): Promise<readonly (readonly Cell[])[]> {
  return (await readHere(bytes)).sheets[0]?.rows.map(({ cells }) => cells) ?? [];
}
const readRow = async (cells: string, more: Parameters<typeof getWorkbook>[1] = {}): Promise<readonly Cell[]> =>
  (await readCells(getWorkbook(`<row r="1">${cells}</row>`, more)))[0] ?? [];

/** The same row for the scan and, preceded by a comment, for the XML parser. */
const ways = [
  ['scanned', ''],
  ['parsed', '<!-- by hand -->'],
] as const;

describe.each(ways)('cells, %s', (_, before) => {
  test.each<[string, string, readonly Cell[]]>([
    ['numbers', '<c r="A1"><v>1.5</v></c><c r="B1" t="n"><v>-2E-3</v></c><c r="C1"><v> 7 </v></c>', [1.5, -0.002, 7]],
    ['no number in a number cell', '<c r="A1"><v>12 ft</v></c><c r="B1"><v>1e999</v></c>', ['12 ft', '1e999']],
    ['booleans', '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c>', [true, false]],
    [
      'errors',
      '<c r="A1" t="e"><v>#DIV/0!</v></c><c r="B1" t="e"><f>1/0</f><v>#N/A</v></c>',
      [{ error: '#DIV/0!' }, { error: '#N/A' }],
    ],
    [
      'formula results',
      '<c r="A1"><f>1-1</f><v>0</v></c><c r="B1" t="b"><f>1=2</f><v>0</v></c><c r="C1" t="str"><f>""</f><v></v></c><c r="D1" t="str"><f>""</f><v/></c>',
      [0, false, '', ''],
    ],
    [
      'shared formulas',
      '<c r="A1"><f t="shared" ref="A1:A9" si="0">B1*2</f><v>4</v></c><c r="B1"><f t="shared" si="0"/><v>6</v></c>',
      [4, 6],
    ],
    [
      'a formula that was never calculated',
      '<c r="A1"><f>B1</f></c><c r="B1"><v>1</v></c>',
      [{ error: 'not calculated' }, 1],
    ],
    ['text of formulas', '<c r="A1" t="str"><f>"a"&amp;"b"</f><v>a&amp;b &#233;&#x20AC;</v></c>', ['a&b é€']],
    ['inline text', '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a &lt; b </t></is></c>', [' a < b ']],
    [
      'rich inline text',
      '<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>so</t></r><r><t>me</t></r><rPh sb="0" eb="1"><t>NO</t></rPh></is></c>',
      ['some'],
    ],
    ['CDATA', '<c r="A1" t="str"><v><![CDATA[a < b]]></v></c>', ['a < b']],
    [
      'escapes',
      '<c r="A1" t="str"><v>a_x000D_b_x005F_x</v></c><c r="B1" t="inlineStr"><is><t>_x0041_</t></is></c>',
      ['a\rb_x', 'A'],
    ],
    [
      'ISO dates',
      '<c r="A1" t="d"><v>2026-03-02T00:00:00.000Z</v></c><c r="B1" t="d"><v>2026-03-02T08:15:00</v></c><c r="C1" t="d"><v>2026-03-02</v></c>',
      ['2026-03-02', '2026-03-02T08:15:00', '2026-03-02'],
    ],
    ['gaps', '<c r="B1"><v>2</v></c><c r="AB1"><v>28</v></c>', [null, 2, ...Array<null>(25).fill(null), 28]],
    ['no references', '<c><v>1</v></c><c/><c><v>3</v></c>', [1, null, 3]],
    ['other order', '<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>', [1, null, 3]],
    ['blank cells with a style', '<c r="A1"><v>1</v></c><c r="B1" s="1"/><c r="C1" s="1"></c>', [1]],
    ['attributes in any order', '<c t="str" foo:r="Z9" s="0" r="B1"><v>x</v></c>', [null, 'x']],
    ['single quotes and blanks', "<c  r = 'B1'\n t='str' ><v >x</v ></c >", [null, 'x']],
    ['line ends', '<c r="A1" t="str"><v>a\r\nb</v></c>', ['a\nb']],
  ])('%s', async (_, cells, expected) => {
    expect(await readRow(before + cells)).toEqual(expected);
  });

  test('rows without a number, out of order, duplicate, hidden and blank', async () => {
    const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
    const rows = `<row>${cell('a')}</row><row/><row>${cell('c')}</row><row r="9">${cell('i')}</row><row r="7" spans="1:1">${cell('g')}</row>
      <row r="11" hidden="1">${cell('no')}</row><row>${cell('l')}</row><row r="13"><c r="A13" t="str"><v></v></c></row><row r="9"><c r="B9"><v>2</v></c></row>`;
    expect((await readHere(getWorkbook(before + rows))).sheets[0]?.rows).toEqual([
      { row: 1, cells: ['a'] },
      { row: 3, cells: ['c'] },
      { row: 7, cells: ['g'] },
      { row: 9, cells: ['i', 2] },
      { row: 11, cells: ['no'], isHidden: true },
      { row: 12, cells: ['l'] },
    ]);
  });

  test('merged duplicate rows are hidden if both are', async () => {
    const cell = (ref: string) => `<c r="${ref}"><v>1</v></c>`;
    const rows = `<row r="3" hidden="1">${cell('A3')}</row><row r="2" hidden="true">${cell('A2')}</row><row r="2" hidden="on">${cell('B2')}</row><row r="3">${cell('B3')}</row>`;
    expect((await readHere(getWorkbook(before + rows))).sheets[0]?.rows).toEqual([
      { row: 2, cells: [1, 1], isHidden: true },
      { row: 3, cells: [1, 1] },
    ]);
  });

  test('shared strings: rich text is joined, phonetic readings are left out, spaces are kept', async () => {
    const strings =
      '<si><t>plain</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t xml:space="preserve">text </t></r><rPh sb="0" eb="2"><t>NO</t></rPh><phoneticPr/></si><si><t/></si><si><t><![CDATA[<b>]]></t></si>';
    const cells = [0, 1, 2, 3].map((n) => `<c t="s"><v>${n}</v></c>`).join('');
    expect(await readRow(before + cells, { strings })).toEqual(['plain', 'rich text ', '', '<b>']);
  });

  test('numbers with a date format are read as dates', async () => {
    const formats = [
      14,
      22,
      20,
      46,
      'yyyy\\-mm\\-dd',
      '[$-409]d-mmm-yy;@',
      '0.00" days"',
      '[Red]#,##0.00',
      '[h]:mm',
      'General',
      '\\d0',
      'mmmm',
      '"Y"0',
      27,
      1,
    ];
    const cells = formats.map((_, n) => `<c s="${n + 1}"><v>46083.34375</v></c>`).join('');
    const [day, moment, number] = ['2026-03-02', '2026-03-02T08:15:00', 46083.34375];
    expect(day).toBe(moment.slice(0, 10));
    expect(await readRow(before + cells, { formats })).toEqual([
      moment, moment, moment, '1106000:15:00', moment, moment, number, number, '1106000:15:00', number, number, moment, number, moment, number,
    ]); // prettier-ignore
  });

  test('numbers with a percent format are read as shown', async () => {
    const percents = [9, 10, '0.0%', '[Red]0.00%;-0.00%', '0.00\\ %', 'General%', '_(0%_);[Red](0%)'];
    const otherFormats = ['0.00" %"', '0.00\\%', '0_%', '0;-0%', 2, 'yyyy'];
    const cells = [...percents, ...otherFormats].map((_, n) => `<c s="${n + 1}"><v>0.6125</v></c>`).join('');
    const row = await readRow(before + cells, { formats: [...percents, ...otherFormats] });
    expect(row.slice(0, percents.length)).toEqual(percents.map(() => 61.25));
    expect(row.slice(percents.length)).toEqual([...Array<number>(otherFormats.length - 1).fill(0.6125), '14:42:00']);
  });

  test('a percent has only the decimals that its cell shows', async () => {
    const fractions = ['0.07', '0.29', '0.333333', '0.615', '-0.0575', '0', '10', '1e-12'];
    const cells = fractions.map((fraction) => `<c s="1"><v>${fraction}</v></c>`).join('');
    const row = [7, 29, 33.3333, 61.5, -5.75, 0, 1000, 1e-10];
    expect(await readRow(before + cells, { formats: [10] })).toEqual(row);
  });

  test('the 1900 calendar with its February 29, and the 1904 calendar', async () => {
    const serials = [1, 59, 60, 61, 46083, 0.5, -1, 3e6];
    const cells = serials.map((serial) => `<c s="1"><v>${serial}</v></c>`).join('');
    const row = [...['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '2026-03-02', '12:00:00'], -1, 3e6];
    expect(await readRow(before + cells, { formats: [14] })).toEqual(row);
    const row1904 = [
      '1904-01-02',
      '1904-02-29',
      '1904-03-01',
      '1904-03-02',
      '2030-03-03',
      '1904-01-01T12:00:00',
      -1,
      3e6,
    ];
    expect(await readRow(before + cells, { formats: [14], is1904: true })).toEqual(row1904);
  });
});

const table = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46083</v></c></row>';
const workbook = splitWorkbook({
  sheets: [{ name: 'One', rows: table }],
  strings: '<si><t>Böard</t></si>',
  formats: [14],
});
const values = [['Böard', '2026-03-02']];
const renameParts = (to: (name: string) => string) =>
  Object.fromEntries(Object.entries(workbook).map(([name, text]) => [to(name), text]));
const withChange = (to: (text: string, name: string) => string | Uint8Array) =>
  Object.fromEntries(Object.entries(workbook).map(([name, text]) => [name, to(text, name)]));
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(workbook).filter(([name]) => !names.includes(name)));
const addPrefix = (text: string) => text.replace(/<(\/?)(?=\w)/g, '<$1x:').replace(/xmlns=/g, 'xmlns:x=');
const utf16 = (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');

test.each<[string, Record<string, string | Uint8Array>]>([
  ['as usual', workbook],
  ['in another order of parts', Object.fromEntries(Object.entries(workbook).reverse())],
  ['with back-slashes', renameParts((name) => name.replaceAll('/', '\\'))],
  ['in other capitals', renameParts((name) => name.toUpperCase())],
  ['with leading slashes', renameParts((name) => `/${name}`)],
  [
    'with absolute targets',
    withChange((text) => text.replace(/Target="(?!xl)/g, 'Target="/xl/').replace('"xl/', '"/xl/')),
  ],
  [
    'with roundabout targets',
    withChange((text) => text.replaceAll('Target="worksheets/', 'Target="./x/../worksheets/')),
  ],
  ['without package relations', without('_rels/.rels')],
  ['without workbook relations', without('xl/_rels/workbook.xml.rels')],
  ['without any relations or types', without('_rels/.rels', 'xl/_rels/workbook.xml.rels', '[Content_Types].xml')],
  ['with prefixed elements', withChange(addPrefix)],
  [
    'in strict OOXML',
    withChange((text) =>
      text
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        ),
    ),
  ],
  ['in UTF-16', withChange(utf16)],
  ['in UTF-8 with a byte order mark', withChange((text) => `\uFEFF${text}`)],
  ['in Latin-1', withChange((text) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'))],
  ['without XML declarations', withChange((text) => text.replace(/<\?.*?\?>\s*/, ''))],
  ['with a wrong dimension', withChange((text) => text.replace('ref="A1"', 'ref="A1:XFD1048576"'))],
  [
    'with nonsense after the rows',
    withChange((text) => text.replace('<pageMargins left="0.7"/>', '<dataValidations count="9"><x></y>')),
  ],
  ['with macros', { ...workbook, 'xl/vbaProject.bin': Buffer.from([0xd0, 0xcf, 0x11, 0xe0]) }],
  ['with damaged drawings', { ...workbook, 'xl/drawings/drawing1.xml': '<not xml' }],
  [
    'with all parts in the root',
    Object.fromEntries(
      Object.entries(withChange((text) => text.replaceAll('xl/', '').replaceAll('worksheets/', ''))).map(
        ([name, text]) => [name.replace('xl/', '').replace('worksheets/', ''), text],
      ),
    ),
  ],
])('a workbook %s', async (_, parts) => {
  expect(await readCells(pack(parts))).toEqual(values);
});

test('a workbook without styles and shared strings', async () => {
  const bytes = pack(splitWorkbook({ sheets: [{ name: 'One', rows: '<row><c s="3"><v>46083</v></c></row>' }] }));
  expect(await readCells(bytes)).toEqual([[46083]]);
});

test('sheets in workbook order; hidden ones are listed by name; chart sheets are left out', async () => {
  const cell = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;
  const parts = splitWorkbook({
    sheets: [
      { name: 'Z &amp; Co', rows: cell('z') },
      { name: 'Secret', rows: cell('no'), state: 'hidden' },
      { name: 'Deeper', rows: cell('no'), state: 'veryHidden' },
      { name: 'Chart', rows: '' },
      { name: 'Empty', rows: '' },
      { name: 'A', rows: cell('a') },
    ],
  });
  const rels =
    parts['xl/_rels/workbook.xml.rels']?.replace(
      /worksheet" Target="worksheets\/sheet4/,
      'chartsheet" Target="chartsheets/sheet4',
    ) ?? '';
  expect(await readHere(pack({ ...parts, 'xl/_rels/workbook.xml.rels': rels }))).toEqual({
    sheets: [
      { name: 'Z & Co', rows: [{ row: 1, cells: ['z'] }] },
      { name: 'Empty', rows: [] },
      { name: 'A', rows: [{ row: 1, cells: ['a'] }] },
    ],
    hidden: ['Secret', 'Deeper'],
  });
});

test('of merged cells, the first has the value; duplicate and blank headers stay', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Items');
  sheet.mergeCells('A1:C1');
  sheet.getCell('A1').value = 'Price list 2026';
  sheet.addRow(['Name', 'Name', null, 'Price']);
  sheet.addRow([{ text: 'Board', hyperlink: 'https://example.test' }, '$1,234.50', '61.25 %', ' 1\u00A0234,50']);
  expect(await readCells(new Uint8Array(await book.xlsx.writeBuffer()))).toEqual([
    ['Price list 2026'],
    ['Name', 'Name', null, 'Price'],
    ['Board', '$1,234.50', '61.25 %', ' 1\u00A0234,50'],
  ]);
});

const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((value) => !/[\0-\x1f\uFFFE\uFFFF]|_x[\dA-Fa-f]{4}_/.test(value));
const filledTexts = text.filter((value) => value.trim() !== '');
const day = fc.date({ min: new Date('1900-03-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)); // prettier-ignore
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
  .map((value) => value + 0 || 0);
const cell = fc.oneof(
  fc.constant(null),
  filledTexts,
  number,
  fc.boolean(),
  day.map((on) => ({ on })),
);
type WrittenCell = null | string | number | boolean | { readonly on: string };
const tables = fc.array(fc.tuple(filledTexts, fc.array(cell, { maxLength: 6 })), { minLength: 1, maxLength: 12 });

const getExpected = (rows: readonly (readonly WrittenCell[])[]): Cell[][] =>
  rows.map((row) => {
    const cells = row.map((value) => (value !== null && typeof value === 'object' ? value.on : value));
    while (cells.at(-1) === null) cells.pop();
    return cells;
  });

test('random tables written by another program read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (drawn) => {
      const rows = drawn.map(([first, otherCells]): WrittenCell[] => [first, ...otherCells]);
      const book = new ExcelJS.Workbook();
      const sheet = book.addWorksheet('Table');
      for (const row of rows)
        sheet.addRow(row.map((value) => (value !== null && typeof value === 'object' ? new Date(value.on) : value)));
      expect(await readCells(new Uint8Array(await book.xlsx.writeBuffer()))).toEqual(getExpected(rows));
    }),
    { numRuns: 60 },
  );
});

test('random tables read back from plain XML, by the scan and by the parser', async () => {
  const toWritten = (value: WrittenCell, n: number): string => {
    if (value === null) return n % 2 === 0 ? '' : `<c r="${String.fromCharCode(65 + n)}1" s="1"/>`;
    const start = `<c r="${String.fromCharCode(65 + n)}1"`;
    if (typeof value === 'number') return `${start}><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `${start} t="b"><v>${Number(value)}</v></c>`;
    if (typeof value === 'object') return `${start} t="d"><v>${value.on}</v></c>`;
    return n % 2 === 0
      ? `${start} t="str"><v>${escapeXml(value)}</v></c>`
      : `${start} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  };
  await fc.assert(
    fc.asyncProperty(tables, fc.boolean(), async (drawn, isParsed) => {
      const rows = drawn.map(([first, otherCells]): WrittenCell[] => [first, ...otherCells]);
      const xml = rows.map((row, n) => `<row r="${n + 1}">${row.map(toWritten).join('')}</row>`).join('\n');
      const parts = splitWorkbook({ sheets: [{ name: 'Table', rows: xml }] });
      const sheet = isParsed ? addPrefix(formatWorksheet(xml)) : formatWorksheet(xml);
      expect(await readCells(pack({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))).toEqual(getExpected(rows));
    }),
    { numRuns: 200 },
  );
});
