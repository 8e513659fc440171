import type { Knex } from 'knex';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';

/** Operational metrics. Ages are in seconds, and null if there is nothing to measure. */
export interface Gauges {
  readonly jobsWaiting: number;
  readonly jobsRunning: number;
  readonly jobsFailed: number;
  /** How late the most overdue job is, in seconds. */
  readonly jobsLateSeconds: number;
  readonly outboxWaiting: number;
  readonly outboxFailed: number;
  readonly outboxKept: number;
  /** The age of the oldest message that is waiting to be sent. */
  readonly outboxAgeSeconds: number;
  /** How late the most overdue webhook message is; those of paused webhooks do not count. */
  readonly webhooksAgeSeconds: number;
  /** Unexpected errors logged in the last hour. */
  readonly errorsLastHour: number;
  /** Since the last sweep ended; null before the first. */
  readonly sweepAgeSeconds: number | null;
  /** Since the newest verified backup was created; null if there is none. */
  readonly verifiedBackupAgeSeconds: number | null;
  /** 1 if the last WAL file could not be archived. */
  readonly archiveFailing: number;
}

/** A server that follows the database by streaming replication. */
export interface StandbyGauges {
  readonly name: string;
  /** 1 if commits wait for it. */
  readonly synchronous: number;
  /** Bytes it has not replayed yet; null without the right to see it (pg_monitor). */
  readonly lagBytes: number | null;
  readonly lagSeconds: number | null;
}

const READ_WITHIN_MS = 2000;

/** Reads the gauges in one statement. Throws if the database does not respond within two seconds. */
export async function readGauges(db: Knex): Promise<Gauges> {
  const { queue } = await queryOnlyRow<{ queue: boolean }>(
    db.raw(`select to_regclass('graphile_worker.jobs') is not null as queue`).timeout(READ_WITHIN_MS),
  );
  return queryOnlyRow<Gauges>(db.raw(gaugesSql(queue)).timeout(READ_WITHIN_MS));
}

/** The standbys that are connected now. */
export const readStandbys = (db: Knex): Promise<StandbyGauges[]> =>
  queryRows<StandbyGauges>(
    db
      .raw(
        `select coalesce(nullif(application_name, ''), 'standby') as name, (coalesce(sync_state, '') in ('sync', 'quorum'))::int as synchronous,
           case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as "lagBytes",
           case when state is not null then coalesce(extract(epoch from replay_lag), 0)::float8 end as "lagSeconds"
         from pg_stat_replication where application_name not like 'pg_basebackup%'`,
      )
      .timeout(READ_WITHIN_MS),
  );

const ageSeconds = (moment: string): string => `extract(epoch from now() - ${moment})::float8`;

const gaugesSql = (queue: boolean): string => `
  select coalesce(j.waiting, 0)::int as "jobsWaiting", coalesce(j.running, 0)::int as "jobsRunning",
    coalesce(j.failed, 0)::int as "jobsFailed", coalesce(j.late, 0)::float8 as "jobsLateSeconds",
    (select count(*)::int from outbox_messages where status = 'waiting') as "outboxWaiting",
    (select count(*)::int from outbox_messages where status in ('failed', 'refused')) as "outboxFailed",
    (select count(*)::int from outbox_messages where status = 'kept') as "outboxKept",
    (select coalesce(${ageSeconds('min(created_at)')}, 0) from outbox_messages where status = 'waiting') as "outboxAgeSeconds",
    (select greatest(coalesce(${ageSeconds('min(coalesce(m.next_at, m.at))')}, 0), 0) from webhook_messages m
      join webhook_endpoints e on e.id = m.endpoint_id where m.state = 'waiting' and not e.paused) as "webhooksAgeSeconds",
    (select count(*)::int from error_logs where kind = 'unexpected' and at > now() - interval '1 hour') as "errorsLastHour",
    (select ${ageSeconds('max(ended_at)')} from sweeps) as "sweepAgeSeconds",
    (select ${ageSeconds('max(made_at)')} from backups where verified_at is not null) as "verifiedBackupAgeSeconds",
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int from pg_stat_archiver) as "archiveFailing"
  from (${queue ? QUEUE : 'select null::int as waiting, null::int as running, null::int as failed, null::int as late'}) j`;

const QUEUE = `
  select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
    count(*) filter (where locked_at is not null) as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
    extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())) as late
  from graphile_worker.jobs`;
