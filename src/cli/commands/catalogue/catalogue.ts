import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { exportKind } from '../../../domain/imports/export.js';
import { exportedKinds as kindNames } from '../../../domain/imports/kinds.js';
import { describeReason } from '../../../domain/imports/reading/problem.js';
import { applyStagedImport, listDifferingRows, stageImport } from '../../../domain/imports/workbench.js';
import { listShops } from '../../../domain/company/shops/service.js';
import { dryRun } from '../../dry-run.js';
import { readUpload } from '../../files.js';
import { confirm } from '../../prompts.js';
import { findByName } from '../../named.js';
import { getOutFormat } from '../../out-format.js';
import { type Columns, noteRefused, print, printNote, toRows } from '../../output.js';
import { exit, nameFile, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { writeWhole } from '../../whole-file.js';
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
  /** The service refuses other types. */
  readonly type?: NonNullable<Parameters<typeof exportKind>[1]['type']>;
  readonly at?: string;
  readonly out?: string;
}
type Rows = Awaited<ReturnType<typeof listDifferingRows>>['items'];

/** `shedworks catalogue export|import`: catalogue spreadsheets. */
export function registerCatalogue(program: Command): void {
  const kinds = `one of ${kindNames.join(', ')}`;
  const catalogue = program.command('catalogue').description('Export and import catalogue spreadsheets');
  catalogue
    .command('export <kind>')
    .description(`Export a spreadsheet to edit and import again; <kind> is ${kinds}`)
    .option('--shop <shop>', 'shop whose values to use; defaults to the standard values')
    .option('--type <type>', 'order type for sheds: NB or INV', 'NB')
    .option('--at <day>', 'for sheds: prices as of a past date, YYYY-MM-DD')
    .option('--out <file>', '.xlsx file to write; defaults to a file named after the kind in the current folder')
    .action((kind: string, options: ExportOptions) => withContext(options, (ctx) => writeOut(ctx, kind, options)));
  catalogue
    .command('import <kind> <file>')
    .description(`Preview an .xlsx or .csv file, then import it; <kind> is ${kinds}`)
    .option('--shop <shop>', 'shop whose values to use; defaults to the standard values')
    .option('--shops <shops...>', 'names of the shops to update, or all')
    .option('--hidden-rows', 'include rows hidden by a filter; skipped by default')
    .option('--dry-run', 'show what would happen, change nothing')
    .option('--strict', 'cancel the import if any row fails')
    .option('--yes', "skip the confirmation for another shop's values or past prices")
    .action((kind: string, file: string, options: ImportOptions) =>
      withContext(options, (ctx) => readIn(ctx, kind, file, options)),
    );
}

async function writeOut(ctx: Ctx, kind: string, options: ExportOptions): Promise<undefined> {
  const { type, at } = options;
  if (options.out !== undefined) getOutFormat(options.out, ['xlsx']);
  const table = { ...(type && { type }), ...(at !== undefined && { at }) };
  const file = await exportKind(ctx, { kind: getKind(kind), ...(await getChoices(ctx, options)), ...table });
  const out = options.out ?? file.name;
  await writeWhole(file.content, out);
  printNote(`${out} saved.`);
  if (options.json) print(options, { file: out }, []);
  return undefined;
}

async function readIn(ctx: Ctx, kind: string, file: string, options: ImportOptions): Promise<number | undefined> {
  const upload = {
    kind: getKind(kind),
    file: await readUpload(file),
    includeHidden: options.hiddenRows ?? false,
    ...(await getChoices(ctx, options)),
  };
  const work = async (inner: Ctx) => {
    const staging = await stageImport(inner, upload);
    const { items: rows } = await listDifferingRows(inner, { id: staging._id });
    const isAsked = staging.questions.length > 0 && !options.dryRun; // a dry run prints the questions
    const { msg } = await applyStagedImport(inner, {
      id: staging._id,
      strict: options.strict ?? false,
      confirmed: isAsked ? await isConfirmed(staging.questions, options.yes) : (options.dryRun ?? false),
    });
    return { staged: staging, rows, msg: options.dryRun ? `nothing changed (dry run). ${staging.msg}` : msg };
  };
  const { staged, rows, msg } = await (options.dryRun ? dryRun(ctx, work) : work(ctx)).catch((error: unknown) => {
    throw nameFile(error, file, 'file');
  });
  const { counts, seenBefore, hidden, hiddenRows, ignoredColumns, questions } = staged;
  if (options.dryRun) for (const question of questions) printNote(`${file}: ${question}`);
  if (seenBefore)
    printNote(`${file}: this file was already imported on ${seenBefore.slice(0, 16).replace('T', ' ')} UTC.`);
  for (const sheet of hidden) printNote(`${file}: hidden sheet "${sheet}" skipped.`);
  for (const { sheet, count, rows: which } of hiddenRows) {
    const outcome = options.hiddenRows ? 'included' : 'skipped; add --hidden-rows to include them';
    printNote(`${file}: ${count} hidden ${plural(count, 'row')} of sheet "${sheet}" (${which}): ${outcome}.`);
  }
  for (const { sheet, headers } of ignoredColumns)
    printNote(`${file}: ${plural(headers.length, 'column')} of sheet "${sheet}" ignored: ${headers.join(', ')}.`);
  print(options, { ...staged, msg, rows }, toRows(columns, rows));
  noteRefused(options, listRefused(file, rows));
  printNote(
    `${file}: ${msg} ${Object.entries(counts)
      .map(([word, n]) => `${n} ${word}`)
      .join(', ')}.`,
  );
  return counts.refused > 0 ? exit.refusedRows : undefined;
}

const listRefused = (file: string, rows: Rows) =>
  rows
    .filter(({ state }) => state === 'refused')
    .map(({ sheet, row, name, problems }): [what: string, why: string] => {
      const where = [`row ${row} of sheet "${sheet}"`, name].filter(Boolean).join(', ');
      return [`${file}: ${where}`, formatProblems(problems)];
    });

/** Asks for confirmation on a terminal; without one, requires --yes. */
async function isConfirmed(questions: readonly string[], yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError(`${questions.join(' ')} Add --yes to import anyway.`);
  return confirm(`${questions.join(' ')} Import anyway?`);
}

const columns: Columns<Rows[number]> = {
  sheet: (one) => one.sheet,
  row: (one) => one.row,
  state: (one) => one.state,
  name: (one) => one.name,
  what: ({ state, problems, changes }) =>
    state === 'refused'
      ? formatProblems(problems)
      : changes
          .map(({ column, before, after }) => `${column}: ${formatValue(before)} → ${formatValue(after)}`)
          .join('; '),
};

const formatProblems = (problems: Rows[number]['problems']): string => problems.map(describeReason).join('; ');

const formatValue = (value: unknown): string =>
  value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function getKind(kind: string): string {
  if (!kindNames.includes(kind))
    throw new UsageError(`"${kind}" is not a kind of spreadsheet (${kindNames.join(', ')})`);
  return kind;
}

async function getChoices(ctx: Ctx, { shop, shops }: ShopOptions) {
  if (shop === undefined && !shops) return {};
  const all = (await listShops(ctx, {})).items;
  const getId = (name: string): string => findByName(all, name, 'shop')._id;
  const shopIds =
    shops?.length === 1 && shops[0]?.toLowerCase() === 'all' ? all.map(({ _id }) => _id) : shops?.map(getId);
  return { ...(shop !== undefined && { shop: getId(shop) }), ...(shopIds && { shops: shopIds }) };
}
