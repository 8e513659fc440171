import type { z } from 'zod';
import { findProductName } from '../../company/company/product.js';
import type { ActorCtx } from '../../kernel/context.js';
import { MOST_ATTACHED_BYTES } from '../../messaging/outbox/attachments.js';
import type { Attachment } from '../../kernel/platform/mail.js';
import { downloadReport } from '../reports/file.js';
import { reportNamed } from '../reports/registry.js';
import type { ReportLine } from '../reports/report.js';
import { MOST_PDF_ROWS, type ReportFormat } from '../reports/rules.js';
import { totalText } from '../reports/total-text.js';
import { readInput } from '../../kernel/service.js';
import type { ScheduleTotal } from './schema.js';

/** A report ready to be mailed. */
export interface ComposedReport {
  readonly title: string;
  readonly about: readonly ReportLine[];
  readonly rows: number;
  readonly totals: readonly z.output<typeof ScheduleTotal>[];
  readonly fileName: string;
  /** The file; empty if it is too large for an email. */
  readonly attachments: readonly Attachment[];
  /** The sentence about the file in the email. */
  readonly file: string;
}

interface ReportRequest {
  readonly report: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly format: ReportFormat;
}

/**
 * A report with its totals and file, as the actor may see it; a workbook if a PDF would be too long. Throws the same
 * errors as the report.
 */
export async function composeReport(
  ctx: ActorCtx,
  { report: name, filter, format }: ReportRequest,
): Promise<ComposedReport> {
  const report = reportNamed(name);
  const table = await report.table(ctx, readInput(report.filter, filter));
  const rows = await table.count();
  const totals = (await table.totals()).map((total) => ({ label: total.label, value: totalText(total) }));
  const isTooLong = format === 'pdf' && rows > MOST_PDF_ROWS;
  const file = await downloadReport(ctx, { name, filter: { ...filter }, format: isTooLong ? 'xlsx' : format });
  const content = await collectBytes(file.content);
  const attachments = content ? [{ name: file.name, type: file.type, content }] : [];
  const { title } = report;
  const about = fileLine(file.name, content !== null, isTooLong, await findProductName(ctx.db));
  return { title, about: table.about, rows, totals, fileName: file.name, attachments, file: about };
}

function fileLine(name: string, isAttached: boolean, isTooLong: boolean, product: string): string {
  const most = MOST_ATTACHED_BYTES / 1024 / 1024;
  if (!isAttached)
    return `${name} is larger than ${most} MB, too large to email. Open the report in ${product} and export it there.`;
  const why = isTooLong ? ` It has more than ${MOST_PDF_ROWS.toLocaleString('en-US')} rows, too many for a PDF.` : '';
  return `Attached: ${name}.${why}`;
}

/** The whole content of a file; null if it is too large for an email. */
async function collectBytes(content: AsyncIterable<Buffer>): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MOST_ATTACHED_BYTES) return null; // leaving the loop destroys the stream
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
