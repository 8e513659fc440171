import { Option, type Command } from 'commander';
import { type Log, logKinds, type LogKind } from '../../../domain/operations/logs/schema.js';
import { deleteLog, deleteLogs, listLogs, getLog } from '../../../domain/operations/logs/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { plural } from '../../../domain/kernel/text/plural.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { confirm } from '../../prompts.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';

interface Filter {
  readonly kind?: LogKind;
  readonly search?: string;
  readonly from?: string;
  readonly to?: string;
}
type ListOptions = GlobalOptions & PageOptions & Filter;
type DeleteOptions = GlobalOptions & Filter & { readonly yes?: boolean };

/** `shedworks logs …`: the log of errors and rejected changes. */
export function registerLogs(program: Command): void {
  const logs = program.command('logs').description('Show and delete errors and rejected changes');
  withFilter(withPages(logs.command('list'), 50))
    .description('List errors and rejected changes, newest first')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  logs
    .command('show <id>')
    .description('Show an entry with its full message, by its ID or request ID')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const log = await getLog(ctx, { id });
        print(options, log, toRows(columns, [log]));
        if (!options.json) printNote(log.message);
        return undefined;
      }),
    );
  withFilter(logs.command('delete [id]'))
    .description('Delete an entry, or all that match')
    .option('--yes', 'do not ask for confirmation')
    .action((id: string | undefined, options: DeleteOptions) =>
      withContext(options, (ctx) => (id === undefined ? deleteMatching(ctx, options) : deleteOne(ctx, id, options))),
    );
}

const withFilter = (command: Command): Command =>
  command
    .addOption(new Option('--kind <kind>', 'unexpected errors or rejected changes').choices([...logKinds]))
    .option('--search <text>', 'part of the call, user, message or request ID')
    .option('--from <day>', 'first day, YYYY-MM-DD')
    .option('--to <day>', 'last day, YYYY-MM-DD');

const toFilter = ({ kind, search, from, to }: Filter) => ({
  ...(kind !== undefined && { kind }),
  ...(search !== undefined && { search }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

async function list(ctx: Ctx, options: ListOptions): Promise<undefined> {
  const filter = toFilter(options);
  const { shown, list: entries } = await printList(
    ctx,
    options,
    (on, page) => listLogs(on, { ...filter, ...page }),
    columns,
  );
  printNote(`${shown} of ${entries.total} entries.`);
  return undefined;
}

async function deleteOne(ctx: Ctx, id: string, options: DeleteOptions): Promise<undefined> {
  if (Object.keys(toFilter(options)).length > 0) throw new UsageError('add an ID, or options that select entries');
  const result = await deleteLog(ctx, { id });
  if (options.json) print(options, result, []);
  printNote(sentence(result.msg));
  return undefined;
}

async function deleteMatching(ctx: Ctx, options: DeleteOptions): Promise<number | undefined> {
  const filter = toFilter(options);
  const until = ctx.clock.now().toISOString();
  const { total } = await listLogs(ctx, { ...filter, size: 1 });
  if (!options.yes && !process.stdin.isTTY)
    throw new UsageError('--yes is required when there is no terminal to confirm on');
  if (!options.yes && !(await confirm(`Delete ${total} ${plural(total, 'log')}?`))) return exit.failed;
  const result = await deleteLogs(ctx, { ...filter, until });
  if (options.json) print(options, result, []);
  printNote(result.msg);
  return undefined;
}

const columns: Columns<Log> = {
  at: (log) => moment(log.timestamp, { to: 'second' }),
  kind: (log) => log.kind,
  call: (log) => log.functionName,
  user: (log) => log.user,
  message: (log) => log.message.split('\n')[0]?.slice(0, 100),
  request: (log) => log.requestId,
  id: (log) => log._id,
};
