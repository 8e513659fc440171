import type { Knex } from 'knex';
import { systemActor, type Ctx, type WriteCtx } from '../../../kernel/context.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { newId } from '../../../kernel/ids.js';
import { queueTask } from '../../../kernel/queue/queue.js';
import type { TaskCtx } from '../../../kernel/queue/task.js';
import { inTransaction } from '../../../kernel/service.js';
import { nextAfter, parseCron } from '../../../reporting/schedules/cron.js';
import { failPull } from './outcome.js';

/** The task that pulls a source. */
export const RUN_FEED = 'run-feed';
const ATTEMPTS = 5;
const AT_ONCE = 100;
const LONGEST_MS = 3 * 3_600_000;

/** Queues a run, unless it is already queued. */
export const queueFeedRun = (db: Knex, id: string): Promise<void> =>
  queueTask(db, RUN_FEED, { id }, { key: `feed-run:${id}`, maxAttempts: ATTEMPTS });

/** Runs every minute. Starts what is due, and queues runs again that lost their job. */
export async function sweepFeeds(task: Pick<TaskCtx, 'db' | 'clock' | 'logger'>): Promise<void> {
  const ctx: Ctx = { ...task, actor: systemActor('feed'), via: 'job', requestId: newId() };
  await inTransaction(ctx, (tx) => startDue(tx, 'full'), false);
  await inTransaction(ctx, (tx) => startDue(tx, 'changed'), false);
  await inTransaction(ctx, endLost, false);
}

/** The columns with the schedule and the next time of each kind of run. */
const schedules = {
  changed: { cron: 'cron', next: 'next_run_at' },
  full: { cron: 'full_cron', next: 'next_full_at' },
} as const;

/**
 * Starts a run of every source that is due and sets its next time. Missed times become one run. A full comparison stays
 * due while its source is being pulled, because the next time may be a week away.
 */
async function startDue(tx: WriteCtx, kind: keyof typeof schedules): Promise<void> {
  const now = tx.clock.now();
  const { cron: cronColumn, next } = schedules[kind];
  const query = tx
    .db('feed_sources as s')
    .where({ paused: false })
    .where(next, '<=', now)
    .orderBy(next)
    .limit(AT_ONCE)
    .forUpdate('s')
    .skipLocked()
    .select({ id: 'id', cron: cronColumn, timeZone: 'time_zone', dueAt: next });
  if (kind === 'full')
    void query.whereNotExists(
      tx.db('feed_runs as r').whereRaw('r.source_id = s.id').whereIn('r.state', ['waiting', 'running']).select('r.id'),
    );
  const dueSources = await queryRows<{ id: string; cron: string; timeZone: string; dueAt: string }>(query);
  for (const { id, cron, timeZone, dueAt } of dueSources) {
    const runId = await openRun(tx, { sourceId: id, kind, cause: 'schedule', dueAt: new Date(dueAt) });
    if (runId === null && kind === 'full') continue;
    await tx
      .db('feed_sources')
      .where({ id })
      .update({ [next]: nextAfter(parseCron(cron), timeZone, now) });
  }
  if (dueSources.length > 0) await tx.publish({ topic: 'sources', shopIds: [null] });
}

interface NewRun {
  readonly sourceId: string;
  readonly kind: 'changed' | 'full';
  readonly cause: 'schedule' | 'now';
  readonly dueAt: Date;
}

/** Adds a run and queues it. Returns its ID, or null if the source has an unfinished one. */
export async function openRun(tx: WriteCtx, { sourceId, kind, cause, dueAt }: NewRun): Promise<string | null> {
  const run = { id: newId(), source_id: sourceId, kind, cause, due_at: dueAt, created_at: tx.clock.now() };
  const ids = await queryRows<unknown>(tx.db('feed_runs').insert(run).onConflict().ignore().returning('id'));
  if (ids.length === 0) return null;
  await queueFeedRun(tx.db, run.id);
  return run.id;
}

/**
 * Queues runs again that lost their job, for example after a restore without the queue. After hours they count as
 * failed.
 */
async function endLost(tx: WriteCtx): Promise<void> {
  const longAgo = new Date(tx.clock.now().getTime() - LONGEST_MS);
  const openRuns = await queryRows<{ id: string; createdAt: string }>(
    tx
      .db('feed_runs')
      .whereIn('state', ['waiting', 'running'])
      .orderBy('created_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .select({ id: 'id', createdAt: 'created_at' }),
  );
  for (const { id, createdAt } of openRuns) {
    if (new Date(createdAt) > longAgo) await queueFeedRun(tx.db, id);
    else await failPull(tx, id, 'It did not finish within three hours.');
  }
}
