import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { getList, getPage, Listing } from '../../kernel/records/page.js';
import { RecordVersion, RecordId, type RecordKind } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToGet, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { findCommandRun, findCommandRuns, findExpected } from './queries.js';
import { dueAfter, usualGrace, withoutSecrets } from './rules.js';
import {
  CommandRun,
  CommandRunDetail,
  ExpectedCommand,
  ExpectedCommandChange,
  ListCommandRuns,
  NewExpectedCommand,
} from './schema.js';

export const listCommandRuns = service({
  summary: 'List runs of commands, newest first',
  permission: 'runs.manage',
  effect: 'read',
  input: ListCommandRuns,
  output: getList(CommandRun),
  run: ({ db }, filter) => findCommandRuns(db, filter),
});

export const getCommandRun = service({
  summary: 'Get a run of a command, with the end of its log',
  permission: 'runs.manage',
  effect: 'read',
  input: RecordId,
  output: CommandRunDetail,
  run: async ({ db }, { id }) => {
    const run = await findCommandRun(db, id);
    if (!run) throw notFound('Run');
    return run;
  },
});

const kind: RecordKind<typeof ExpectedCommand> = {
  what: 'Expected command',
  entity: 'expected-command',
  table: 'expected_commands',
  schema: ExpectedCommand,
  find: findExpected,
  uses: [],
  topic: 'runs',
  publish: (tx) => tx.publish({ topic: 'runs', shopIds: [null] }),
  trace: ({ line, everyMinutes, graceMinutes, owner }) => ({ line, everyMinutes, graceMinutes, owner }),
};

export const listExpectedCommands = service({
  summary: 'List the commands that are expected to run, with their problems',
  permission: 'runs.manage',
  effect: 'read',
  input: Listing.extend({
    sort: z.enum(['line', '-line', 'everyMinutes', '-everyMinutes', 'dueAt', '-dueAt']).default('line'),
  }),
  output: getList(ExpectedCommand),
  run: async ({ db }, listing) => getPage(await findExpected(db), listing, ['line']),
});

export const getExpectedCommand = serviceToGet({
  kind,
  summary: 'Get an expected command',
  permission: 'runs.manage',
});

export const createExpectedCommand = serviceToCreate({
  kind,
  summary: 'Expect a command to run at a minimum interval; its owner gets a notice when it fails or does not run',
  permission: 'runs.manage',
  input: NewExpectedCommand,
  msg: 'Expected command added.',
  write: async (ctx, id, { line, everyMinutes, graceMinutes = usualGrace(everyMinutes), owner }) => {
    const now = ctx.clock.now();
    const owner_id = owner === undefined ? await findOfficeUser(ctx, ctx.actor.id) : await readOwner(ctx, owner);
    const row = {
      ...{ line: readLine(line), every_minutes: everyMinutes, grace_minutes: graceMinutes, owner_id },
      due_at: dueAfter(now, { everyMinutes, graceMinutes }),
    };
    await ctx.db('expected_commands').insert({ ...row, id });
  },
});

export const updateExpectedCommand = serviceToUpdate({
  kind,
  summary: 'Change an expected command',
  permission: 'runs.manage',
  input: ExpectedCommandChange.extend(RecordVersion.shape),
  msg: 'Expected command updated.',
  write: async (ctx, id, change, before) => {
    const { everyMinutes = before.everyMinutes, graceMinutes = before.graceMinutes } = change;
    const line = change.line === undefined ? before.line : readLine(change.line);
    const isSame = line === before.line && everyMinutes === before.everyMinutes && graceMinutes === before.graceMinutes;
    const from = line === before.line && before.lastGoodAt ? new Date(before.lastGoodAt) : ctx.clock.now();
    await ctx
      .db('expected_commands')
      .where({ id })
      .update({
        ...{ line, every_minutes: everyMinutes, grace_minutes: graceMinutes },
        ...(isSame ? {} : { due_at: dueAfter(from, { everyMinutes, graceMinutes }) }),
        ...(change.owner === undefined ? {} : { owner_id: await readOwner(ctx, change.owner) }),
      });
  },
});

export const deleteExpectedCommand = serviceToDelete({
  kind,
  summary: 'Stop expecting a command; its runs are kept',
  permission: 'runs.manage',
  msg: 'Expected command deleted.',
});

/** The command line as runs record it: one space between words, no secrets, without the program's name. */
const readLine = (line: string): string => {
  const words = withoutSecrets(line.replace(/\s+/g, ' ').replace(/^shedworks /, ''));
  if (words === '' || words === 'shedworks') throw invalid('line', 'is required');
  return words;
};

async function readOwner(tx: WriteCtx, id: string | null): Promise<string | null> {
  const user = await findOfficeUser(tx, id);
  if (id !== null && user === null) throw invalid('owner', 'is not an active user of the office');
  return user;
}

/** The office user with this ID; null if there is none, such as for an API key. */
async function findOfficeUser({ db }: WriteCtx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const user = await queryFirstRow(db('users').where({ id, active: true }).whereNull('shop_id').first('id'));
  return user ? id : null;
}
