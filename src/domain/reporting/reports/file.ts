import { Readable } from 'node:stream';
import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import type { ActorCtx } from '../../kernel/context.js';
import { fileNamePart, LargeFile } from '../../files/file.js';
import { tableFile } from '../../files/table-file.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { JsonText } from '../../kernel/text/json-text.js';
import { readInput, service } from '../../kernel/service.js';
import { reportPdf } from './pdf.js';
import { reportNamed, runnable } from './registry.js';
import { reportTable, type Report, type ReportTable } from './report.js';
import { reportFormats, type ReportFormat } from './rules.js';
import { reportWorkbook } from './workbook.js';

/** More than any report has. */
const MOST_COLUMNS = 100;

const Filter = z.record(z.string(), z.unknown()).default({});
/** The headers of the only columns to include, in this order. JSON has no columns and includes everything. */
const Columns = z
  .array(z.string())
  .max(MOST_COLUMNS, `must have at most ${MOST_COLUMNS} columns`)
  .refine((headers) => new Set(headers).size === headers.length, 'must not name a column twice')
  .optional();
const Format = z.enum(reportFormats, `must be one of: ${reportFormats.join(', ')}`).default('xlsx');

export const downloadReport = service({
  summary: 'Download a report as an Excel workbook, CSV, PDF or JSON',
  permission: 'reports.view',
  effect: 'read',
  readsFrom: 'standby',
  input: z.object({ name: z.string(), filter: Filter, format: Format, columns: Columns }),
  output: LargeFile,
  run: async (ctx, { name, filter, format, columns }) => {
    const report = requireReport(ctx, name);
    return getFile(ctx, report, readInput(report.filter, filter), format, columns);
  },
});

export const listReports = service({
  summary: 'List the reports the user can run; the command line can run all of them, shop reports on behalf of a shop',
  permission: 'reports.view',
  effect: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ name: z.string(), title: z.string() })) }),
  run: (ctx) =>
    Promise.resolve({
      items: runnable(ctx.actor).map(({ name, title }) => ({ name, title })),
    }),
});

/** A registered report that the actor may run; throws `not-found` or `permission-denied`. */
function requireReport(ctx: ActorCtx, name: string): Report {
  const report = reportNamed(name);
  if (!can(ctx.actor, report.permission)) throw new DomainError('permission-denied', undefined);
  return report;
}

async function getFile(
  ctx: ActorCtx,
  report: Report,
  filter: Record<string, unknown>,
  format: ReportFormat,
  columns?: readonly string[],
): Promise<LargeFile> {
  if (format === 'json') {
    const answer = await report.answer(ctx, filter);
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    const content = toContent(Buffer.from(text));
    return { name: `${fileNamePart(report.name)}_report.json`, type: 'application/json', content };
  }
  const table = pickColumns(await report.table(ctx, filter), columns);
  if (format === 'csv') return tableFile(table, 'csv');
  const { name, type, bytes } = format === 'pdf' ? await reportPdf(ctx, table) : await reportWorkbook(table);
  return { name, type, content: toContent(bytes) };
}

/** The table with only the columns that have these headers. Throws `invalid-input` for a header it lacks. */
function pickColumns(table: ReportTable, headers: readonly string[] | undefined): ReportTable {
  if (!headers) return table;
  const columns = headers.map((header) => {
    const column = table.columns.find((one) => one.header === header);
    if (column) return column;
    throw invalid('columns', `"${header}" is not one of ${table.columns.map((one) => one.header).join(', ')}`);
  });
  return reportTable({ ...table, columns });
}

const toContent = (bytes: Uint8Array): Readable => Readable.from([bytes], { objectMode: false });
