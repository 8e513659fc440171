import type { z } from 'zod';
import { toPercent } from '../kernel/cents.js';
import { DomainError } from '../kernel/errors.js';
import { BYTE_ORDER_MARK, csvLine, csvType, type CsvCell } from './csv.js';
import type { LargeFile } from './file.js';
import { inBatches, mapRows, type FileRows } from './row-batches.js';
import type { TableFormat } from './table-format.js';
import { spool } from './spool.js';
import type { SheetCell, SheetColumn } from './workbook/sheet.js';
import { workbookFile } from './workbook/write-workbook.js';

/** A column of a table, with the value it shows for a row. */
export interface TableColumn<Row> extends SheetColumn {
  readonly value: (row: Row) => SheetCell;
}

export interface Table<Row> {
  /** The file name without its extension. */
  readonly name: string;
  /** The title of the sheet. */
  readonly title: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: FileRows<Row>;
  /** How many rows there will be; called before a workbook is started. */
  readonly count: () => Promise<number>;
}

/** The most rows a workbook may have. CSV has no limit. */
export const MOST_WORKBOOK_ROWS = 200_000;

const CHUNK_CHARACTERS = 65_536;

/**
 * Exports a table as a file: an .xlsx workbook, or CSV in UTF-8 with a byte order mark, CRLF, plain numbers and ISO
 * dates. Text that looks like a formula stays text in both. Throws `too-many-rows` for a workbook of more than 200,000
 * rows.
 */
export async function tableFile<Row>(table: Table<Row>, format: z.output<typeof TableFormat>): Promise<LargeFile> {
  if (format === 'csv') return { name: `${table.name}.csv`, type: csvType, content: await spool(toCsv(table)) };
  const count = await table.count();
  if (count > MOST_WORKBOOK_ROWS) throw new DomainError('too-many-rows', { count, most: MOST_WORKBOOK_ROWS });
  return workbookFile(table.name, [{ name: table.title, columns: table.columns, rows: toCells(table) }]);
}

/** The rows of a table as cells. */
export const toCells = <Row>({ columns, rows }: Pick<Table<Row>, 'columns' | 'rows'>): AsyncGenerator<SheetCell[][]> =>
  mapRows(rows, (row) => columns.map(({ value }) => value(row)));

async function* toCsv<Row>({ columns, rows }: Table<Row>): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => header));
  for await (const batch of inBatches(rows))
    for (const row of batch) {
      text += csvLine(columns.map(({ kind, value }) => csvCell(value(row), kind)));
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
  yield text;
}

/** Converts cents to dollars and fractions to percents with two decimals; other values are unchanged. */
function csvCell(value: SheetCell, kind: SheetColumn['kind']): CsvCell {
  if (typeof value !== 'number') return value;
  if (kind === 'money') return value / 100;
  return kind === 'percent' ? toPercent(value) : value;
}
