import { escapedXml } from './cells.js';
import { nameSheets } from './sheet-names.js';
import { printTitles, type Sheet, sheetXml } from './sheet.js';
import { stylesXml } from './styles.js';
import type { LargeFile } from '../file.js';
import { spoolWhileRead } from '../spool.js';
import { zipFile } from '../zip-file.js';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const OWN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Writes an .xlsx file row by row, in pieces. Numbers are numbers; text stays text even if it looks like a formula. The
 * header is bold, frozen and filterable, and a last row sums the columns marked `total` (formulas with stored
 * results). It prints on pages scaled to the width of the columns, each with the header. The same sheets yield the
 * same bytes.
 */
export const writeWorkbook = (sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> =>
  zipFile([
    { name: '[Content_Types].xml', content: [XML, contentTypes(sheets)] },
    { name: '_rels/.rels', content: [XML, relations([['rId1', 'officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: [XML, workbookXml(sheets)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [XML, workbookRelations(sheets)] },
    { name: 'xl/styles.xml', content: [XML, stylesXml(MAIN)] },
    ...sheets.map((sheet, n) => ({ name: `xl/${getPart(n)}`, content: withDeclaration(sheetXml(sheet, MAIN)) })),
  ]);

/** The sheets as an .xlsx file, read while its rows are. `name` has no extension. */
export const workbookFile = async (name: string, sheets: readonly Sheet[]): Promise<LargeFile> => ({
  name: `${name}.xlsx`,
  type: xlsxType,
  ...(await spoolWhileRead(writeWorkbook(sheets))),
});

const getPart = (n: number): string => `worksheets/sheet${n + 1}.xml`;

async function* withDeclaration(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield XML;
  yield* text;
}

function contentTypes(sheets: readonly Sheet[]): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...sheets.map((_, n) => [`/xl/${getPart(n)}`, 'worksheet']),
  ];
  const types = parts.map(([part, type]) => `<Override PartName="${part}" ContentType="${OWN}.${type}+xml"/>`);
  return (
    `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`
  );
}

function workbookXml(sheets: readonly Sheet[]): string {
  const sheetNames = nameSheets(sheets).map(({ sheet }) => sheet);
  const sheetElements = sheetNames.map(
    (name, n) => `<sheet name="${escapedXml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  );
  const names = sheetNames.map((name, n) => printTitles(name, n));
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${sheetElements.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
  );
}

const workbookRelations = (sheets: readonly Sheet[]): string =>
  relations([
    ...sheets.map((_, n) => [`rId${n + 1}`, 'worksheet', getPart(n)] as const),
    [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
  ]);

function relations(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = all.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`;
}
