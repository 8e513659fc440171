import { type Command, Option } from 'commander';
import { formatInterval } from '../../../domain/operations/command-runs/rules.js';
import {
  type CommandRunState,
  commandRunStates,
  type ExpectedCommand,
} from '../../../domain/operations/command-runs/schema.js';
import {
  createExpectedCommand,
  updateExpectedCommand,
  deleteExpectedCommand,
  listCommandRuns,
  listExpectedCommands,
  getCommandRun,
} from '../../../domain/operations/command-runs/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { interval } from '../../command-line.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { fieldsOption } from '../../fields.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { userId } from '../company/users-parts.js';
import { readExpectedLine } from './expected-line.js';

interface ListOptions extends GlobalOptions, PageOptions {
  readonly state?: CommandRunState;
  readonly search?: string;
}

interface ExpectOptions extends GlobalOptions {
  readonly every?: number;
  readonly grace?: number;
  readonly owner?: string;
}

/** `shedworks runs …`: runs of commands, and which are expected. */
export function registerRuns(program: Command): void {
  const runs = program.command('runs').description('Show runs of commands, and set which commands are expected to run');
  withPages(runs.command('list'), 50)
    .description('List recorded runs of commands, newest first')
    .addOption(new Option('--state <state>', 'state').choices([...commandRunStates]))
    .option('--search <text>', 'part of the command line')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  runs
    .command('show <id>')
    .description('Show a run with the end of its log')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { log, counts, ...run } = await getCommandRun(ctx, { id });
        const facts = { ...run, counts: formatCounts(counts) };
        print(
          options,
          { ...run, counts, log },
          Object.entries(facts).map(([what, value]) => ({ what, value })),
        );
        if (log !== '') printNote(log.trimEnd());
        return undefined;
      }),
    );
  runs
    .command('expected')
    .description('List the commands that are expected to run, with their problems')
    .option(...fieldsOption)
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { items } = await listExpectedCommands(ctx, { size: 5000 });
        print(options, items, toRows(expected, items));
        return undefined;
      }),
    );
  runs
    .command('expect <command...>')
    .description('Expect a command to run, or change how often; quote a command that has options')
    .option('--every <interval>', 'longest time between runs: 30m, 12h, 1d, 1w; required for a new one', interval)
    .option('--grace <interval>', 'how late it may start; a tenth of --every by default', interval)
    .option('--owner <user>', 'user (email) to notify when it fails or does not run; "" for the super admins')
    .action((words: string[], options: ExpectOptions) => withContext(options, (ctx) => expect(ctx, words, options)));
  runs
    .command('forget <command...>')
    .description('Stop expecting a command, by its line or ID; its runs are kept')
    .action((words: string[], options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const expected =
          (await findExpected(ctx, words)) ?? (await findExpected(ctx, [(await readExpectedLine(words)).line]));
        if (!expected) throw new UsageError(`"${words.join(' ')}" is not expected. See shedworks runs expected`);
        const result = await deleteExpectedCommand(ctx, { id: expected._id });
        if (options.json) print(options, result, []);
        printNote(result.msg);
        return undefined;
      }),
    );
}

async function list(ctx: Ctx, { state, search, ...options }: ListOptions): Promise<undefined> {
  const { shown, list: runs } = await printList(
    ctx,
    options,
    (on, page) => listCommandRuns(on, { ...page, ...(state && { state }), ...(search !== undefined && { search }) }),
    {
      started: (run) => moment(run.startedAt),
      command: (run) => run.line,
      state: (run) => run.state,
      exit: (run) => run.exitCode,
      seconds: (run) => run.seconds,
      counts: (run) => formatCounts(run.counts),
      by: (run) => run.account,
      id: (run) => run._id,
    },
  );
  if (!options.quiet) printNote(`${shown} of ${runs.total} runs.`);
  return undefined;
}

const formatCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');

async function expect(ctx: Ctx, words: readonly string[], options: ExpectOptions): Promise<undefined> {
  const { every, grace, owner } = options;
  const fields = {
    ...(grace === undefined ? {} : { graceMinutes: grace }),
    ...(owner === undefined ? {} : { owner: owner === '' ? null : await userId(ctx, owner) }),
  };
  const enteredRun = await findExpected(ctx, words);
  const { line, leftOut } =
    enteredRun && enteredRun._id === words[0] ? { ...enteredRun, leftOut: [] } : await readExpectedLine(words);
  for (const option of leftOut) printNote(`Runs are recorded without ${option}, so it is left out.`);
  const expectedRun = enteredRun ?? (await findExpected(ctx, [line]));
  const { item, msg } = expectedRun
    ? await updateExpectedCommand(ctx, { id: expectedRun._id, line, ...fields, ...(every && { everyMinutes: every }) })
    : await createExpectedCommand(ctx, { line, everyMinutes: needEvery(every), ...fields });
  print(options, item, toRows(expected, [item]));
  printNote(msg);
  return undefined;
}

function needEvery(every: number | undefined): number {
  if (every === undefined) throw new UsageError('add --every, such as --every 1d');
  return every;
}

async function findExpected(ctx: Ctx, words: readonly string[]): Promise<ExpectedCommand | undefined> {
  const line = words.join(' ').toLowerCase();
  const { items } = await listExpectedCommands(ctx, { size: 5000 });
  return items.find(({ _id, line: savedLine }) => _id === line || savedLine.toLowerCase() === line);
}

const expected: Columns<ExpectedCommand> = {
  command: (one) => one.line,
  every: (one) => formatInterval(one.everyMinutes),
  grace: (one) => formatInterval(one.graceMinutes),
  owner: (one) => one.owner?.name ?? 'Super admins',
  'last good run': (one) => moment(one.lastGoodAt),
  due: (one) => moment(one.dueAt),
  problem: (one) => one.problem,
};
