import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { listDifferingRows } from '../../../domain/imports/differing-rows-service.js';
import { exportKind } from '../../../domain/imports/export-service.js';
import { exportedKinds as kindNames } from '../../../domain/imports/kinds.js';
import { reasonOf } from '../../../domain/imports/reading/reason.js';
import { applyStaged, stageImport } from '../../../domain/imports/workbench-service.js';
import { listShops } from '../../../domain/company/shops/service.js';
import { dryRun } from '../../dry-run.js';
import { confirm } from '../../prompts.js';
import { type Named, named } from '../../named.js';
import { print, say, type TableRow } from '../../output.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { plural } from '../../../domain/kernel/text/plural.js';

interface ShopOptions extends GlobalOptions {
  readonly shop?: string;
  readonly shops?: string[];
}
interface ImportOptions extends ShopOptions {
  readonly dryRun?: boolean;
  readonly hiddenRows?: boolean;
  readonly strict?: boolean;
  readonly yes?: boolean;
}
interface ExportOptions extends ShopOptions {
  readonly type?: string;
  readonly at?: string;
  readonly out?: string;
}
type Rows = Awaited<ReturnType<typeof listDifferingRows>>['items'];

/** `shedworks catalogue export|import`: the spreadsheets of the catalogue, out and in. */
export function registerCatalogue(program: Command): void {
  const kinds = `one of ${kindNames.join(', ')}`;
  const catalogue = program.command('catalogue').description('the spreadsheets of the catalogue, out and in');
  catalogue
    .command('export <kind>')
    .description(`writes a workbook that its import reads back; ${kinds}`)
    .option('--shop <shop>', 'the values of a shop; default: the standard ones')
    .option('--type <type>', 'of sheds: NB or INV', 'NB')
    .option('--at <day>', 'of sheds: as of this past day, YYYY-MM-DD')
    .option('--out <file>', 'default: named after the kind, here')
    .action((kind: string, options: ExportOptions) => withContext(options, (ctx) => writeOut(ctx, kind, options)));
  catalogue
    .command('import <kind> <file>')
    .description(`reads an .xlsx or .csv file, tells what changes and applies it; ${kinds}`)
    .option('--shop <shop>', 'the values of a shop; default: the standard ones')
    .option('--shops <shops...>', 'the shops that get the values, by name, or all')
    .option('--hidden-rows', 'include rows that a filter hides; default: leave them out')
    .option('--dry-run', 'only tell what would change')
    .option('--strict', 'import nothing when a row is refused')
    .option('--yes', "do not ask before importing another shop's values or those of a past day")
    .action((kind: string, file: string, options: ImportOptions) =>
      withContext(options, (ctx) => readIn(ctx, kind, file, options)),
    );
}

async function writeOut(ctx: Ctx, kind: string, options: ExportOptions): Promise<undefined> {
  const { type, at } = options;
  const table = { ...(type && { type: type as 'NB' }), ...(at && { at }) }; // the service refuses other types
  const file = await exportKind(ctx, { kind: kindOf(kind), ...(await choicesOf(ctx, options)), ...table });
  const out = options.out ?? file.name;
  await pipeline(file.content, createWriteStream(out));
  say(`${out} is written.`);
  if (options.json) print(options, { file: out }, []);
  return undefined;
}

async function readIn(ctx: Ctx, kind: string, file: string, options: ImportOptions): Promise<number | undefined> {
  const given = {
    kind: kindOf(kind),
    file: await fileOf(file),
    includeHidden: options.hiddenRows ?? false,
    ...(await choicesOf(ctx, options)),
  };
  const work = async (inner: Ctx) => {
    const staged = await stageImport(inner, given);
    const { items: rows } = await listDifferingRows(inner, { id: staged._id });
    const lacking = staged.layout.some(
      ({ missing, columns }) => missing.length > 0 && columns.some(({ field }) => field),
    );
    if (options.dryRun && !lacking) return { staged, rows, msg: `nothing changed (dry run). ${staged.msg}` };
    const confirmed = staged.questions.length > 0 && (await agreed(staged.questions, options.yes));
    const { msg } = await applyStaged(inner, { id: staged._id, strict: options.strict ?? false, confirmed });
    return { staged, rows, msg };
  };
  const { staged, rows, msg } = await (options.dryRun ? dryRun(ctx, work) : work(ctx));
  const { counts, seenBefore, hidden, hiddenRows, questions } = staged;
  if (options.dryRun) for (const question of questions) say(`${file}: ${question}`);
  if (seenBefore) say(`${file}: this file was imported before, on ${seenBefore.slice(0, 16).replace('T', ' ')} UTC.`);
  for (const sheet of hidden) say(`${file}: the hidden sheet "${sheet}" is left out.`);
  for (const { sheet, count, rows: which } of hiddenRows) {
    const done = options.hiddenRows ? 'included' : 'left out; --hidden-rows includes them';
    say(`${file}: ${count} hidden ${plural(count, 'row')} of sheet "${sheet}" (${which}): ${done}.`);
  }
  print(options, { ...staged, msg, rows }, rows.map(rowOf));
  say(
    `${file}: ${msg} ${Object.entries(counts)
      .map(([word, n]) => `${n} ${word}`)
      .join(', ')}.`,
  );
  return counts.refused > 0 ? exit.refusedRows : undefined;
}

/** Asks on a terminal; without one only --yes says yes. */
async function agreed(questions: readonly string[], yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError(`${questions.join(' ')} Add --yes to import it anyway.`);
  return confirm(`${questions.join(' ')} Import it anyway?`);
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
  if (!kindNames.includes(kind))
    throw new UsageError(`"${kind}" is not a kind of spreadsheet (${kindNames.join(', ')})`);
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
