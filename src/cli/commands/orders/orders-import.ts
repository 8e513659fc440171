import path from 'node:path';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { toInput } from '../../given.js';
import { importMissingOrders, importOrders, previewOrders } from '../../../domain/imports/order-files/service.js';
import type { ImportResult } from '../../../domain/imports/order-files/schema.js';
import { doEach } from '../../do-each.js';
import { dryRun } from '../../dry-run.js';
import { readJson } from '../../files.js';
import { noteRefused, print, printNote, type TableRow } from '../../output.js';
import { choose, confirm } from '../../prompts.js';
import { exit, nameFile, withContext, type GlobalOptions } from '../../run.js';

type Result = z.input<typeof ImportResult>;
type Apply = typeof importOrders;
type Duplicates = 'skip' | 'replace' | 'keep';
interface ImportOptions extends GlobalOptions {
  dryRun?: boolean;
  strict?: boolean;
  duplicates?: Duplicates;
  map?: string;
}

/** `shedworks orders import|missing`. */
export function registerUploads(orders: Command): void {
  const uploading = (name: string, description: string) =>
    orders
      .command(`${name} <files...>`)
      .description(description)
      .option('--dry-run', 'show what would happen, change nothing')
      .option('--strict', 'cancel the import if any row is refused')
      .option('--map <file>', 'JSON file that maps Shedworks fields to paths, for other formats');
  uploading('import', 'Upload orders from JSON files')
    .addOption(
      new Option(
        '--duplicates <what>',
        'what to do with existing serial numbers; asks on a terminal, otherwise skips',
      ).choices(['skip', 'replace', 'keep']),
    )
    .action((files: string[], options: ImportOptions) =>
      withContext(options, (ctx) => importOrDryRun(ctx, files, options, importOrders)),
    );
  uploading('missing', 'Upload only orders whose serial number does not exist yet').action(
    (files: string[], options: ImportOptions) =>
      withContext(options, (ctx) =>
        importOrDryRun(ctx, files, { ...options, duplicates: 'skip' }, importMissingOrders),
      ),
  );
}

/** A dry run imports all files before it undoes them, because a file may have orders of an earlier one. */
function importOrDryRun(ctx: Ctx, files: readonly string[], options: ImportOptions, apply: Apply) {
  const work = (inner: Ctx) => importFiles(inner, files, options, apply);
  return options.dryRun ? dryRun(ctx, work) : work(ctx);
}

/**
 * Uploads files one after the other, reports each and lists the rows that need attention. Refused rows and refused
 * files result in exit code 3.
 */
async function importFiles(
  ctx: Ctx,
  files: readonly string[],
  options: ImportOptions,
  apply: Apply,
): Promise<number | undefined> {
  const { map } = options;
  const mapping = map === undefined ? undefined : toInput<Record<string, string>>(await readJson(map));
  const contents = await Promise.all(files.map((file) => readJson(file))); // check all files before applying the first
  const { results, code } = await doEach(files, async (file, n) => {
    const input = {
      orders: contents[n],
      fileName: path.basename(file),
      strict: options.strict ?? false,
      mapping,
      duplicates: options.duplicates ?? 'skip',
    };
    const ask = !options.dryRun && !options.duplicates && process.stdin.isTTY;
    const decisions = ask ? await promptDuplicates(await previewOrders(ctx, input)) : {};
    const applied = await apply(ctx, { ...input, decisions }).catch((error: unknown) => {
      throw nameFile(error, file, 'orders');
    });
    const result = options.dryRun ? { ...applied, import: null, msg: 'Nothing changed (dry run).' } : applied;
    noteRefused(options, listRefused(file, result));
    printResult(file, result);
    return { file, ...result };
  });
  if (options.json) print(options, files.length === 1 ? results[0] : results, []);
  else
    print(options, results, {
      columns: ['file', 'row', 'serial', 'state', 'problem'],
      rows: results.flatMap((r) => r.rows.flatMap((row) => problemRows(r.file, row))),
    });
  return results.some((r) => r.counts.refused > 0) ? exit.refusedRows : code;
}

/** Asks about each existing serial number; after the first answer, whether it applies to all others. */
async function promptDuplicates(result: Result): Promise<Record<string, Duplicates>> {
  const decisions: Record<string, Duplicates> = {};
  const existing = result.rows.filter((row) => row.state === 'exists' && row.serialNumber);
  let forAll: Duplicates | undefined;
  for (const [n, row] of existing.entries()) {
    const canReplace = !row.existing?.whyNotReplaced;
    const answer = forAll === undefined || (forAll === 'replace' && !canReplace) ? await promptDuplicate(row) : forAll;
    decisions[row.serialNumber ?? ''] = answer;
    const otherCount = existing.length - 1;
    if (n === 0 && otherCount > 0 && (await confirm(sameForAll(answer, otherCount)))) forAll = answer;
  }
  return decisions;
}

const sameForAll = (answer: Duplicates, otherCount: number): string =>
  `Use this answer for the other ${otherCount}?${answer === 'replace' ? ' You are asked about those that cannot be replaced.' : ''}`;

async function promptDuplicate({ serialNumber, existing }: Result['rows'][number]): Promise<Duplicates> {
  const question = `${serialNumber} (${describe(existing)}): There is an existing order with the same serial number. Do you want to delete it?`;
  const skip = 'No, skip the new order';
  if (!existing?.whyNotReplaced)
    return choose<Duplicates>(question, { skip, keep: 'Keep both', replace: 'Yes, replace it' });
  const why = `${question} It cannot be replaced: ${existing.whyNotReplaced}.`;
  return choose<'skip' | 'keep'>(why, { skip, keep: 'Keep both' });
}

/** What a list shows of the existing order, and what replacing it would change. */
function describe(existing: Result['rows'][number]['existing']): string {
  if (!existing) return 'earlier in this file';
  const { status, customer, model, dateOrdered, total, shop, builder, differences } = existing;
  const changes = differences
    .filter(({ column }) => column !== 'Status')
    .map(({ column, before, after }) => `${column.replace('_', ' ')} ${before ?? 'empty'} → ${after ?? 'empty'}`);
  const facts = [status, customer, model, `ordered ${dateOrdered}`, formatDollars(total), shop];
  return [...facts, builder && `builder ${builder}`, ...changes].filter(Boolean).join(', ');
}

function printResult(file: string, { msg, counts, seenBefore }: Result): void {
  if (seenBefore)
    printNote(`${file}: this file was already imported on ${seenBefore.slice(0, 16).replace('T', ' ')} UTC.`);
  const parts = [
    `${counts.new} new`,
    `${counts.replaced} replaced`,
    `${counts.kept} kept as duplicates`,
    `${counts.skipped} skipped`,
    `${counts.refused} refused`,
    `${counts.withAlerts} with alerts`,
  ];
  printNote(`${file}: ${msg} ${parts.join(', ')}.`);
}

const listRefused = (file: string, { rows }: Result) =>
  rows
    .filter(({ state }) => state === 'refused')
    .map(({ index, serialNumber, reason }): [what: string, why: string] => {
      const where = [`row ${index + 1}`, serialNumber].filter(Boolean).join(', ');
      return [`${file}: ${where}`, reason ?? 'refused'];
    });

function problemRows(file: string, row: Result['rows'][number]): TableRow[] {
  const what = [...(row.reason ? [row.reason] : []), ...row.alerts];
  return what.map((problem) => ({
    file: path.basename(file),
    row: row.index + 1,
    serial: row.serialNumber,
    state: row.state,
    problem,
  }));
}
