import { NO_VALUE } from '../../kernel/cents.js';
import { inBatches, type FileRows } from '../row-batches.js';
import { toAmountCell, columnLetters, columnXml, escapedXml, formulaXml } from './cells.js';
import { type ColumnKind, getLook, getStyle } from './styles.js';

export interface SheetColumn {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters; the default depends on the kind. */
  readonly width?: number;
  /** Whether the last row shows the column's sum. */
  readonly total?: true;
}

/** Columns of a kind, by their headers. */
export const toColumns = (kind: ColumnKind, ...headers: readonly string[]): SheetColumn[] =>
  headers.map((header) => ({ header, kind }));

export type SheetCell = string | number | null;

export interface Sheet {
  /** Its name, or what its name is made from: spreadsheets allow 31 characters, and not all of them. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: FileRows<readonly SheetCell[]>;
}

/** Headers with more characters wrap to a second line; this leaves room for the filter arrow. */
const HEADER_LINE = 16;
const ARROW = 4;
const TWO_LINES = 30;
const PIECE_CHARACTERS = 16_384;

/** Writes the worksheet part in pieces: header, rows and totals, then the view settings. */
export async function* sheetXml({ columns, rows }: Sheet, main: string): AsyncGenerator<string> {
  const cells = columns.map(({ kind }, n) => columnXml(columnLetters(n), getStyle(kind, 'value'), kind));
  const sums = columns.map((): number | null => null);
  let last = 1;
  let text = headXml(columns, main);
  for await (const batch of inBatches(rows))
    for (const row of batch) {
      last += 1;
      const number = String(last);
      text += `<row r="${number}">`;
      for (let n = 0; n < row.length; n += 1) {
        const value = row[n] ?? null;
        text += cells[n]?.(number, value) ?? '';
        if (typeof value === 'number') sums[n] = (sums[n] ?? 0) + value;
      }
      text += '</row>';
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
  if (columns.some(({ total }) => total)) text += totalsXml(columns, sums, last);
  yield text + footXml(columns, last);
}

function headXml(columns: readonly SheetColumn[], main: string): string {
  const cols = columns.map(({ header, kind, width }, n) => {
    const characters = Math.max(width ?? getLook(kind).width, Math.min(header.length, HEADER_LINE) + ARROW);
    return `<col min="${n + 1}" max="${n + 1}" width="${characters}" style="${getStyle(kind, 'value')}" customWidth="1"/>`;
  });
  const height = columns.some(({ header }) => header.length > HEADER_LINE) ? ` ht="${TWO_LINES}" customHeight="1"` : '';
  const cells = columns.map(({ header, kind }, n) =>
    columnXml(columnLetters(n), getStyle(kind, 'header'), 'text')(1, header),
  );
  return (
    `<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}` +
    `<sheetData><row r="1" s="${getStyle('any', 'header')}" customFormat="1"${height}>${cells.join('')}</row>`
  );
}

function totalsXml(columns: readonly SheetColumn[], sums: readonly (number | null)[], last: number): string {
  const cells = columns.map(({ total, kind }, n) => {
    const letters = columnLetters(n);
    const ref = letters + (last + 1);
    const style = getStyle(kind, 'total');
    const sum = toAmountCell(sums[n] ?? 0, kind) ?? 0;
    if (total && last > 1 && sums[n] === null) return columnXml(letters, style, 'text')(last + 1, NO_VALUE);
    if (total && last > 1) return formulaXml(ref, style, `SUM(${letters}2:${letters}${last})`, sum);
    if (total) return columnXml(letters, style, kind)(last + 1, 0);
    return n === 0 ? columnXml(letters, style, 'text')(last + 1, 'Total') : `<c r="${ref}" s="${style}"/>`;
  });
  return `<row r="${last + 1}">${cells.join('')}</row>`;
}

const footXml = (columns: readonly SheetColumn[], last: number): string =>
  `</sheetData>${columns.length > 0 ? `<autoFilter ref="A1:${columnLetters(columns.length - 1)}${last}"/>` : ''}` +
  '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
  '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>';

/** The defined name that makes a sheet print its header on every page. */
export const printTitles = (name: string, n: number): string =>
  `<definedName name="_xlnm.Print_Titles" localSheetId="${n}">${escapedXml(`'${name.replaceAll("'", "''")}'!$1:$1`)}</definedName>`;
