import { getZip, type ZipPart } from './zip.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A sheet, given by the XML of its rows. */
export interface RawSheet {
  readonly name: string;
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
}

/** A workbook, given by the XML of its parts. */
export interface RawWorkbook {
  readonly sheets: readonly RawSheet[];
  /** `<si>` elements. */
  readonly strings?: string;
  /** Format code per style, starting with style 1; a number is the ID of a built-in format. */
  readonly formats?: readonly (string | number)[];
  readonly is1904?: boolean;
}

export const formatWorksheet = (rows: string): string =>
  `${declaration}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${rows}</sheetData><pageMargins left="0.7"/></worksheet>`;

/** The parts of a workbook under their usual names, for a test to change. */
export function splitWorkbook({ sheets, strings, formats, is1904 }: RawWorkbook): Record<string, string> {
  const relations = sheets.map((_, n) => formatRelation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`));
  if (strings !== undefined) relations.push(formatRelation('rIdT', 'sharedStrings', 'sharedStrings.xml'));
  if (formats) relations.push(formatRelation('rIdS', 'styles', 'styles.xml'));
  const sheetElements = sheets.map(
    ({ name, state }, n) =>
      `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="rId${n + 1}"/>`,
  );
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': formatRelationships([formatRelation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheetElements.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': formatRelationships(relations),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `${declaration}<sst xmlns="${MAIN}">${strings}</sst>` }),
    ...(formats && { 'xl/styles.xml': getStyles(formats) }),
    ...Object.fromEntries(sheets.map(({ rows }, n) => [`xl/worksheets/sheet${n + 1}.xml`, formatWorksheet(rows)])),
  };
}

/** The workbook file with these parts. */
export const pack = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  getZip(Object.entries(parts).map(([name, bytes]): ZipPart => ({ name, bytes })));

/** A workbook of one sheet, given by the XML of its rows. */
export const getWorkbook = (rows: string, more: Omit<RawWorkbook, 'sheets'> = {}): Buffer =>
  pack(splitWorkbook({ sheets: [{ name: 'Sheet1', rows }], ...more }));

function getStyles(formats: readonly (string | number)[]): string {
  const formatIds = formats.map((format, n) => (typeof format === 'number' ? format : 164 + n));
  const codes = formats.map((code, n) =>
    typeof code === 'number' ? '' : `<numFmt numFmtId="${164 + n}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = [0, ...formatIds].map((id) => `<xf numFmtId="${id}"/>`).join('');
  return `${declaration}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`;
}

/** Escapes text for XML. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const formatRelation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const formatRelationships = (relations: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`;
