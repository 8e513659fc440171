import type { z } from 'zod';
import type { Permission } from '../../kernel/rights/permissions.js';
import type { ShownProfit } from '../../kernel/cents.js';
import type { ActorCtx } from '../../kernel/context.js';
import { type Table, toCells } from '../../files/table-file.js';
import type { SheetCell } from '../../files/workbook/sheet.js';
import { COST_UNKNOWN } from '../../pricing/unknown-cost.js';

/** A line above the rows: `Range`, `Last quarter, 07/01/2026 - 09/30/2026`. */
export interface ReportLine {
  readonly label: string;
  readonly value: string;
}

/** A summary line: a count, an amount in cents, a share as a fraction; missing parts are left empty. */
export interface ReportTotal {
  readonly label: string;
  readonly count?: number;
  readonly amount?: number;
  readonly percent?: ShownProfit;
}

/** A summary line with the number of orders left out of cost and profit; none if all costs are known. */
export const leftOutTotal = (orders: number): readonly ReportTotal[] =>
  orders === 0 ? [] : [{ label: `Orders left out: ${COST_UNKNOWN}`, count: orders }];

/** The parts of a report besides its rows. */
interface ReportExtras {
  /** The filter as text: range, shops, statuses. */
  readonly about: readonly ReportLine[];
  /** Its summary, read with the same filter as the rows. */
  readonly totals: () => Promise<readonly ReportTotal[]>;
}

/** A report's rows as cells, for a file or an email. */
export interface ReportTable extends Table<readonly SheetCell[]>, ReportExtras {}

/** Builds the table of a report from rows of any type. */
export const reportTable = <Row>({ columns, rows, ...rest }: Table<Row> & ReportExtras): ReportTable => ({
  ...rest,
  columns: columns.map((column, n) => ({ ...column, value: (cells) => cells[n] ?? null })),
  rows: toCells({ columns, rows }),
});

/**
 * A report, under one name in the dashboard, the API, the command line, saved views and schedules. Every filter field
 * has a default. The report reads only what the actor may see.
 */
export interface Report<F extends z.ZodObject = z.ZodObject> {
  /** The name in commands and URLs, such as `invoices`. */
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
  /** Its screen on each side that has one, whose address takes the filter. */
  readonly screen?: Readonly<Partial<Record<'company' | 'shop', string>>>;
  readonly filter: F;
  /** Rows, columns and summary for the actor's side. */
  table(ctx: ActorCtx, filter: z.output<F>): Promise<ReportTable>;
  /** Its API response: a value, or JSON as text. */
  answer(ctx: ActorCtx, filter: z.output<F>): Promise<unknown>;
}
