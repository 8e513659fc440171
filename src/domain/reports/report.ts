import type { z } from 'zod';
import type { Permission } from '../access/permissions.js';
import type { ActorCtx } from '../context.js';
import type { Table } from '../documents/table-file.js';

/** A line above or below the rows: `Range`, `01/01/2026 - 03/31/2026`; a total is in cents. */
export interface ReportLine {
  readonly label: string;
  readonly value: string | number;
}

/** A report's rows to write as a file or to mail, with what stands beside them. */
export interface ReportTable<Row = never> extends Table<Row> {
  /** The filter in words: range, shops, statuses. */
  readonly about: readonly ReportLine[];
  /** Its totals, read with the rows' own filter; a number is cents. */
  readonly totals: () => Promise<readonly ReportLine[]>;
}

/**
 * A report: one name for the web, the API, the command line, saved views and schedules. Its filter has a default for every
 * field; what it reads is what the actor may see.
 */
export interface Report<F extends z.ZodType = z.ZodType> {
  /** `invoices`, as commands and addresses say it. */
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
  readonly filter: F;
  table(ctx: ActorCtx, filter: z.output<F>): Promise<ReportTable<never>>;
}
