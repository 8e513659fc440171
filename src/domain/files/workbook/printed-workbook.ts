import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Style, Worksheet } from 'exceljs';
import { inBatches } from '../row-batches.js';
import { toAmountCell, columnLetters } from './cells.js';
import type { Sheet, SheetCell, SheetColumn } from './sheet.js';
import { getLook, type ColumnKind } from './styles.js';

/** What a printed page shows besides its table. */
export interface PrintedPage {
  readonly title: string;
  /** The company's name, in the header of every page and in the file properties. */
  readonly company: string;
}

/**
 * Writes a sheet for printing and bookkeeping as an .xlsx file: landscape pages scaled to the width of the columns,
 * each with company, title, header row and page number. The header is frozen and filterable, and a last row sums the
 * columns marked `total` (formulas with stored results). Rows are written one by one. For long tables, and for tables
 * that people edit and import again, use `writeWorkbook`.
 */
export async function printedWorkbook(sheet: Sheet, heading: PrintedPage): Promise<Uint8Array> {
  const { default: ExcelJS } = await import('exceljs');
  const stream = new PassThrough();
  const bytes = buffer(stream);
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  Object.assign(book, { creator: heading.company, title: heading.title });
  const page = book.addWorksheet(sheet.name, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0, printTitlesRow: '1:1' },
    headerFooter: {
      oddHeader: `&L${escapeCode(heading.company)}&R${escapeCode(heading.title)}`,
      oddFooter: '&RPage &P of &N',
    },
  });
  await writeTable(page, sheet);
  page.commit();
  await book.commit();
  return bytes;
}

/** Escapes ampersands, which begin a code in a page header. */
const escapeCode = (text: string): string => text.replaceAll('&', '&&');

async function writeTable(page: Worksheet, { columns, rows }: Sheet): Promise<void> {
  page.columns = columns.map(({ kind, width }) => ({ width: width ?? getLook(kind).width, style: getStyle(kind) }));
  const head = page.addRow(columns.map(({ header }) => header));
  columns.forEach(({ kind }, n) =>
    Object.assign(head.getCell(n + 1), { style: { ...getStyle(kind, true), numFmt: '@' } }),
  );
  head.commit();
  const sums = columns.map(() => 0);
  let last = 1;
  for await (const batch of inBatches(rows))
    for (const row of batch) {
      page.addRow(columns.map(({ kind }, n) => toValue(row[n] ?? null, kind))).commit();
      row.forEach((value, n) => (sums[n] = (sums[n] ?? 0) + (typeof value === 'number' ? value : 0)));
      last += 1;
    }
  page.autoFilter = { from: 'A1', to: `${columnLetters(columns.length - 1)}${last}` };
  if (columns.some(({ total }) => total)) writeTotals(page, columns, sums, last);
}

function writeTotals(page: Worksheet, columns: readonly SheetColumn[], sums: readonly number[], last: number): void {
  const row = page.addRow([]);
  columns.forEach(({ kind, total }, n) => {
    const cell = row.getCell(n + 1);
    const letters = columnLetters(n);
    const result = toAmountCell(sums[n] ?? 0, kind) ?? 0;
    cell.style = { ...getStyle(kind, true), border: { top: { style: 'thin' } } };
    if (total) cell.value = last > 1 ? { formula: `SUM(${letters}2:${letters}${last})`, result } : 0;
    else if (n === 0) cell.value = 'Total';
  });
  row.commit();
}

function getStyle(kind: ColumnKind, bold = false): Partial<Style> {
  const { format, side } = getLook(kind);
  const alignment = { horizontal: side, wrapText: bold, ...(side === 'left' && { indent: 1 }) };
  return { numFmt: format.code, font: { name: 'Calibri', size: 11, bold }, alignment };
}

function toValue(value: SheetCell, kind: ColumnKind): string | number | Date | null {
  if (typeof value === 'string' && kind === 'day') return new Date(`${value}T00:00:00Z`);
  return typeof value === 'number' ? toAmountCell(value, kind) : value;
}
