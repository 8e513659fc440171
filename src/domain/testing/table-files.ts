import { buffer, text } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import type { LargeFile } from '../files/file.js';

/** The only sheet of an exported workbook. */
export async function readSheetCells(file: LargeFile): Promise<ExcelJS.Worksheet> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await buffer(file.content)) as never); // its types expect an older Buffer
  return book.worksheets[0] as ExcelJS.Worksheet;
}

/** The lines of an exported CSV file without its byte order mark; for values without line breaks. */
export async function toLines(file: LargeFile): Promise<string[]> {
  const content = await text(file.content);
  return content
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);
}

/** The headers of a sheet. */
export const getHeaders = (sheet: ExcelJS.Worksheet): string[] => (sheet.getRow(1).values as string[]).slice(1);

/** The values of a column under its header, without the total row; empty cells are null. */
export function toColumn(sheet: ExcelJS.Worksheet, header: string): unknown[] {
  const at = getHeaders(sheet).indexOf(header) + 1;
  if (at === 0) throw new Error(`no column ${header}`);
  const values = sheet.getColumn(1).values.slice(2);
  const rows = values.at(-1) === 'Total' ? values.length - 1 : sheet.rowCount - 1;
  return Array.from({ length: rows }, (_, n) => sheet.getRow(n + 2).getCell(at).value ?? null);
}
