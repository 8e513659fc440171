import { findCompany } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import type { FileAnswer } from '../../files/file.js';
import { reportDocumentPdf } from '../../files/pdf/report-document.js';
import { inBatches } from '../../files/row-batches.js';
import type { SheetCell } from '../../files/workbook/sheet.js';
import { DomainError } from '../../kernel/errors.js';
import type { ReportTable } from './report.js';
import { MOST_PDF_ROWS } from './rules.js';

/** A report on the company's paper; throws `report-too-long` above 2,000 rows. */
export async function reportPdf(ctx: ActorCtx, table: ReportTable): Promise<FileAnswer> {
  const count = await table.count();
  if (count > MOST_PDF_ROWS) throw new DomainError('report-too-long', { count, most: MOST_PDF_ROWS });
  const rows: (readonly SheetCell[])[] = [];
  for await (const batch of inBatches(table.rows)) rows.push(...batch);
  const { name, title, columns, about, totals } = table;
  const company = await findCompany(ctx.db);
  const report = {
    ...{ company: company?.name ?? '', paper: company?.paperSize ?? 'A4', title, about, rows },
    madeAt: ctx.clock.now().toISOString(),
    columns: columns.map(({ header, kind, total }) => ({ header, kind, total: total ?? false })),
    totals: await totals(),
  } as const;
  return reportDocumentPdf(name, report, ctx.signal);
}
