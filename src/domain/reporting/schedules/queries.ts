import type { Knex } from 'knex';
import type { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { getScope, type Actor } from '../../kernel/context.js';
import { formatEcho, parseCron } from './cron.js';
import { getAlarm, type Facts } from './rules.js';
import type { ListRuns, Schedule, ScheduleRun } from './schema.js';
import { queryPage, queryFirstRow, queryRows } from '../../kernel/database/rows.js';

interface Row extends Omit<Schedule, 'text' | 'alarm' | 'lastRun'>, Pick<Facts, 'lastRun' | 'lastEndedRun'> {}

const columns = {
  _id: 's.id',
  cron: 's.cron',
  timeZone: 's.time_zone',
  recipients: 's.recipients',
  format: 's.format',
  active: 's.active',
  nextRunAt: 's.next_run_at',
  revision: 's.revision',
};

/** The least advanced email of the run, so that the run shows one that failed. */
const LEAST_FAR = `left join lateral (
  select id, status, error from outbox_messages where batch_id = r.outbox_id
  order by array_position(array['refused', 'failed', 'kept', 'waiting', 'sent'], status), id limit 1) m on true`;

const getNewestRun = (
  condition: string,
): string => `(select json_build_object('status', r.status, 'dueAt', r.due_at, 'startedAt', r.created_at, 'finishedAt', r.finished_at,
    'error', r.error, 'message', m.status, 'messageError', m.error)
  from schedule_runs r ${LEAST_FAR}
  where r.schedule_id = s.id and ${condition} order by r.created_at desc, r.id desc limit 1)`;

const LAST_RUN = `${getNewestRun('true')} as "lastRun"`;
const LAST_ENDED_RUN = `${getNewestRun(`r.finished_at is not null and m.status is distinct from 'waiting'`)} as "lastEndedRun"`;

/** Schedules sorted by the name of their view, with their state at `now`; `applyFilter` chooses which. */
export async function findSchedules(
  db: Knex,
  now: Date,
  applyFilter: (query: Knex.QueryBuilder) => unknown,
): Promise<Schedule[]> {
  const query = db('schedules as s')
    .join('saved_views as v', 'v.id', 's.view_id')
    .join('users as u', 'u.id', 's.owner_id')
    .select(columns)
    .select(db.raw(`json_build_object('_id', v.id, 'name', v.name, 'report', v.report) as view`))
    .select(db.raw(`json_build_object('_id', u.id, 'name', u.name) as owner, ${LAST_RUN}, ${LAST_ENDED_RUN}`))
    .orderByRaw('lower(v.name), s.id');
  applyFilter(query);
  const rows = await queryRows<Row>(query);
  return rows.map(({ lastEndedRun, ...row }) => ({
    ...row,
    text: formatEcho(parseCron(row.cron), row.timeZone),
    alarm: getAlarm({ ...row, lastEndedRun }, now),
  }));
}

/**
 * Limits a query to the schedules an actor may see: the actor's own, for an Admin those of the side, for the command
 * line all.
 */
export const visibleTo = (actor: Actor) => (query: Knex.QueryBuilder) => {
  if (actor.id === null) return;
  void query.whereRaw('s.shop_id is not distinct from ?::uuid', [getScope(actor)]);
  if (!can(actor, 'views.share')) void query.where('s.owner_id', actor.id);
};

/** The requested page of a schedule's runs, newest first, and the total count. */
export const findRuns = (db: Knex, { id, ...page }: z.output<typeof ListRuns>) =>
  queryPage<z.output<typeof ScheduleRun>>(
    selectRuns(db).where('r.schedule_id', id).orderByRaw('r.created_at desc, r.id desc'),
    page,
    db('schedule_runs').where({ schedule_id: id }),
  );

/** A run by its ID; undefined if it does not exist. */
export const findRun = async (db: Knex, id: string): Promise<z.output<typeof ScheduleRun> | undefined> =>
  await queryFirstRow<z.output<typeof ScheduleRun>>(selectRuns(db).where('r.id', id).first());

const selectRuns = (db: Knex): Knex.QueryBuilder =>
  db('schedule_runs as r')
    .joinRaw(LEAST_FAR)
    .select({
      _id: 'r.id',
      cause: 'r.cause',
      dueAt: 'r.due_at',
      missed: 'r.missed',
      late: 'r.late',
      status: 'r.status',
    })
    .select({ startedAt: 'r.started_at', finishedAt: 'r.finished_at', recipients: 'r.recipients', rows: 'r.row_count' })
    .select({ totals: 'r.totals', fileName: 'r.file_name', attached: 'r.attached', error: 'r.error' })
    .select(
      db.raw(`case when m.id is not null then
        json_build_object('_id', m.id, 'status', m.status, 'error', m.error) end as message`),
    );
