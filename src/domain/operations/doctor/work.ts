import type { Knex } from 'knex';
import { MOST_RECORDS, type Finding } from './finding.js';
import { findDays, findStored } from '../retention/forget.js';
import { retainedKinds } from '../retention/rules.js';
import { queryRows } from '../../kernel/database/rows.js';

const dashboard = 'see Jobs and Logs in the dashboard';

interface Check extends Omit<Finding, 'records'> {
  /** Returns one text per row. */
  readonly sql: string;
}

const minutes = (n: number): string => `?::timestamptz - interval '${n} minutes'`;
const job = `task_identifier || ' ' || id || coalesce(': ' || left(last_error, 200), '') as record`;

/** Every `?` is the current time. */
const checks: readonly Check[] = [
  {
    severity: 'error',
    what: 'a worker has held a job for more than an hour',
    sql: `select ${job} from graphile_worker.jobs where locked_at < ${minutes(60)}`,
    hint: 'If the worker crashed, start shedworks worker, which requeues the job within a minute, or run shedworks doctor --mend. If it is still running, stop it. The job then runs again.',
  },
  {
    severity: 'error',
    what: 'a job failed its last attempt',
    sql: `select ${job} from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
    hint: `The reason is listed with the job; ${dashboard}. Fix it, then start the job again where it was requested.`,
  },
  {
    severity: 'warning',
    what: 'jobs are waiting, but no worker runs them',
    sql: `select ${job} from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at < ${minutes(15)}`,
    hint: 'No worker is running. Start shedworks serve or shedworks worker.',
  },
  {
    severity: 'warning',
    what: 'a job is shown as running, but is no longer in a queue',
    sql: `select name || ' ' || id as record from job_runs r where status in ('waiting', 'running') and created_at < ${minutes(60)}
            and not exists (select from graphile_worker._private_jobs j where j.payload ->> 'run' = r.id::text)`,
    hint: `Run shedworks doctor --mend to mark it as failed, then start it again where it was requested (${dashboard}).`,
  },
  {
    severity: 'error',
    what: 'a message could not be sent',
    sql: `select kind || ' to ' || (payload ->> 'to') || ' ' || id || coalesce(': ' || left(error, 200), '') as record
            from outbox_messages where status in ('failed', 'refused')`,
    hint: 'Fix the problem listed with it, then click Send again under Outbox in the dashboard.',
  },
  {
    severity: 'warning',
    what: 'a message has been waiting for more than a day',
    sql: `select kind || ' to ' || (payload ->> 'to') || ' ' || id || coalesce(': ' || left(error, 200), '') as record
            from outbox_messages where status = 'waiting' and created_at < ${minutes(24 * 60)}`,
    hint: 'Check that a worker is running and that SMTP_URL responds. Run shedworks doctor --mend to queue it again.',
  },
  {
    severity: 'error',
    what: 'a schedule is due and has not run',
    sql: `select v.name || ' ' || s.id || ', due ' || s.next_run_at as record
            from schedules s join saved_views v on v.id = s.view_id where s.active and s.next_run_at < ${minutes(5)}`,
    hint: 'No worker is running. Start shedworks serve or shedworks worker, or have cron run shedworks jobs run sweep. Overdue schedules then run once.',
  },
  {
    severity: 'error',
    what: 'the last run of a schedule failed',
    sql: `select v.name || ' ' || s.id || ': ' || left(r.error, 200) as record
            from schedules s join saved_views v on v.id = s.view_id
            cross join lateral (select status, error from schedule_runs where schedule_id = s.id
              order by created_at desc, id desc limit 1) r
           where s.active and r.status = 'failed'`,
    hint: 'Its owner was notified. Fix the problem listed with it, then click Run again in its delivery log, under Reports, Schedules.',
  },
  {
    severity: 'error',
    what: 'an expected command failed or did not run',
    sql: `select 'shedworks ' || line || case problem when 'late' then ', due ' || to_char(due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
            else ', failed ' || to_char(problem_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' end as record
            from expected_commands where (problem is not null or due_at < ?::timestamptz) and line !~ '^doctor( |$)'`,
    hint: 'See its log: shedworks runs list, then shedworks runs show <id>, or Admin, Command Runs. Check the crontab. Its next successful run clears this; shedworks runs forget <command> stops expecting it.',
  },
];

/** Rows that are old enough to have been deleted, so no sweep deletes them. */
async function overdueDeletions(db: Knex, now: Date): Promise<Finding[]> {
  const days = await findDays(db);
  const lateKinds = (await findStored(db)).filter(
    ({ kind, oldest }) =>
      oldest !== null && now.getTime() - new Date(oldest).getTime() > (days[kind] + LATE_DAYS) * DAY_MS,
  );
  if (lateKinds.length === 0) return [];
  return [
    {
      severity: 'warning',
      what: 'mail, logs or raw rows are kept longer than the retention settings allow',
      records: lateKinds.map(
        ({ kind, oldest }) =>
          `${retainedKinds[kind].label}: since ${oldest?.slice(0, 10)}, although the limit is ${days[kind]} days`,
      ),
      hint: 'No worker deletes them. Start shedworks serve or shedworks worker, or have cron run shedworks jobs run sweep.',
    },
  ];
}

const DAY_MS = 24 * 3_600_000;
const LATE_DAYS = 2;

/** Jobs that are stuck or failed, and messages that were not sent. */
export async function stuckWork(db: Knex, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { sql, ...check } of checks) {
    const times = Array.from({ length: sql.split('?::').length - 1 }, () => now);
    const rows = await queryRows<{ record: string }>(db.raw(`${sql} limit ${MOST_RECORDS}`, times));
    if (rows.length > 0) findings.push({ ...check, records: rows.map((row) => row.record) });
  }
  return [...findings, ...(await overdueDeletions(db, now))];
}
