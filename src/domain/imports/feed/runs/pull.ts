import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';
import { DomainError, notFound } from '../../../kernel/errors.js';
import { serviceToListLog } from '../../../kernel/records/log.js';
import { RecordId } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { openRun, queueFeedRun } from './due.js';
import { findFeedRuns, getRun, getSourceParts } from '../queries.js';
import { FeedRun, FeedRunDetail, ListFeedRuns, PullSource } from '../schema.js';

const Answer = z.object({ msg: z.string(), run: FeedRun });

export const pullSource = service({
  summary: 'Pull a source now, in the background: what changed, or everything; its schedule does not change',
  permission: 'orders.import',
  effect: 'write',
  input: PullSource,
  output: Answer,
  run: async (ctx, { id, kind }) => {
    const { kind: of } = await getSourceParts(ctx.db, id);
    if (of === 'upload') throw new DomainError('source-takes-files', undefined);
    if (of === 'push') throw new DomainError('source-is-pushed', undefined);
    const runId = await openRun(ctx, { sourceId: id, kind, cause: 'now', dueAt: ctx.clock.now() });
    if (runId === null) throw new DomainError('pull-running', undefined);
    return finish(ctx, { action: 'pull', sourceId: id, runId, kind }, 'Pulling the source.');
  },
});

export const listFeedRuns = serviceToListLog({
  summary: 'List the pulls of a source, newest first',
  permission: 'orders.import',
  ...{ input: ListFeedRuns, row: FeedRun, need: ({ db }, id) => getSourceParts(db, id), find: findFeedRuns },
});

export const getFeedRun = service({
  summary: 'Get a pull of a source with its progress, findings and first refused rows',
  permission: 'orders.import',
  effect: 'read',
  input: RecordId,
  output: FeedRunDetail,
  run: (ctx, { id }) => getRun(ctx.db, id),
});

export const releaseRun = service({
  summary: 'Accept a pull that was stopped because it changes too much; its rows are imported in the background',
  permission: 'orders.edit',
  effect: 'write',
  input: RecordId,
  output: Answer,
  run: async (tx, { id }) => {
    const { sourceId } = await lockBraked(tx, id);
    const openRun = await queryFirstRow<{ id: string }>(
      tx.db('feed_runs').where({ source_id: sourceId }).whereIn('state', ['waiting', 'running']).first('id'),
    );
    if (openRun) throw new DomainError('pull-running', undefined);
    // its time starts again, so that a long wait does not make it late
    const now = { state: 'waiting', created_at: tx.clock.now(), finished_at: null, message: null };
    await tx
      .db('feed_runs')
      .where({ id })
      .update({ ...now, released_by: tx.actor.name });
    await tx.db('feed_staged').where({ run_id: id }).update({ waits: false });
    await queueFeedRun(tx.db, id);
    return finish(tx, { action: 'release pull', sourceId, runId: id }, 'The pull continues.');
  },
});

export const discardRun = service({
  summary: 'Discard the changes of a pull that was stopped; the next pull reads them again',
  permission: 'orders.edit',
  effect: 'write',
  input: RecordId,
  output: Answer,
  run: async (tx, { id }) => {
    const { sourceId } = await lockBraked(tx, id);
    const message = `Discarded by ${tx.actor.name}.`;
    await tx.db('feed_runs').where({ id }).update({ state: 'failed', message, cursor: null });
    await tx.db('feed_staged').where({ run_id: id }).delete();
    return finish(tx, { action: 'discard pull', sourceId, runId: id }, 'The changes are discarded.');
  },
});

interface CompletedAction {
  readonly action: string;
  readonly sourceId: string;
  readonly runId: string;
  readonly kind?: string;
}

/** Records an action on a run in the history; returns the message and the run. */
async function finish(tx: WriteCtx, { action, sourceId, runId, ...more }: CompletedAction, msg: string) {
  await tx.audit({ action, entity: 'source', id: sourceId, after: { run: runId, ...more } });
  await tx.publish({ topic: 'sources', shopIds: [null], ids: [sourceId] });
  return { msg, run: await getRun(tx.db, runId) };
}

/** Locks a run that waits for a user. Throws not-found, and pull-not-waiting for any other run. */
async function lockBraked(tx: WriteCtx, id: string): Promise<{ readonly sourceId: string }> {
  const run = await queryFirstRow<{ sourceId: string; state: string }>(
    tx.db('feed_runs').where({ id }).forUpdate().first({ sourceId: 'source_id', state: 'state' }),
  );
  if (!run) throw notFound('Run');
  if (run.state !== 'braked') throw new DomainError('pull-not-waiting', undefined);
  return run;
}
