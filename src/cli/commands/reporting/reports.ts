import { stat } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { Option, type Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import type { Installation } from '../../../domain/kernel/platform/installation.js';
import { listReports, downloadReport } from '../../../domain/reporting/reports/file.js';
import { listReportRows } from '../../../domain/reporting/reports/rows.js';
import {
  orderDates,
  reportOrderTypes,
  rangeNames,
  reportFormats,
  type ReportFormat,
} from '../../../domain/reporting/reports/rules.js';
import { listViews } from '../../../domain/reporting/saved-views/service.js';
import { fieldsOption, pickColumns } from '../../fields.js';
import { holdLock } from '../../starting/lock.js';
import { getOutFormat } from '../../out-format.js';
import { print, printNote, type TableRow, writeStream } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { writeWhole } from '../../whole-file.js';
import { chosenReport, getFilter, getRunner, type ChosenReport, type FilterOptions } from './reports-filter.js';
import { mailTo } from './reports-mail.js';

interface RunOptions extends GlobalOptions, FilterOptions {
  readonly out?: string;
  readonly mailTo?: readonly string[];
}

/** `shedworks reports list|run`. */
export function registerReports(program: Command): void {
  const reports = program.command('reports').description('Run reports and saved views as a table, a file or an email');
  reports
    .command('list')
    .description('List the reports and the saved views you can use')
    .action((options: GlobalOptions) => withContext(options, (ctx) => list(ctx, options)));
  reports
    .command('run <name>')
    .description('Run a report or a saved view; prints the rows unless --out or --mail-to is given')
    .addOption(new Option('--range <range>', 'range relative to today').choices([...rangeNames]))
    .option('--from <day>', 'first day, YYYY-MM-DD; with --to')
    .option('--to <day>', 'last day, YYYY-MM-DD; with --from')
    .option('--time-zone <zone>', "time zone of --range, for example America/Denver; defaults to the company's")
    .addOption(new Option('--by <date>', 'date that the range applies to').choices([...orderDates]))
    .option('--shop <shops...>', 'shops by name or ID; shop reports run for exactly one shop')
    .option('--shop-version', 'run the shop version of a report that the office has too; needs one --shop')
    .addOption(new Option('--type <types...>', 'order types').choices([...reportOrderTypes]))
    .option('--status <statuses...>', 'invoice statuses for the invoice report, otherwise order statuses')
    .option('--filter <json>', 'additional filter fields as JSON, as saved views store them')
    .option(...fieldsOption)
    .option('--out <file>', `file to write: ${reportFormats.map((ending) => `.${ending}`).join(', ')}`)
    .option('--mail-to <addresses...>', 'email addresses to send it to, with its totals in the text')
    .action((name: string, options: RunOptions) =>
      withContext(options, (ctx, place) => run(ctx, place, name, options)),
    );
}

async function list(ctx: Ctx, options: GlobalOptions): Promise<undefined> {
  const reports = (await listReports(ctx, {})).items;
  const views = (await listViews(ctx, {})).items;
  const rows: TableRow[] = [
    ...reports.map(({ name, title }) => ({ run: name, report: title, view: '', owner: '', shared: '' })),
    ...views.map(({ name, report, owner, shared }) => ({
      ...{ run: name, report, view: 'view', owner: owner.name },
      shared: shared ? 'shared' : 'private',
    })),
  ];
  print(options, { reports, views }, rows);
  return undefined;
}

async function run(from: Ctx, place: Installation, name: string, options: RunOptions): Promise<number | undefined> {
  const format = options.out === undefined ? 'xlsx' : getOutFormat(options.out, reportFormats);
  if (options.fields !== undefined && (options.out !== undefined || options.mailTo))
    throw new UsageError('--fields is for printed rows. Files and emails have all columns.');
  const report = await chosenReport(from, name);
  const runner = await getRunner(from, report, options);
  const { ctx } = runner;
  const request = { ...report, filter: getFilter(runner, report, options) };
  const lock = [report.report, report.view, ctx.actor?.shopId].filter(Boolean).join(': ');
  return holdLock(ctx.db, lock, async () => {
    if (options.out === undefined && !options.mailTo) return printReport(ctx, request, options);
    const { title, count, about, totals } = await listReportRows(ctx, {
      name: request.report,
      filter: request.filter,
      most: 0,
    });
    const file = options.out === undefined ? {} : await writeFile(ctx, request, format, options.out);
    const mail = options.mailTo ? await mailTo(ctx, place, request, format, options.mailTo) : null;
    const { report, view } = request;
    const sums = Object.fromEntries(totals.map(({ label, value }) => [label, value]));
    const answer = { report, view, title, about, rows: count, totals, ...file, ...(mail ? { mail } : {}) };
    print(options, answer, [{ report, view: view ?? '', rows: count, ...sums, ...file, mail: mail?.status ?? '' }]);
    return mail?.code;
  });
}

const MOST_PRINTED = 5000;

async function printReport(ctx: Ctx, { report: name, filter }: ChosenReport, options: RunOptions): Promise<undefined> {
  if (options.json || options.csv) {
    const columns = options.csv ? await findColumns(ctx, name, filter, options.fields) : undefined;
    const format = options.json ? 'json' : 'csv';
    const { content } = await downloadReport(ctx, { name, filter, format, columns });
    if (options.ndjson || (options.json && options.fields !== undefined))
      return void print(options, await json(content), []);
    await writeStream(content, options.json ?? false);
    return void (options.json && process.stdout.write('\n'));
  }
  const { headers, rows, count, about, totals } = await listReportRows(ctx, { name, filter, most: MOST_PRINTED });
  print(
    options,
    null,
    rows.map((cells) => Object.fromEntries(headers.map((header, n) => [header, cells[n]]))),
  );
  for (const { label, value } of [...about, ...totals]) printNote(`${label}: ${value}`);
  printNote(`${rows.length} of ${count} rows${rows.length < count ? '; use --csv or --out for all' : ''}.`);
  return undefined;
}

/** The columns that `--fields` names; all if it is missing. Throws a `UsageError` for a column the report lacks. */
async function findColumns(ctx: Ctx, name: string, filter: ChosenReport['filter'], fields: string | undefined) {
  if (fields === undefined) return undefined;
  const { headers } = await listReportRows(ctx, { name, filter, most: 0 });
  return [...pickColumns({ columns: headers }, fields).columns];
}

async function writeFile(ctx: Ctx, { report: name, filter }: ChosenReport, format: ReportFormat, out: string) {
  const file = await downloadReport(ctx, { name, filter: { ...filter }, format });
  const target = await writeWhole(file.content, out);
  return { file: target, bytes: (await stat(target)).size };
}
