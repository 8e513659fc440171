import type { Knex } from 'knex';
import { systemActor, type Ctx, type WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { queueTask } from '../../kernel/queue/queue.js';
import type { TaskCtx } from '../../kernel/queue/task.js';
import { findProductName } from '../../company/company/product.js';
import { inTransaction } from '../../kernel/service.js';
import { raiseAlarm } from './alarm.js';
import { nextAfter, parseCron } from './cron.js';
import { lateness } from './mail.js';
import { LATE_MS, LONGEST_RUN_MS } from './rules.js';
import { failRun, getAlarmed } from './outcome.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';

/** The task that creates and sends the report of one run. */
export const RUN_SCHEDULE = 'run-schedule';
const ATTEMPTS = 4;
const AT_ONCE = 200;
const HOUR_MS = 3_600_000;
const MOST_MISSED = 1000;

/** Queues a run, unless it is already queued. */
export const queueRun = (db: Knex, id: string): Promise<void> =>
  queueTask(db, RUN_SCHEDULE, { id }, { key: `schedule-run:${id}`, maxAttempts: ATTEMPTS });

/** Runs every minute. Starts due schedules, and reports runs that failed, were not sent or never ended. */
export async function sweepSchedules(task: Pick<TaskCtx, 'db' | 'clock' | 'logger'>): Promise<void> {
  const ctx: Ctx = { ...task, actor: systemActor('schedules'), via: 'job', requestId: newId() };
  await inTransaction(ctx, startDueRuns, false);
  await inTransaction(ctx, endLostRuns, false);
  await inTransaction(ctx, reportUnsent, false);
}

interface DueSchedule {
  readonly id: string;
  readonly shopId: string | null;
  readonly cron: string;
  readonly timeZone: string;
  readonly recipients: string[];
  readonly nextRunAt: string;
}

/**
 * Starts a run of every due schedule and sets its next time, in one transaction; row locks keep other workers from
 * starting the same one. Times missed while no worker was running become one run.
 */
async function startDueRuns(tx: WriteCtx): Promise<void> {
  const now = tx.clock.now();
  const dueSchedules = await queryRows<DueSchedule>(
    tx
      .db('schedules')
      .where('active', true)
      .where('next_run_at', '<=', now)
      .orderBy('next_run_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select({
        id: 'id',
        shopId: 'shop_id',
        cron: 'cron',
        timeZone: 'time_zone',
        recipients: 'recipients',
        nextRunAt: 'next_run_at',
      }),
  );
  for (const schedule of dueSchedules) await startRun(tx, schedule, now);
  if (dueSchedules.length > 0)
    await tx.publish({
      topic: 'schedule',
      shopIds: await getShops(
        tx.db,
        dueSchedules.map(({ id }) => id),
      ),
    });
}

async function startRun(tx: WriteCtx, schedule: DueSchedule, now: Date): Promise<void> {
  const { id, shopId, cron, timeZone, recipients, nextRunAt } = schedule;
  const cronTimes = parseCron(cron);
  let dueAt = new Date(nextRunAt);
  let missedCount = 0;
  for (
    let next = nextAfter(cronTimes, timeZone, dueAt);
    next && next <= now && missedCount < MOST_MISSED;
    missedCount += 1
  ) {
    dueAt = next;
    next = nextAfter(cronTimes, timeZone, dueAt);
  }
  const soonest = shopId === null ? now.getTime() : Math.max(now.getTime(), dueAt.getTime() + HOUR_MS - 1);
  const next = nextAfter(cronTimes, timeZone, new Date(soonest)); // a shop's schedule runs at most hourly
  await tx
    .db('schedules')
    .where({ id })
    .update({ next_run_at: next, active: next !== null });
  const isLate = missedCount > 0 || now.getTime() - dueAt.getTime() > LATE_MS;
  const run = {
    id: newId(),
    schedule_id: id,
    cause: 'schedule',
    due_at: dueAt,
    missed: missedCount,
    late: isLate,
    recipients,
    created_at: now,
  };
  const ids = await queryRows<unknown>(tx.db('schedule_runs').insert(run).onConflict().ignore().returning('id'));
  if (ids.length === 0) return;
  await queueRun(tx.db, run.id);
  if (!isLate) return;
  const product = await findProductName(tx.db);
  const what = lateness({ product, isLate, missed: missedCount, dueAt: dueAt.toISOString(), timeZone });
  await raiseAlarm(tx, await getAlarmed(tx.db, id), { what });
}

/**
 * Queues runs again that lost their job, for example after a restore without the queue. After an hour they count as
 * failed.
 */
async function endLostRuns(tx: WriteCtx): Promise<void> {
  const longAgo = new Date(tx.clock.now().getTime() - LONGEST_RUN_MS);
  const openRuns = await queryRows<{ id: string; created_at: string }>(
    tx
      .db('schedule_runs')
      .whereIn('status', ['waiting', 'running'])
      .orderBy('created_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select('id', 'created_at'),
  );
  for (const { id, created_at } of openRuns) {
    if (new Date(created_at) > longAgo) await queueRun(tx.db, id);
    else await failRun(tx, id, 'It did not finish within an hour.');
  }
}

/** Why an email of the run could not be sent; null if none failed. */
const FAILED = `(select m.error from outbox_messages m where m.batch_id = r.outbox_id and m.status in ('failed', 'refused') order by m.id limit 1)`;

/** Raises one alarm for each run whose email could not be sent. */
async function reportUnsent(tx: WriteCtx): Promise<void> {
  const unsent = await queryRows<{
    id: string;
    schedule: string;
    error: string;
  }>(
    tx
      .db('schedule_runs as r')
      .whereNull('r.alarmed_at')
      .whereRaw(`${FAILED} is not null`)
      .limit(AT_ONCE)
      .forUpdate('r')
      .skipLocked()
      .select({ id: 'r.id', schedule: 'r.schedule_id', error: tx.db.raw(FAILED) }),
  );
  for (const { id, schedule, error } of unsent) {
    await tx.db('schedule_runs').where({ id }).update({ alarmed_at: tx.clock.now() });
    const what = `its email could not be sent: ${error}`;
    await raiseAlarm(tx, await getAlarmed(tx.db, schedule), { what, subjectId: schedule });
  }
}

async function getShops(db: Knex, ids: string[]): Promise<(string | null)[]> {
  return queryColumn<string | null>(db('schedules').whereRaw('id = any(?)', [ids]).distinct().pluck('shop_id'));
}
