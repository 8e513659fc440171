import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../kernel/errors.js';
import { UnreadableFile } from './limits.js';
import { readSheets } from './read.js';
import { readWith } from './reading.js';
import { pack, splitWorkbook, getWorkbook, formatWorksheet } from './testing/raw-workbook.js';
import { readHere } from './testing/read-here.js';
import { getZip, type ZipPart } from './testing/zip.js';

const BOMB_MS = 10_000;
const goodWorkbook = getWorkbook('<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1"><v>1.5</v></c></row>');
const goodRead = { sheets: [{ name: 'Sheet1', rows: [{ row: 1, cells: ['Name', 1.5] }] }], hidden: [] };
const refusal = (why: string) => ({ code: 'unreadable-file', kind: 'unprocessable', details: { why }, message: `The file cannot be read: ${why}.` }); // prettier-ignore
const damagedText = 'it is damaged or incomplete; save it again';
const alien = 'it is not a spreadsheet; use .xlsx or .csv';
const tooMuch = 'it is too large to read at once; split it into smaller files';
const read = (bytes: Uint8Array, name = 'file.xlsx') => readSheets({ name, bytes });
/** A file of the old Excel format with one entry in its directory, and a text in its content. */
function compound(stream: string, text = ''): Buffer {
  const bytes = Buffer.alloc(1_536);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.write(stream, 640, 'utf16le');
  bytes.writeUInt16LE(2 * stream.length + 2, 640 + 64);
  bytes.write(text, 1_100, 'utf16le');
  return bytes;
}
const openDocument = (type: string, more: ZipPart[] = []) =>
  getZip([{ name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${type}` }, { name: 'content.xml', bytes: '<x/>' }, ...more]); // prettier-ignore
const utf32 = (text: string) => Buffer.concat([...text].map((character) => Buffer.from(Uint32Array.of(character.codePointAt(0) ?? 0).buffer))); // prettier-ignore
const wide = 'Name,Böard\nä,1\n';
const one = (name: string, bytes: string | Uint8Array = 'x') => getZip([{ name, bytes }]);

/** The workbook `usual` with one part replaced. */
const workbook = splitWorkbook({
  sheets: [{ name: 'One', rows: '<row><c t="s"><v>0</v></c></row>' }],
  strings: '<si><t>a</t></si>',
  formats: [14],
});
const withPart = (part: ZipPart) =>
  getZip([
    ...Object.entries(workbook)
      .map(([name, bytes]) => ({ name, bytes }))
      .filter(({ name }) => name !== part.name),
    part,
  ]);
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';

test('reads in a thread, and reports values with their rows and the progress', async () => {
  const steps: number[][] = [];
  const progress = { report: (done: number, total: number) => steps.push([done, total]) };
  expect(await readSheets({ name: 'a.xlsx', bytes: goodWorkbook }, { progress })).toEqual(goodRead);
  expect(steps.at(-1)).toEqual([1, 1]);
  expect(steps.every(([done = 0, total = 0]) => done <= total)).toBe(true);
});

test('many rows arrive in pieces and in order', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Items');
  for (let n = 1; n <= 5_000; n += 1) sheet.addRow([`Böard ${n}`, n, n / 4, n % 2 === 0]);
  const { sheets } = await read(new Uint8Array(await book.xlsx.writeBuffer()));
  expect(sheets[0]?.rows).toEqual(
    Array.from({ length: 5_000 }, (_, n) => ({
      row: n + 1,
      cells: [`Böard ${n + 1}`, n + 1, (n + 1) / 4, n % 2 === 1],
    })),
  );
});

test('reads several files at a time', async () => {
  const files = Array.from({ length: 6 }, () => read(goodWorkbook));
  expect(await Promise.all(files)).toEqual(files.map(() => goodRead));
});

test.each<[string, Uint8Array, string]>([
  ['nothing at all', Buffer.alloc(0), 'it is empty'],
  ['a workbook that was cut off', goodWorkbook.subarray(0, goodWorkbook.length - 30), damagedText],
  ['only the beginning of a workbook', goodWorkbook.subarray(0, 2), damagedText],
  ['an encrypted workbook', compound('EncryptedPackage'), 'it is password-protected; remove the password'],
  [
    'encrypted parts',
    withPart({ name: SHEET, bytes: formatWorksheet(''), isEncrypted: true }),
    'it is password-protected; remove the password',
  ],
  ['an old workbook', compound('Workbook'), 'it is an old .xls file; save it as .xlsx'],
  ['an older workbook', compound('Book'), 'it is an old .xls file; save it as .xlsx'],
  [
    'the oldest workbook',
    Buffer.from([9, 4, 6, 0, 0, 0, 16, 0, 0, 0, 10, 0]),
    'it is an old .xls file; save it as .xlsx',
  ],
  ['another old document', compound('WordDocument'), alien],
  ['an old document that speaks of a Workbook', compound('WordDocument', 'the Workbook, EncryptedPackage'), alien],
  [
    'a workbook that speaks of an EncryptedPackage',
    compound('Workbook', 'EncryptedPackage'),
    'it is an old .xls file; save it as .xlsx',
  ],
  [
    'an XML spreadsheet',
    Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>'),
    'it is an Excel 2003 XML file; save it as .xlsx',
  ],
  [
    'a flat OpenDocument',
    Buffer.from(
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    ),
    'it is a .fods file; save it as .xlsx',
  ],
  [
    'UTF-16 without a byte order mark',
    Buffer.from(wide, 'utf16le'),
    'it is UTF-16 text without a byte order mark; save it as CSV UTF-8',
  ],
  [
    'UTF-16, big end first, without one',
    Buffer.from(wide, 'utf16le').swap16(),
    'it is UTF-16 text without a byte order mark; save it as CSV UTF-8',
  ],
  ['UTF-32', utf32(wide), 'it is UTF-32 text; save it as CSV UTF-8'],
  ['UTF-32 with a byte order mark', utf32(`\uFEFF${wide}`), 'it is UTF-32 text; save it as CSV UTF-8'],
  ['UTF-32, big end first', utf32(wide).swap32(), 'it is UTF-32 text; save it as CSV UTF-8'],
  ['a binary workbook', one('xl/workbook.bin'), 'it is an .xlsb file; save it as .xlsx'],
  ['an OpenDocument spreadsheet', openDocument('spreadsheet'), 'it is an .ods file; save it as .xlsx'],
  ['an OpenDocument template', openDocument('spreadsheet-template'), 'it is an .ods file; save it as .xlsx'],
  [
    'an OpenDocument with a workbook inside',
    openDocument('spreadsheet', [{ name: 'Object 1/xl/workbook.xml', bytes: '<x/>' }]),
    'it is an .ods file; save it as .xlsx',
  ],
  [
    'an OpenDocument that does not say its type',
    getZip([
      { name: 'META-INF/manifest.xml', bytes: '<x/>' },
      { name: 'content.xml', bytes: '<x/>' },
    ]),
    'it is an OpenDocument file; save it as .xlsx',
  ],
  ['an OpenDocument text', openDocument('text'), alien],
  ['a Numbers file', one('Index/Document.iwa'), 'it is a Numbers file; export it as .xlsx'],
  [
    'a Word document',
    getZip([
      { name: '[Content_Types].xml', bytes: '<x/>' },
      { name: 'word/document.xml', bytes: '<x/>' },
    ]),
    alien,
  ],
  ['another zip file', one('photo.jpg'), alien],
  ['a PDF', Buffer.from('%PDF-1.7\n'), alien],
  ['JSON', Buffer.from('{"orders": []}'), 'it is JSON, not a spreadsheet; use .xlsx or .csv'],
  [
    'HTML',
    Buffer.from('\n<!DOCTYPE html><table><tr><td>1'),
    'it is a web page despite its name; open it in a spreadsheet program and save it as .xlsx',
  ],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), alien],
  ['a workbook without values', getWorkbook('<row r="1"><c r="A1" s="0"/></row>'), 'all its sheets are empty'],
  [
    'a workbook whose sheets are hidden',
    pack(
      splitWorkbook({
        sheets: [
          { name: 'Empty', rows: '' },
          { name: 'A', rows: '<row><c><v>1</v></c></row>', state: 'hidden' },
        ],
      }),
    ),
    'all its visible sheets are empty, and hidden sheets are not imported ("A"); unhide them and save it again',
  ],
  [
    'no workbook part',
    pack(Object.fromEntries(Object.entries(workbook).filter(([name]) => name !== 'xl/workbook.xml'))),
    damagedText,
  ],
  ['no sheet part', pack(Object.fromEntries(Object.entries(workbook).filter(([name]) => name !== SHEET))), damagedText],
  [
    'texts that are missing',
    pack(Object.fromEntries(Object.entries(workbook).filter(([name]) => name !== STRINGS))),
    damagedText,
  ],
  [
    'a wrong check sum',
    withPart({ name: SHEET, bytes: formatWorksheet('<row><c><v>1</v></c></row>'), crc: 1 }),
    damagedText,
  ],
  [
    'rows that do not end',
    withPart({ name: SHEET, bytes: '<worksheet><sheetData><row><c><v>1</v></c></row>' }),
    damagedText,
  ],
  [
    'tags that do not match',
    withPart({ name: SHEET, bytes: formatWorksheet('<row><c><v>1</x></c></row>') }),
    damagedText,
  ],
  [
    'an unknown entity',
    withPart({ name: SHEET, bytes: formatWorksheet('<row><c t="str"><v>&nbsp;</v></c></row>') }),
    damagedText,
  ],
  [
    'bytes that are not of its encoding',
    withPart({ name: SHEET, bytes: Buffer.from(formatWorksheet('<row><c t="str"><v>ä</v></c></row>'), 'latin1') }),
    damagedText,
  ],
  ['row 0', withPart({ name: SHEET, bytes: formatWorksheet('<row r="0"><c><v>1</v></c></row>') }), damagedText],
  [
    'column XFE',
    withPart({ name: SHEET, bytes: formatWorksheet('<row r="1"><c r="XFE1"><v>1</v></c></row>') }),
    'it has more than 16,384 columns; remove unused columns',
  ],
  [
    'entities of its own',
    withPart({
      name: STRINGS,
      bytes: `<!DOCTYPE sst [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`,
    }),
    'it has an XML document type, which spreadsheet programs do not write; save it again',
  ],
  ['elements within elements without end', withPart({ name: SHEET, bytes: '<a>'.repeat(100_000) }), damagedText],
  [
    'too many parts',
    getZip(Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}`, bytes: '' }))),
    'it has more than 2,000 parts; save it again',
  ],
  ['too many bytes', Buffer.alloc(50 * 2 ** 20 + 1, 'a'), 'it is larger than 50 MB; split it into smaller files'],
])('%s is refused with the next step', async (_, bytes, why) => {
  await expect(read(bytes)).rejects.toMatchObject(refusal(why));
});

const piece = (text: string) => text.repeat(Math.ceil(2 ** 20 / text.length));
const start = '<worksheet><sheetData>';
const endless = (text: string, before = start): ZipPart => ({
  name: SHEET,
  bytes: before + piece(text),
  times: 700,
  claimedBytes: 1_000,
});

describe('zip and XML bombs', { timeout: BOMB_MS }, () => {
  test.each<[string, ZipPart, string]>([
    ['rows without end', endless('<row r="1"></row>'), damagedText],
    [
      'blank cells in one row',
      { name: SHEET, bytes: start + '<row>' + '<c r="A1"/>'.repeat(1e6) },
      'it has more than 16,384 columns; remove unused columns',
    ],
    ['a row without end', endless('<row r="1" x="1" '), damagedText],
    ['blanks before the rows', { name: SHEET, bytes: piece(' '), times: 700, last: formatWorksheet('') }, damagedText],
    [
      'what comes after the rows',
      { name: SHEET, bytes: `${start}<row><c><v>1</v></c></row></sheetData>${piece('<x/>')}`, times: 700 },
      'it unpacks to more than 500 MB; split it into smaller files',
    ],
    ['a comment without end', endless(' ', '<!--'), damagedText],
    ['one text without end', endless('a', `${start}<row><c t="str"><v>`), damagedText],
    [
      'many texts',
      { name: STRINGS, bytes: piece('<si><t>a board of the longer kind</t></si>'), times: 700 },
      damagedText,
    ],
    [
      'texts within texts',
      { name: STRINGS, bytes: `<sst>${piece('<si><t>a board of the longer kind</t></si><si/>')}`.repeat(1), times: 2 },
      damagedText,
    ],
    [
      '200,001 rows',
      { name: SHEET, bytes: `${start}${'<row><c><v>1</v></c></row>'.repeat(200_001)}</sheetData></worksheet>` },
      'it has more than 200,000 rows; split it into smaller files',
    ],
    [
      'rows as wide as they can be',
      { name: SHEET, bytes: `${start}${'<row><c r="XFD1"><v>1</v></c></row>'.repeat(5_000)}</sheetData></worksheet>` },
      tooMuch,
    ],
  ])('%s', async (_, part, why) => {
    await expect(read(withPart(part))).rejects.toMatchObject(refusal(why));
  });

  test('texts that no cell refers to', async () => {
    const bytes = `<sst>${`<si><t>${'a board '.repeat(100)}</t></si>`.repeat(100_000)}</sst>`;
    await expect(read(withPart({ name: STRINGS, bytes }))).rejects.toMatchObject(refusal(tooMuch));
  });

  test('a million blank rows cost nothing', async () => {
    const rows = `<row><c><v>1</v></c></row>${'<row s="1"/>'.repeat(1e6)}`;
    expect((await read(getWorkbook(rows))).sheets[0]?.rows).toEqual([{ row: 1, cells: [1] }]);
  });

  test('the next file is read', async () => expect(await read(goodWorkbook)).toEqual(goodRead));
});

test('reading ends when the caller aborts, and the next file is read', async () => {
  const long = getWorkbook('<row><c><v>1</v></c></row>'.repeat(150_000));
  const stop = new AbortController();
  const reading = readSheets(
    { name: 'a.xlsx', bytes: long },
    { signal: stop.signal, progress: { report: () => stop.abort() } },
  );
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  await expect(
    readSheets({ name: 'a.xlsx', bytes: goodWorkbook }, { signal: AbortSignal.abort() }),
  ).rejects.toBeInstanceOf(DomainError);
  expect(await read(goodWorkbook)).toEqual(goodRead);
});

test('reading a file that takes too long is stopped, and its thread ended', async () => {
  const stuck = new Worker(
    `require('node:worker_threads').parentPort.on('message', (m) => { while (m === 'begin'); })`,
    {
      eval: true,
    },
  );
  const reading = readWith(stuck, { name: 'a.xlsx', bytes: goodWorkbook }, { timeMs: 100 });
  await expect(reading).rejects.toMatchObject(
    refusal('it takes too long to read; save it again, or split it into smaller files'),
  );
  const exit = once(stuck, 'exit');
  await stuck.terminate();
  await exit;
});

test.each(['rows.xlsx', 'ROWS.XLSM', 'rows.xls', 'rows.ods', 'rows.xlsb'])(
  'plain text named %s is refused; named .csv it is read',
  async (name) => {
    const bytes = Buffer.from('Name,Price\nDoor,12\n');
    await expect(readSheets({ name, bytes })).rejects.toMatchObject(
      refusal('it is not a workbook despite its name; save it as .xlsx, or rename it to .csv'),
    );
    expect((await readSheets({ name: 'rows.csv', bytes })).sheets[0]?.rows).toHaveLength(2);
  },
);

test('a wrongly declared size does not matter', async () => {
  const parts = Object.entries(workbook).map(([name, bytes]) => ({ name, bytes, claimedBytes: 1, isStored: true }));
  expect((await read(getZip(parts))).sheets[0]?.rows).toEqual([{ row: 1, cells: ['a'] }]);
});

test('a workbook with any bytes changed is either read or refused', async () => {
  const whole = pack(workbook);
  const at = fc.nat(whole.length - 1);
  const change = fc.record({ at, byte: fc.nat(255), until: fc.oneof(at, fc.constant(whole.length)) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let bytes = Buffer.from(whole);
      for (const { at, byte, until } of changes) {
        bytes[Math.min(at, bytes.length - 1)] = byte;
        bytes = bytes.subarray(0, until);
      }
      await readHere(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(UnreadableFile));
    }),
    { numRuns: 500 },
  );
});

test('a workbook part with any bytes changed is either read or refused', async () => {
  const names = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', STRINGS, SHEET] as const;
  const splice = fc.record({ name: fc.constantFrom(...names), at: fc.nat(900), length: fc.nat(12), put: fc.constantFrom('', '<', '>', '"', '&', '/', '9', '-1', '<c>', ' r="A1"', '</row>', '<![CDATA[', '\0') }); // prettier-ignore
  await fc.assert(
    fc.asyncProperty(splice, async ({ name, at, length, put }) => {
      const text = workbook[name] ?? '';
      const brokenText = text.slice(0, at) + put + text.slice(at + length);
      await readHere(pack({ ...workbook, [name]: brokenText })).catch((error: unknown) =>
        expect(error).toBeInstanceOf(UnreadableFile),
      );
    }),
    { numRuns: 500 },
  );
});
