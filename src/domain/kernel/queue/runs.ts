import type { Knex } from 'knex';
import { z } from 'zod';
import { systemActor, type Actor, type Ctx, type Progress, type WriteCtx } from '../context.js';
import { DomainError } from '../errors.js';
import { publish } from '../events.js';
import { newId } from '../ids.js';
import { ProgressWriter } from './progress.js';
import { queueTask } from './queue.js';
import type { Task, TaskCtx } from './task.js';
import { queryFirstRow } from '../database/rows.js';
import { toError } from '../objects.js';

/** Queues a job that users can follow, in the caller's transaction; returns its ID in the job list. */
export async function addJob(tx: WriteCtx, name: string, payload: object): Promise<string> {
  const id = newId();
  const { id: actorId, name: actorName, shopId } = tx.actor;
  await tx
    .db('job_runs')
    .insert({ id, name, actor_id: actorId, actor_name: actorName, shop_id: shopId, created_at: tx.clock.now() });
  await queueTask(tx.db, name, { ...payload, run: id }, { maxAttempts: 5 });
  await tx.publish({ topic: 'jobs', shopIds: [shopId], ids: [id] });
  return id;
}

interface RunRow {
  readonly id: string;
  readonly name: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly shopId: string | null;
}

/**
 * Creates a task that users can follow. `work` runs as the user who requested it, and the job list shows its progress
 * and result.
 */
export const jobTask =
  <P extends z.ZodType>(
    Payload: P,
    work: (ctx: Ctx & { readonly progress: Progress }, payload: z.output<P>) => Promise<unknown>,
  ): Task =>
  async (task, payload) => {
    const { run: id } = z.object({ run: z.uuid() }).parse(payload);
    const run = await findRun(task.db, id);
    if (!run) return;
    const actor = await actorOfRun(task, run);
    await withProgress(task, run, (progress) =>
      work({ ...getContext(task, actor, { requestId: id, origin: run.name }), progress }, Payload.parse(payload)),
    );
  };

/**
 * Runs `work` and records its state, progress and result in the job list. A refusal is final; any other failure is
 * retried.
 */
async function withProgress(task: TaskCtx, run: RunRow, work: (progress: Progress) => Promise<unknown>): Promise<void> {
  const mark = async (change: object) => {
    await task.db('job_runs').where({ id: run.id }).update(change);
    await publish(task.db, { topic: 'jobs', shopIds: [run.shopId], ids: [run.id] });
  };
  await mark({ status: 'running', done: 0, step: '', error: null, started_at: task.clock.now() });
  const progress = new ProgressWriter(mark);
  try {
    const result = await work(progress);
    await progress.finished();
    await mark({ status: 'done', result: JSON.stringify(result ?? null), finished_at: task.clock.now() });
  } catch (thrown) {
    await progress.finished();
    const refusal = thrown instanceof DomainError;
    const final = refusal || task.lastAttempt;
    const error = refusal ? thrown.message : 'Something went wrong. We recorded the error.';
    await mark({ status: final ? 'failed' : 'waiting', error, finished_at: final ? task.clock.now() : null });
    const { id: requestId, actorName: userName, shopId } = run;
    await task.keepFailure({ error: toError(thrown), functionName: `job ${run.name}`, userName, shopId, requestId });
    if (!refusal) throw thrown;
  }
}

async function findRun(db: Knex, id: string): Promise<RunRow | undefined> {
  const columns = { id: 'id', name: 'name', actorId: 'actor_id', actorName: 'actor_name', shopId: 'shop_id' };
  return queryFirstRow<RunRow>(db('job_runs').where({ id }).first(columns));
}

async function actorOfRun(task: TaskCtx, run: RunRow): Promise<Actor> {
  if (!run.actorId) return systemActor(run.actorName);
  const actor = await task.actorOfUser(run.actorId);
  if (!actor) throw new DomainError('permission-denied', undefined);
  return actor;
}

const getContext = (task: TaskCtx, actor: Actor, { requestId, origin }: Pick<Ctx, 'requestId' | 'origin'>): Ctx => ({
  db: task.db,
  actor,
  clock: task.clock,
  logger: task.logger,
  via: 'job',
  requestId,
  origin,
});
