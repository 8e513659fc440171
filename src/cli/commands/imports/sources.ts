import type { Command } from 'commander';
import {
  createSource,
  updateSource,
  deleteSource,
  listSources,
  pauseSource,
  resumeSource,
  getSource,
} from '../../../domain/imports/feed/sources/service.js';
import { listFeedRuns } from '../../../domain/imports/feed/runs/pull.js';
import { addedKinds, type Source, takenParts } from '../../../domain/imports/feed/schema.js';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { fieldsOption } from '../../fields.js';
import { toInput } from '../../given.js';
import { moment } from '../../moments.js';
import { number } from '../../numbers.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { asksCredential, readCredential, sourceFields, type SourceOptions, sourceNamed } from './source-options.js';
import { registerPull } from './sources-pull.js';
import { registerReconcile } from './sources-reconcile.js';

/** `shedworks sources …`: where orders are pulled from. */
export function registerSources(program: Command): void {
  const sources = program.command('sources').description('Manage sources that orders are pulled from, and pull them');
  withFields(sources.command('add <name>').description('Add a source'))
    .requiredOption('--kind <kind>', addedKinds.join(', '))
    .action((name: string, options: SourceOptions) => withContext(options, (ctx) => add(ctx, name, options)));
  withFields(sources.command('change <source>').description('Change a source, by name or ID, or its credential'))
    .option('--name <name>', 'new name')
    .action((source: string, options: SourceOptions) => withContext(options, (ctx) => change(ctx, source, options)));
  sources
    .command('list')
    .description('List sources with their last pull and problems')
    .option(...fieldsOption)
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { items } = await listSources(ctx, { size: 5000 });
        print(options, items, toRows(columns, items));
        return undefined;
      }),
    );
  sources
    .command('show <source>')
    .description('Show a source, by name or ID, with its latest pulls')
    .action((source: string, options: GlobalOptions) => withContext(options, (ctx) => show(ctx, source, options)));
  const acts = [
    { verb: 'pause', what: 'Stop the scheduled pulls of a source until it is resumed', act: pauseSource },
    { verb: 'resume', what: 'Resume the scheduled pulls of a source', act: resumeSource },
    { verb: 'remove', what: 'Delete a source and its pulls; its orders are kept', act: deleteSource },
  ] as const;
  for (const { verb, what, act } of acts)
    sources
      .command(`${verb} <source>`)
      .description(what)
      .action((source: string, options: GlobalOptions) =>
        withContext(options, async (ctx) => {
          const result = await act(ctx, { id: await sourceNamed(ctx, source) });
          if (options.json) print(options, result, []);
          printNote(sentence(result.msg));
          return undefined;
        }),
      );
  registerPull(sources);
  registerReconcile(sources);
}

const withFields = (command: Command): Command =>
  asksCredential(
    command
      .option('--address <address>', 'URL to pull from, or a folder inside SOURCE_FOLDER')
      .option('--cron <expression>', 'cron expression for pulls, such as "*/15 * * * *"; "" to pull only on request')
      .option(
        '--full-cron <expression>',
        'cron expression for full comparisons, such as "0 3 * * 0"; "" for only on request',
      )
      .option('--time-zone <zone>', 'time zone of --cron, of --full-cron and of times without one')
      .option('--overlap <minutes>', 'minutes before the last successful pull to start from', number)
      .option('--mapping <file>', 'JSON file that maps Shedworks fields to paths, for other formats')
      .option('--owner <user>', 'user (email) to notify when a pull fails; "" for the Office Admins')
      .option('--at-once <parts>', `changes accepted automatically: ${takenParts.join(', ')}; "" for none`)
      .option(
        '--brake-percent <n>',
        'wait for a decision if a pull changes or cancels more than this percent of open orders',
        number,
      )
      .option(
        '--brake-amount <dollars>',
        'wait for a decision if amounts change by more than this; "" for no limit',
        (text) => (text === '' ? '' : number(text)),
      )
      .option('--set <setting...>', 'query settings, such as limit=50 or changedSinceParameter=since'),
  );

async function add(ctx: Ctx, name: string, options: SourceOptions): Promise<undefined> {
  const fields = { ...(await sourceFields(ctx, options)), name };
  const credential = await readCredential(options, true);
  // the use case checks it and names what is wrong
  const { msg, item } = await createSource(ctx, toInput({ ...fields, credential: credential ?? null }));
  print(options, item, toRows(columns, [item]));
  printNote(msg);
  return undefined;
}

async function change(ctx: Ctx, source: string, options: SourceOptions): Promise<undefined> {
  const credential = await readCredential(options, false);
  const { msg, item } = await updateSource(ctx, {
    ...(await sourceFields(ctx, options)),
    ...(credential === undefined ? {} : { credential }),
    id: await sourceNamed(ctx, source),
  });
  print(options, item, toRows(columns, [item]));
  printNote(msg);
  return undefined;
}

async function show(ctx: Ctx, source: string, options: GlobalOptions): Promise<undefined> {
  const id = await sourceNamed(ctx, source);
  const record = await getSource(ctx, { id });
  const { items } = await listFeedRuns(ctx, { id, size: 10 });
  print(
    options,
    { ...record, runs: items },
    toRows(
      {
        started: (run) => moment(run.startedAt),
        kind: (run) => run.kind,
        state: (run) => run.state,
        read: (run) => run.readCount,
        message: (run) => run.message,
        id: (run) => run._id,
      },
      items,
    ),
  );
  printNote(
    `${record.name}: ${record.kind} ${record.key ? `of key ${record.key.name}` : record.address}${record.problem ? `. ${record.problem}` : ''}`,
  );
  printNote(describeSettings(record));
  return undefined;
}

/**
 * Describes how it handles changes: `Accepted automatically: facts. It waits above 20% of open orders or
 * $100,000.`
 */
const describeSettings = ({ settings: { takesAtOnce, brakePercent, brakeAmount } }: Source): string => {
  const parts = takesAtOnce.length > 0 ? takesAtOnce.join(', ') : 'nothing';
  const sum = brakeAmount === null ? '' : ` or ${formatDollars(brakeAmount)}`;
  return `Accepted automatically: ${parts}. It waits above ${brakePercent}% of open orders${sum}.`;
};

const columns: Columns<Source> = {
  name: (source) => source.name,
  kind: (source) => source.kind,
  address: (source) => source.address,
  schedule: (source) => (source.paused ? 'paused' : source.schedule),
  'full comparison': (source) => source.fullSchedule,
  'last run': (source) => moment(source.lastRun?.finishedAt),
  next: (source) => moment(source.nextRunAt),
  problem: (source) => source.problem,
  id: (source) => source._id,
};
