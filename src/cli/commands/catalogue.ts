import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Ctx } from '../../domain/context.js';
import { exportKind } from '../../domain/imports/export-service.js';
import { exportedKinds as kindNames } from '../../domain/imports/kinds.js';
import { reasonOf } from '../../domain/imports/reason.js';
import { applyStaged, listImportRows, stageImport } from '../../domain/imports/workbench-service.js';
import { listShops } from '../../domain/shops/service.js';
import { dryRun } from '../dry-run.js';
import { type Named, named } from '../named.js';
import { print, say, type TableRow } from '../output.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../run.js';

interface ShopOptions extends GlobalOptions {
  readonly shop?: string;
  readonly shops?: string[];
}
interface ImportOptions extends ShopOptions {
  readonly dryRun?: boolean;
  readonly strict?: boolean;
}
type Rows = Awaited<ReturnType<typeof listImportRows>>['items'];

/** `shedworks catalogue export|import`: the spreadsheets of the catalogue, out and in. */
export function registerCatalogue(program: Command): void {
  const kinds = `one of ${kindNames.join(', ')}`;
  const catalogue = program.command('catalogue').description('the spreadsheets of the catalogue, out and in');
  catalogue
    .command('export <kind>')
    .description(`writes a workbook that its import reads back; ${kinds}`)
    .option('--shop <shop>', 'the values of a shop; default: the standard ones')
    .option('--out <file>', 'default: named after the kind, here')
    .action((kind: string, options: ShopOptions & { out?: string }) =>
      withContext(options, (ctx) => writeOut(ctx, kind, options)),
    );
  catalogue
    .command('import <kind> <file>')
    .description(`reads an .xlsx or .csv file, tells what changes and applies it; ${kinds}`)
    .option('--shop <shop>', 'the values of a shop; default: the standard ones')
    .option('--shops <shops...>', 'the shops that get the values, by name, or all')
    .option('--dry-run', 'only tell what would change')
    .option('--strict', 'import nothing when a row is refused')
    .action((kind: string, file: string, options: ImportOptions) =>
      withContext(options, (ctx) => readIn(ctx, kind, file, options)),
    );
}

async function writeOut(ctx: Ctx, kind: string, options: ShopOptions & { out?: string }): Promise<undefined> {
  const file = await exportKind(ctx, { kind: kindOf(kind), ...(await choicesOf(ctx, options)) });
  const out = options.out ?? file.name;
  await pipeline(file.content, createWriteStream(out));
  say(`${out} is written.`);
  if (options.json) print(options, { file: out }, []);
  return undefined;
}

async function readIn(ctx: Ctx, kind: string, file: string, options: ImportOptions): Promise<number | undefined> {
  const given = { kind: kindOf(kind), file: await fileOf(file), ...(await choicesOf(ctx, options)) };
  const work = async (inner: Ctx) => {
    const staged = await stageImport(inner, given);
    const rows = await allRows(inner, staged._id);
    const lacking = staged.layout.some(
      ({ missing, columns }) => missing.length > 0 && columns.some(({ field }) => field),
    );
    if (options.dryRun && !lacking) return { staged, rows, msg: `nothing changed (dry run). ${staged.msg}` };
    const { msg } = await applyStaged(inner, { id: staged._id, strict: options.strict ?? false });
    return { staged, rows, msg };
  };
  const { staged, rows, msg } = await (options.dryRun ? dryRun(ctx, work) : work(ctx));
  const { counts, seenBefore, hidden } = staged;
  if (seenBefore) say(`${file}: this file was imported before, on ${seenBefore.slice(0, 16).replace('T', ' ')} UTC.`);
  for (const sheet of hidden) say(`${file}: the hidden sheet "${sheet}" is left out.`);
  print(options, { ...staged, msg, rows }, rows.map(rowOf));
  say(
    `${file}: ${msg} ${Object.entries(counts)
      .map(([word, n]) => `${n} ${word}`)
      .join(', ')}.`,
  );
  return counts.refused > 0 ? exit.refusedRows : undefined;
}

const AT_ONCE = 500;

/** The rows that are not as they were: new, changed and refused. */
async function allRows(ctx: Ctx, id: string): Promise<Rows> {
  const found: Rows = [];
  for (const state of ['new', 'changed', 'refused'] as const)
    for (let page = 1, more = true; more; page++) {
      const { items, total } = await listImportRows(ctx, { id, state, page, size: AT_ONCE });
      found.push(...items);
      more = page * AT_ONCE < total;
    }
  return found.sort((a, b) => a.n - b.n);
}

const rowOf = ({ sheet, row, state, name, changes, problems }: Rows[number]): TableRow => ({
  sheet,
  row,
  state,
  name,
  what:
    state === 'refused'
      ? problems.map(reasonOf).join('; ')
      : changes.map(({ column, before, after }) => `${column}: ${shown(before)} → ${shown(after)}`).join('; '),
});

const shown = (value: unknown): string => (value === null ? '–' : String(value as string | number | boolean));

function kindOf(kind: string): string {
  if (!kindNames.includes(kind)) throw new UsageError(`"${kind}" is no kind of spreadsheet (${kindNames.join(', ')})`);
  return kind;
}

async function fileOf(file: string): Promise<{ name: string; bytes: Uint8Array }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`);
  });
  return { name: path.basename(file), bytes };
}

async function choicesOf(ctx: Ctx, { shop, shops }: ShopOptions) {
  if (!shop && !shops) return {};
  const all = (await listShops(ctx, {})).items as Named[];
  const idOf = (name: string): string => named(all, name, 'shop')._id;
  const wanted =
    shops?.length === 1 && shops[0]?.toLowerCase() === 'all' ? all.map(({ _id }) => _id) : shops?.map(idOf);
  return { ...(shop && { shop: idOf(shop) }), ...(wanted && { shops: wanted }) };
}
