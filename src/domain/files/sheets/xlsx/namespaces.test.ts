import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../file-contents.js';
import { pack, splitWorkbook } from '../testing/raw-workbook.js';
import { readHere } from '../testing/read-here.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const X14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const X15 = 'http://schemas.microsoft.com/office/spreadsheetml/2010/11/main';
const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const BOOK = 'xl/workbook.xml';
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

const workbook = splitWorkbook({
  sheets: [
    { name: 'One', rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>44621</v></c></row>' },
    { name: 'Hidden', rows: '<row r="1"><c r="A1"><v>1</v></c></row>', state: 'hidden' },
  ],
  strings: '<si><t>Board</t></si>',
  formats: [14],
  is1904: true,
});
const values = [['Board', '2026-03-02']];
type Parts = Record<string, string>;
const replace = (parts: Parts, part: string, from: string | RegExp, to: string): Parts => {
  const text = (parts[part] ?? '').replace(from, to);
  expect(text).not.toBe(parts[part]);
  return { ...parts, [part]: text };
};
/** A workbook with an extension at the end of a part. */
const extend = (part: string, inside: string): Parts =>
  replace(
    workbook,
    part,
    /(<\/\w+>)$/,
    `<extLst><ext uri="{x}" xmlns:x14="${X14}" xmlns:x15="${X15}">${inside}</ext></extLst>$1`,
  );
const readCells = async (parts: Parts): Promise<readonly (readonly Cell[])[]> =>
  (await readHere(pack(parts))).sheets[0]?.rows.map(({ cells }) => cells) ?? [];

/** Parts whose main namespace has another name, with or without a prefix. */
const ways: readonly [string, (text: string) => string][] = [
  ['transitional', (text) => text],
  ['strict', (text) => text.replaceAll(MAIN, STRICT)],
  ['prefixed', (text) => addPrefix(text)],
  ['strict and prefixed', (text) => addPrefix(text).replaceAll(MAIN, STRICT)],
  ['without a namespace', (text) => text.replace(` xmlns="${MAIN}"`, '')],
];
const addPrefix = (text: string): string =>
  text.includes(`xmlns="${MAIN}"`) ? text.replace(/<(\/?)(?=\w+[\s>/])/g, '<$1m:').replace(/xmlns=/, 'xmlns:m=') : text;
const inEachWay = (parts: Parts, way: (text: string) => string): Parts =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, way(text)]));

describe.each(ways)('%s', (_, way) => {
  test.each<[string, Parts]>([
    ['as usual', workbook],
    ['x14:workbookPr in an extension', extend(BOOK, '<x14:workbookPr defaultImageDpi="32767"/>')],
    ['x15:workbookPr in an extension', extend(BOOK, '<x15:workbookPr chartTrackingRefBase="1"/>')],
    ['workbookPr of another default namespace', extend(BOOK, `<workbookPr xmlns="${X15}" date1904="0"/>`)],
    ['sheets of an extension', extend(BOOK, '<x14:sheets><x14:sheet name="No" id="1"/></x14:sheets>')],
    [
      'rows of an extension',
      extend(SHEET, '<x14:sheetData><x14:row><x14:c><x14:v>9</x14:v></x14:c></x14:row></x14:sheetData>'),
    ],
    ['texts of an extension', extend(STRINGS, '<x14:si><x14:t>No</x14:t></x14:si>')],
    [
      'styles of an extension',
      extend(
        STYLES,
        '<x14:cellXfs><x14:xf numFmtId="0"/></x14:cellXfs><x14:numFmts><x14:numFmt numFmtId="14" formatCode="0"/></x14:numFmts>',
      ),
    ],
    [
      'rows of an extension before its own',
      replace(
        workbook,
        SHEET,
        '<sheetData>',
        `<x:sheetData xmlns:x="${X14}"><x:row><x:c><x:v>9</x:v></x:c></x:row></x:sheetData><sheetData>`,
      ),
    ],
  ])('%s', async (_, parts) => expect(await readCells(inEachWay(parts, way))).toEqual(values));

  test.each<[string, Parts]>([
    ['workbookPr that is not a child of workbook', extend(BOOK, '<workbookPr date1904="0"/>')],
    ['a sheet that is not among the sheets', extend(BOOK, '<sheet name="No" sheetId="9"/>')],
    ['rows in a place of their own', extend(SHEET, '<sheetData><row r="9"><c r="A9"><v>9</v></c></row></sheetData>')],
    [
      'rows before their place',
      replace(
        workbook,
        SHEET,
        '<sheetData>',
        '<sheetPr><sheetData><row><c><v>9</v></c></row></sheetData></sheetPr><sheetData>',
      ),
    ],
    ['a cell in a cell', replace(workbook, SHEET, '<v>0</v>', '<v>0</v><extLst><c><v>9</v></c></extLst>')],
    ['a text in an unknown part of a text', replace(workbook, STRINGS, '<t>', '<ext><t>No</t></ext><t>')],
    [
      'formats of conditional styles',
      extend(STYLES, '<dxfs><dxf><numFmt numFmtId="14" formatCode="0"/><xf numFmtId="0"/></dxf></dxfs>'),
    ],
  ])('%s is ignored', async (_, parts) => expect(await readCells(inEachWay(parts, way))).toEqual(values));
});

const alternatives = (requires: string, choice: string, fallback: string): string =>
  `<mc:AlternateContent xmlns:mc="${MC}" xmlns:m="${MAIN}" xmlns:x15="${X15}"><mc:Choice Requires="${requires}">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

describe('alternatives', () => {
  const on = '<workbookPr date1904="1"/>';
  const off = '<workbookPr/>';
  test.each([
    ['what needs an extension is left out', alternatives('x15', off, on)],
    ['the fallback may be empty', `${alternatives('x15', off, '')}${on}`],
    ['what needs nothing else is taken', alternatives('m', on, off)],
    ['alternatives within alternatives', alternatives('x15', off, alternatives('m', on, off))],
    ['a path of the file, as Excel writes it', `${on}${alternatives('x15', '<x15:absPath url="C:\\"/>', '')}`],
  ])('%s', async (_, replacement) => {
    expect(await readCells(replace(workbook, BOOK, '<workbookPr date1904="1"/>', replacement))).toEqual(values);
  });

  test('in rows and values', async () => {
    const row = '<c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>44621</v></c>';
    const other = '<c r="A1"><v>9</v></c>';
    const rows = alternatives('x15', `<row r="1">${other}</row>`, `<row r="1">${row}</row>`);
    expect(await readCells(replace(workbook, SHEET, /<row.*<\/row>/, rows))).toEqual(values);
    expect(await readCells(replace(workbook, SHEET, row, alternatives('x15', other, row)))).toEqual(values);
    const value = alternatives('x15', '<v>7</v>', '<v>44621</v>');
    expect(await readCells(replace(workbook, SHEET, '<v>44621</v>', value))).toEqual(values);
  });
});

test('a relation is recognized by its namespace, not by an attribute named id', async () => {
  const parts = replace(workbook, BOOK, /r:id="rId1"/, `xmlns:y="urn:other" y:id="rId2" r:id="rId1"`);
  expect(await readCells(parts)).toEqual(values);
});

test.each([BOOK, SHEET, STRINGS, STYLES])('%s of another language is refused', async (part) => {
  await expect(readHere(pack(replace(workbook, part, MAIN, 'urn:other')))).rejects.toMatchObject({
    why: 'it is damaged or incomplete; save it again',
  });
});

test('a namespace declared among the rows is respected', async () => {
  const row = (n: number, more = '') => `<row r="${n}"${more}><c r="A${n}"><v>${n}</v></c></row>`;
  const rows = fc.array(fc.constantFrom('', ' xmlns="urn:other"', ` xmlns="${MAIN}"`), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, async (declarations) => {
      const xml = [row(1), ...declarations.map((more, n) => row(n + 2, more)), row(9)].join('');
      const expected = [1, ...declarations.flatMap((more, n) => (more.includes('urn') ? [] : [n + 2])), 9];
      expect(await readCells(replace(workbook, SHEET, /<row.*<\/row>/, xml))).toEqual(expected.map((n) => [n]));
    }),
    { numRuns: 60 },
  );
});
