import { json } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { downloadReport } from '../../../domain/reporting/reports/file.js';
import { rangeNames } from '../../../domain/reporting/reports/rules.js';
import {
  capitalize,
  formatTrailValue,
  nameField,
  nameRecordKind,
  sourceLabels,
  trailSources,
  type TrailSource,
} from '../../../domain/reporting/trail/rules.js';
import { listTrail, listTrailChoices } from '../../../domain/reporting/trail/service.js';
import { findByName } from '../../named.js';
import { moment } from '../../moments.js';
import { number } from '../../numbers.js';
import { getOutFormat } from '../../out-format.js';
import { print, printNote, writeJson, writeStream } from '../../output.js';
import { type PageOptions, printList, withPages } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { writeWhole } from '../../whole-file.js';

interface FilterOptions extends GlobalOptions {
  readonly range?: (typeof rangeNames)[number];
  readonly from?: string;
  readonly to?: string;
  readonly person?: string;
  readonly kind?: string;
  readonly of?: string;
  readonly action?: string;
  readonly field?: string;
  readonly amountFrom?: number;
  readonly amountTo?: number;
  readonly source?: TrailSource;
  readonly origin?: string;
}

interface ListOptions extends FilterOptions, PageOptions {}

interface ExportOptions extends FilterOptions {
  readonly out?: string;
}

/** `shedworks trail list|export`: the audit trail, the changes of all records. */
export function registerTrail(program: Command): void {
  const trail = program.command('trail').description('Audit trail: who changed what, when, and from where');
  withPages(withFilter(trail.command('list')), 50)
    .description('List changes, newest first; the last 31 days by default')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  withFilter(trail.command('export'))
    .description('Export every changed field as a workbook or CSV; the last 31 days by default')
    .option('--out <file>', 'file to write: .xlsx or .csv; CSV on standard output without it')
    .action((options: ExportOptions) => withContext(options, (ctx) => exportTrail(ctx, options)));
}

const withFilter = (command: Command): Command =>
  command
    .addOption(new Option('--range <range>', 'range relative to today').choices([...rangeNames]))
    .option('--from <day>', 'first day, YYYY-MM-DD')
    .option('--to <day>', 'last day, YYYY-MM-DD')
    .option('--person <person>', 'who made the change: name or ID of a user or API key, or a program such as cli')
    .option('--kind <kind>', 'kind of record, such as order or repair-invoice')
    .option('--of <record>', 'ID, number or name of the changed record')
    .option('--action <action>', 'what was done, such as "change status"')
    .option('--field <field>', 'changed field, such as status')
    .option('--amount-from <dollars>', 'only changes of at least this amount', number)
    .option('--amount-to <dollars>', 'only changes of at most this amount', number)
    .addOption(new Option('--source <source>', 'where the change came from').choices([...trailSources]))
    .option('--origin <name>', 'name of the file, address of the screen, or command');

const OF_ALL_TIME = ['1990-01-01', '2200-12-31'] as const;

async function readFilter(ctx: Ctx, options: FilterOptions) {
  const { person, kind, of: record, action, field, amountFrom, amountTo, source, origin } = options;
  const filter = { recordKind: kind, record, action, field, amountFrom, amountTo, source, origin };
  return {
    ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    ...(person === undefined ? {} : { person: await findPerson(ctx, person) }),
  };
}

async function findPerson(ctx: Ctx, nameOrId: string): Promise<string> {
  const { persons } = await listTrailChoices(ctx, {});
  if (persons.some(({ _id }) => _id === nameOrId)) return nameOrId;
  return findByName(persons, nameOrId, 'person')._id;
}

async function list(ctx: Ctx, options: ListOptions): Promise<undefined> {
  const { range, from, to } = options;
  const days = { ...(range && { range }), ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const filter = { ...(await readFilter(ctx, options)), ...days };
  const { shown, list: entries } = await printList(ctx, options, (on, page) => listTrail(on, { ...filter, ...page }), {
    at: (one) => moment(one.at, { to: 'second' }),
    by: (one) => one.by.name,
    action: (one) => capitalize(one.action),
    kind: (one) => nameRecordKind(one.recordKind),
    record: ({ record, records }) =>
      [record?.name ?? record?._id, records > 1 && `and ${records - 1} more`].filter(Boolean).join(' '),
    changes: (one) => one.changes.map(describeChange).join('; '),
    amount: (one) => one.amount,
    source: (one) => sourceLabels[one.source],
    from: (one) => one.origin,
  });
  const total = entries.more ? `more than ${entries.total}` : entries.total;
  if (!options.quiet) printNote(`${shown} of ${total} changes.`);
  return undefined;
}

const SHOWN = 60;
const describeChange = ({ field, from, to }: { field: string; from: unknown; to: unknown }): string => {
  const [before, after] = [from, to].map((value) => formatTrailValue(value).slice(0, SHOWN));
  return `${nameField(field)}: ${before ? `${before} → ` : ''}${after || 'empty'}`;
};

async function exportTrail(ctx: Ctx, options: ExportOptions): Promise<undefined> {
  const { range, from, to, out } = options;
  const format = out === undefined ? (options.json ? 'json' : 'csv') : getOutFormat(out, ['xlsx', 'csv']);
  const dates = from !== undefined || to !== undefined ? [from ?? OF_ALL_TIME[0], to ?? OF_ALL_TIME[1]] : undefined;
  const filter = { ...(await readFilter(ctx, options)), ...(range && { range }), ...(dates && { dates }) };
  const file = await downloadReport(ctx, { name: 'trail', filter, format });
  if (out === undefined && options.ndjson) return void print(options, await json(file.content), []);
  if (out === undefined) {
    await writeStream(file.content, format === 'json');
    return undefined;
  }
  const writtenTo = await writeWhole(file.content, out);
  if (options.json) writeJson({ file: writtenTo });
  else if (!options.quiet) printNote(`Written: ${writtenTo}`);
  return undefined;
}
