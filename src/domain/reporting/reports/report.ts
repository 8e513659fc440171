import type { z } from 'zod';
import type { Permission } from '../../kernel/rights/permissions.js';
import type { ShownProfit } from '../../kernel/cents.js';
import type { ActorCtx } from '../../kernel/context.js';
import type { Table } from '../../files/table-file.js';
import type { SheetCell } from '../../files/workbook/sheet.js';
import { COST_UNKNOWN } from '../../pricing/unknown-cost.js';

/** A line beside the rows: `Range`, `Last quarter, 07/01/2026 - 09/30/2026`. */
export interface ReportLine {
  readonly label: string;
  readonly value: string;
}

/** A line of the summary: how many, how much in cents, what share as a fraction; what is absent is left empty. */
export interface ReportTotal {
  readonly label: string;
  readonly count?: number;
  readonly amount?: number;
  readonly percent?: ShownProfit;
}

/** A line of the summary that says how many orders the sums of cost and profit leave out; none where all costs are known. */
export const leftOutTotal = (orders: number): readonly ReportTotal[] =>
  orders === 0 ? [] : [{ label: `Orders left out: ${COST_UNKNOWN}`, count: orders }];

/** What stands beside the rows of a report. */
interface Beside {
  /** The filter in words: range, shops, statuses. */
  readonly about: readonly ReportLine[];
  /** Its summary, read with the rows' own filter. */
  readonly totals: () => Promise<readonly ReportTotal[]>;
}

/** A report's rows as cells, to write as a file or to mail. */
export interface ReportTable extends Table<readonly SheetCell[]>, Beside {}

/** The table of a report from rows of any kind. */
export const reportTable = <Row>({ columns, rows, ...rest }: Table<Row> & Beside): ReportTable => ({
  ...rest,
  columns: columns.map((column, n) => ({ ...column, value: (cells) => cells[n] ?? null })),
  rows: cellsOf(columns, rows),
});

async function* cellsOf<Row>(columns: Table<Row>['columns'], rows: Table<Row>['rows']) {
  for await (const row of rows) yield columns.map(({ value }) => value(row));
}

/**
 * A report: one name for the web, the API, the command line, saved views and schedules. Its filter has a default for every
 * field; what it reads is what the actor may see.
 */
export interface Report<F extends z.ZodObject = z.ZodObject> {
  /** `invoices`, as commands and addresses say it. */
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
  readonly filter: F;
  /** Rows, columns and summary of the actor's side. */
  table(ctx: ActorCtx, filter: z.output<F>): Promise<ReportTable>;
  /** What its call answers, in the form of the wire: a value, or JSON that is text already. */
  answer(ctx: ActorCtx, filter: z.output<F>): Promise<unknown>;
}
