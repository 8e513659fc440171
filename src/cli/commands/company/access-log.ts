import { type Command, Option } from 'commander';
import {
  type AccessEvent,
  type AccessKind,
  accessKinds,
  accessLabels,
  type AccessResult,
  accessResults,
} from '../../../domain/company/access-log/schema.js';
import { listAccess } from '../../../domain/company/access-log/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { type PageOptions, withPages } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { userId } from './users-parts.js';

interface ListOptions extends GlobalOptions, PageOptions {
  readonly kind?: AccessKind;
  readonly result?: AccessResult;
  readonly user?: string;
  readonly search?: string;
  readonly from?: string;
  readonly to?: string;
  readonly all?: boolean;
}

/** `shedworks access-log …`: who signed in, who failed, and what changed on accounts. */
export function registerAccessLog(program: Command): void {
  const log = program
    .command('access-log')
    .description('Show sign-ins, failed sign-ins, and changes to accounts, passwords and second factors');
  withPages(log.command('list'), 50)
    .description('List the access log, newest first')
    .addOption(new Option('--kind <kind>', 'kind of event').choices([...accessKinds]))
    .addOption(new Option('--result <result>', 'only what succeeded or was refused').choices([...accessResults]))
    .option('--user <user>', "only this user's account, by email or ID")
    .option('--search <text>', 'part of user, address, device or details')
    .option('--from <day>', 'first day, YYYY-MM-DD')
    .option('--to <day>', 'last day, YYYY-MM-DD')
    .addOption(new Option('--all', 'every row instead of one page').conflicts(['page', 'size']))
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
}

async function list(ctx: Ctx, options: ListOptions): Promise<undefined> {
  const { kind, result, search, from, to } = options;
  const user = options.user === undefined ? undefined : await userId(ctx, options.user);
  const filter = { kind, result, user, search, from, to };
  const isWhole = options.all || (options.ndjson && options.page === undefined);
  const entries = await (isWhole ? listAll(ctx, filter) : listAccess(ctx, { ...filter, ...getPage(options) }));
  print(options, entries, toRows(columns, entries.items));
  printNote(`${entries.items.length} of ${entries.total} events.`);
  return undefined;
}

const getPage = ({ page, size }: ListOptions) => ({ page, size });

type Filter = Omit<Parameters<typeof listAccess>[1], 'page' | 'size'>;

/** Every event, each once, although new ones shift the pages in the meantime. */
async function listAll(ctx: Ctx, filter: Filter): Promise<{ items: AccessEvent[]; total: number }> {
  const items = new Map<string, AccessEvent>();
  for (let page = 1; ; page++) {
    const accesses = await listAccess(ctx, { ...filter, page, size: 500 });
    for (const item of accesses.items) items.set(item._id, item);
    if (accesses.items.length < 500) return { items: [...items.values()], total: items.size };
  }
}

const columns: Columns<AccessEvent> = {
  at: (one) => moment(one.at, { to: 'second' }),
  event: (one) => accessLabels[one.kind],
  result: (one) => one.result,
  user: (one) => one.user.email,
  by: (one) => one.actor,
  address: (one) => one.address,
  device: (one) => one.device,
  details: (one) => one.detail,
};
