import { PassThrough } from 'node:stream';
import ExcelJS from 'exceljs';

/** What a column holds: text, a day as `2026-03-02`, whole cents, a number, or a fraction shown as percent. */
type ColumnKind = 'text' | 'day' | 'money' | 'number' | 'percent';

export interface SheetColumn {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters; by the kind unless told. */
  readonly width?: number;
  /** Whether the last row sums the column. */
  readonly total?: true;
}

export type SheetCell = string | number | null;

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>;
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const formats: Record<ColumnKind, string> = {
  text: '@',
  day: 'mm/dd/yyyy',
  money: '$#,##0.00',
  number: 'General',
  percent: '0.00%',
};
const left = { horizontal: 'left', indent: 1 } as const;
const right = { horizontal: 'right' } as const;
const sides = { text: left, day: left, money: right, number: right, percent: right };
const widths: Record<ColumnKind, number> = { text: 24, day: 12, money: 15, number: 12, percent: 10 };
const LONGEST_TEXT = 32_767;
/** A header of more characters goes on in a second line; beside it is room for the arrow of the filter. */
const HEADER_LINE = 16;
const ARROW = 4;
const TWO_LINES = 30;
const bold = { name: 'Calibri', family: 2, size: 11, bold: true };
const printed: Partial<ExcelJS.PageSetup> = {
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
};

/**
 * An .xlsx file, streamed row by row: numbers are numbers, text stays text even when it begins like a formula, the header is bold,
 * frozen and filterable, and a last row sums the columns marked `total` (formulas with their results stored). It prints on pages as
 * wide as the columns, each with the header.
 */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const stream = new PassThrough();
  const bytes = collect(stream);
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  for (const sheet of sheets) await writeSheet(book, sheet);
  await book.commit();
  return bytes;
}

async function writeSheet(book: ExcelJS.stream.xlsx.WorkbookWriter, { name, columns, rows }: Sheet): Promise<void> {
  const page = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }], pageSetup: printed });
  page.columns = columns.map(({ header, kind, width }) => ({
    width: Math.max(width ?? widths[kind], Math.min(header.length, HEADER_LINE) + ARROW),
    style: { numFmt: formats[kind], alignment: sides[kind] },
  }));
  addHeader(page, columns);
  const sums = columns.map(() => 0);
  let last = 1;
  for await (const row of rows) {
    last += 1;
    page.addRow(row.map((value, n) => cellOf(value, columns[n]?.kind ?? 'text'))).commit();
    row.forEach((value, n) => (sums[n] = (sums[n] ?? 0) + (typeof value === 'number' ? value : 0)));
  }
  page.autoFilter = { from: { row: 1, column: 1 }, to: { row: last, column: columns.length } };
  if (columns.some((column) => column.total)) addTotals(page, columns, sums, last);
  page.commit();
}

function addHeader(page: ExcelJS.Worksheet, columns: readonly SheetColumn[]): void {
  const row = page.getRow(1);
  row.values = columns.map(({ header }) => header);
  row.font = bold;
  if (columns.some(({ header }) => header.length > HEADER_LINE)) row.height = TWO_LINES;
  columns.forEach(({ kind }, n) => {
    row.getCell(n + 1).alignment = { ...sides[kind], wrapText: true };
  });
  row.commit();
}

function addTotals(
  page: ExcelJS.Worksheet,
  columns: readonly SheetColumn[],
  sums: readonly number[],
  last: number,
): void {
  const row = page.addRow(
    columns.map(({ total, kind }, n) => {
      const letter = page.getColumn(n + 1).letter;
      if (total)
        return last === 1
          ? 0
          : { formula: `SUM(${letter}2:${letter}${last})`, result: cellOf(sums[n] ?? 0, kind) as number };
      return n === 0 ? 'Total' : null;
    }),
  );
  row.font = bold;
  row.border = { top: { style: 'thin' } };
  row.commit();
}

function cellOf(value: SheetCell, kind: ColumnKind): string | number | Date | null {
  if (value === null) return null;
  if (typeof value === 'number') return kind === 'money' ? value / 100 : value;
  return kind === 'day' ? new Date(`${value}T00:00:00Z`) : value.slice(0, LONGEST_TEXT);
}

async function collect(stream: PassThrough): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
