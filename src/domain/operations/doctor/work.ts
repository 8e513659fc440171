import type { Knex } from 'knex';
import { MOST_RECORDS, type Finding } from './finding.js';
import { rowsOf } from '../../kernel/database/rows.js';

const dashboard = 'see Jobs and Logs in the dashboard';

interface Check extends Omit<Finding, 'records'> {
  /** Answers a text a row. */
  readonly sql: string;
}

const minutes = (n: number): string => `?::timestamptz - interval '${n} minutes'`;
const job = `task_identifier || ' ' || id || coalesce(': ' || left(last_error, 200), '') as record`;

/** Every `?` is what the time is. */
const checks: readonly Check[] = [
  {
    severity: 'error',
    what: 'a job is held by a worker for more than an hour',
    sql: `select ${job} from graphile_worker.jobs where locked_at < ${minutes(60)}`,
    hint: 'A worker that died is noticed by a running one within a minute: start shedworks worker, or shedworks doctor --mend. One that lives: end that process, its job is taken up again.',
  },
  {
    severity: 'error',
    what: 'a job was given up after its last try',
    sql: `select ${job} from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
    hint: `The reason is beside it; ${dashboard}. What it should have done is started again where it was asked for.`,
  },
  {
    severity: 'warning',
    what: 'jobs wait, and nobody takes them',
    sql: `select ${job} from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at < ${minutes(15)}`,
    hint: 'No worker runs: start shedworks serve or shedworks worker.',
  },
  {
    severity: 'warning',
    what: 'a job is shown as going on, but it is in no queue any more',
    sql: `select name || ' ' || id as record from job_runs r where status in ('waiting', 'running') and created_at < ${minutes(60)}
            and not exists (select from graphile_worker._private_jobs j where j.payload ->> 'run' = r.id::text)`,
    hint: `shedworks doctor --mend marks it as failed; start it again where it was asked for (${dashboard}).`,
  },
  {
    severity: 'error',
    what: 'a message could not be sent',
    sql: `select kind || ' to ' || (payload ->> 'to') || ' ' || id || coalesce(': ' || left(error, 200), '') as record
            from outbox_messages where status = 'failed'`,
    hint: 'Mend the reason beside it, then Send again under Outbox in the dashboard.',
  },
  {
    severity: 'warning',
    what: 'a message waits for more than a day',
    sql: `select kind || ' to ' || (payload ->> 'to') || ' ' || id || coalesce(': ' || left(error, 200), '') as record
            from outbox_messages where status = 'waiting' and created_at < ${minutes(24 * 60)}`,
    hint: 'Does a worker run, and does SMTP_URL answer? shedworks doctor --mend queues it anew.',
  },
  {
    severity: 'error',
    what: 'a schedule is due and has not run',
    sql: `select v.name || ' ' || s.id || ', due ' || s.next_run_at as record
            from schedules s join saved_views v on v.id = s.view_id where s.active and s.next_run_at < ${minutes(5)}`,
    hint: 'No worker runs: start shedworks serve or shedworks worker, or have cron call shedworks jobs run sweep. What is due then runs once.',
  },
  {
    severity: 'error',
    what: 'the last run of a schedule failed',
    sql: `select v.name || ' ' || s.id || ': ' || left(r.error, 200) as record
            from schedules s join saved_views v on v.id = s.view_id
            cross join lateral (select status, error from schedule_runs where schedule_id = s.id
              order by created_at desc, id desc limit 1) r
           where s.active and r.status = 'failed'`,
    hint: 'Its owner was told. Mend the reason beside it, then Run again in its delivery log, under Reports, Schedules.',
  },
];

/** Jobs that hang or failed, and messages that did not leave. */
export async function stuckWork(db: Knex, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { sql, ...told } of checks) {
    const times = Array.from({ length: sql.split('?::').length - 1 }, () => now);
    const rows = await rowsOf<{ record: string }>(db.raw(`${sql} limit ${MOST_RECORDS}`, times));
    if (rows.length > 0) findings.push({ ...told, records: rows.map((row) => row.record) });
  }
  return findings;
}
