import type { Knex } from 'knex';
import type { z } from 'zod';
import { likeText } from '../../kernel/database/like.js';
import { queryPage, queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import type { CommandRun, CommandRunDetail, ExpectedCommand, ListCommandRuns } from './schema.js';

const columns = {
  _id: 'id',
  command: 'command',
  line: 'line',
  account: 'account',
  host: 'host',
  actor: 'actor_name',
  version: 'version',
  state: 'state',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  exitCode: 'exit_code',
  counts: 'counts',
};
const SECONDS = 'round(extract(epoch from finished_at - started_at), 3)::float8 as seconds';

/** A page of runs, newest first, and the total count. */
export async function findCommandRuns(
  db: Knex,
  { search, state, ...page }: z.output<typeof ListCommandRuns>,
): Promise<{ items: z.output<typeof CommandRun>[]; total: number }> {
  const matching = db('command_runs').modify((query) => {
    if (state) void query.where({ state });
    if (search) void query.whereILike('line', likeText(search));
  });
  return queryPage(matching.select(columns, db.raw(SECONDS)).orderByRaw('started_at desc, id desc'), page);
}

/** A run with its log; undefined if it does not exist. */
export const findCommandRun = (db: Knex, id: string): Promise<z.output<typeof CommandRunDetail> | undefined> =>
  queryFirstRow(db('command_runs').where({ id }).select(columns, 'log', db.raw(SECONDS)).limit(1));

/** Expected commands by command line; `ids` limits them. */
export function findExpected(db: Knex, ids?: readonly string[]): Promise<ExpectedCommand[]> {
  const query = db('expected_commands as e')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .select({
      _id: 'e.id',
      line: 'e.line',
      everyMinutes: 'e.every_minutes',
      graceMinutes: 'e.grace_minutes',
      lastGoodAt: 'e.last_good_at',
      dueAt: 'e.due_at',
      problem: 'e.problem',
      problemSince: 'e.problem_since',
      problemRun: 'e.problem_run_id',
      revision: 'e.revision',
    })
    .select(db.raw(`case when u.id is not null then json_build_object('_id', u.id, 'name', u.name) end as owner`))
    .orderByRaw('lower(e.line), e.id');
  if (ids) void query.whereRaw('e.id = any(?)', [[...ids]]);
  return queryRows<ExpectedCommand>(query);
}
