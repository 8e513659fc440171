import { buffer } from 'node:stream/consumers';
import type { FileAnswer } from '../../files/file.js';
import { MOST_WORKBOOK_ROWS } from '../../files/table-file.js';
import type { Sheet, SheetCell } from '../../files/workbook/sheet.js';
import { writeWorkbook, xlsxType } from '../../files/workbook/write-workbook.js';
import { DomainError } from '../../kernel/errors.js';
import type { ReportTable } from './report.js';

/**
 * A report as an .xlsx file: its rows with a total row of formulas, and a second sheet with its filter and summary.
 * Throws `too-many-rows` above 200,000 rows.
 */
export async function reportWorkbook(table: ReportTable): Promise<FileAnswer> {
  const count = await table.count();
  if (count > MOST_WORKBOOK_ROWS) throw new DomainError('too-many-rows', { count, most: MOST_WORKBOOK_ROWS });
  const { name, title, columns, rows } = table;
  const bytes = await buffer(writeWorkbook([{ name: title, columns, rows }, await aboutSheet(table)]));
  return { name: `${name}.xlsx`, type: xlsxType, bytes };
}

async function aboutSheet({ about, totals }: ReportTable): Promise<Sheet> {
  const summary = await totals();
  const rows: SheetCell[][] = [
    ...about.map(({ label, value }) => [label, value, null, null, null]),
    ...summary.map(({ label, count, amount, percent }) => [
      label,
      null,
      count ?? null,
      amount ?? null,
      percent ?? null,
    ]),
  ];
  return {
    name: 'About',
    columns: [
      { header: 'About', kind: 'text' },
      { header: 'Value', kind: 'text', width: 48 },
      { header: 'Count', kind: 'number' },
      { header: 'Amount', kind: 'money' },
      { header: 'Percent', kind: 'percent' },
    ],
    rows,
  };
}
