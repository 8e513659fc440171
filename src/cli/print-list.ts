import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { Ctx } from '../domain/kernel/context.js';
import { createCursors } from '../domain/kernel/records/cursors.js';
import { noteCounts } from './counts.js';
import { fieldsOption, pickFields } from './fields.js';
import { number } from './numbers.js';
import { print, type Columns, type OutputOptions, toRows, writeRows } from './output.js';

/** The options of a list. Without a page, NDJSON has all rows. */
export interface PageOptions extends OutputOptions {
  readonly page?: number;
  readonly size: number;
}

/** Adds the options of a list: page, rows per page, and fields. */
export const withPages = (command: Command, size: number): Command =>
  command
    .option('--page <n>', 'page, 1 by default; with --output ndjson, all of them', number)
    .option('--size <n>', 'rows per page, at most 500', number, size)
    .option(...fieldsOption);

interface List<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextCursor?: string | null | undefined;
}
interface Page {
  readonly page?: number;
  readonly size: number;
  readonly cursor?: string;
}

const MOST = 500;

/**
 * Prints a page of a list; as NDJSON every page as it arrives, unless a page is given. Returns how many rows were
 * printed, and the last page.
 */
export async function printList<T, L extends List<T>>(
  ctx: Ctx,
  options: PageOptions,
  fetchPage: (ctx: Ctx, page: Page) => Promise<L & List<T>>,
  columns: Columns<T>,
): Promise<{ readonly shown: number; readonly list: L }> {
  if (options.ndjson && options.page === undefined) return printPages(withCursors(ctx), options, fetchPage);
  const list = await fetchPage(ctx, { page: options.page ?? 1, size: options.size });
  print(options, list, toRows(columns, list.items));
  return { shown: list.items.length, list };
}

/** Reads by cursor if the list has cursors, otherwise page by page. */
async function printPages<L extends List<unknown>>(
  ctx: Ctx,
  { fields }: OutputOptions,
  fetchPage: (ctx: Ctx, page: Page) => Promise<L>,
) {
  let shownCount = 0;
  for (let page = 1, cursor: string | undefined; ; page += 1) {
    const list = await fetchPage(ctx, { size: MOST, ...(cursor === undefined ? { page } : { cursor }) });
    await writeRows(pickFields(list.items, fields));
    shownCount += list.items.length;
    cursor = list.nextCursor ?? undefined;
    if (list.items.length < MOST || list.nextCursor === null) {
      noteCounts({ total: list.total, items: shownCount });
      return { shown: shownCount, list };
    }
  }
}

/** A context with cursors for lists, which work only in this process. */
const withCursors = (ctx: Ctx): Ctx =>
  Object.defineProperties({} as Ctx, {
    ...Object.getOwnPropertyDescriptors(ctx),
    cursors: { value: createCursors(randomBytes(32).toString('hex')), enumerable: true },
  });
