import type { Knex } from 'knex';
import { queryOnlyRow } from '../../kernel/database/rows.js';

/** Operational metrics; null if the job queue was never used. */
export interface Gauges {
  readonly jobsWaiting: number;
  readonly jobsRunning: number;
  readonly jobsFailed: number;
  /** How late the most overdue job is, in seconds. */
  readonly jobsLateSeconds: number;
  readonly outboxWaiting: number;
  readonly outboxFailed: number;
  readonly outboxKept: number;
  /** Unexpected errors logged in the last hour. */
  readonly errorsLastHour: number;
}

const READ_WITHIN_MS = 2000;

/** Reads the gauges in one statement; throws if the database does not respond within two seconds. */
export async function readGauges(db: Knex): Promise<Gauges> {
  const { queue } = await queryOnlyRow<{ queue: boolean }>(
    db.raw(`select to_regclass('graphile_worker.jobs') is not null as queue`).timeout(READ_WITHIN_MS),
  );
  return queryOnlyRow<Gauges>(db.raw(gaugesSql(queue)).timeout(READ_WITHIN_MS));
}

const gaugesSql = (queue: boolean): string => `
  select coalesce(j.waiting, 0)::int as "jobsWaiting", coalesce(j.running, 0)::int as "jobsRunning",
    coalesce(j.failed, 0)::int as "jobsFailed", coalesce(j.late, 0)::float8 as "jobsLateSeconds",
    (select count(*)::int from outbox_messages where status = 'waiting') as "outboxWaiting",
    (select count(*)::int from outbox_messages where status in ('failed', 'refused')) as "outboxFailed",
    (select count(*)::int from outbox_messages where status = 'kept') as "outboxKept",
    (select count(*)::int from error_logs where kind = 'unexpected' and at > now() - interval '1 hour') as "errorsLastHour"
  from (${queue ? QUEUE : 'select null::int as waiting, null::int as running, null::int as failed, null::int as late'}) j`;

const QUEUE = `
  select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
    count(*) filter (where locked_at is not null) as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
    extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())) as late
  from graphile_worker.jobs`;
