import { runMigrations } from 'graphile-worker';
import type { Knex } from 'knex';

/** How a job avoids being queued twice, and how often it is tried. */
export interface QueueOptions {
  /** At most one waiting, running or given-up job has this key; queueing it again does nothing. */
  readonly key?: string;
  /** The total number of tries; the pause between them grows from seconds to six hours. */
  readonly maxAttempts?: number;
}

/** Creates or updates the tables of the job queue; several processes may run it at the same time. */
export async function prepareJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1 });
}

/** Queues a task in the transaction `db`: it runs after the commit, and never if there is none. */
export async function queueTask(db: Knex, task: string, payload: object, options: QueueOptions = {}): Promise<void> {
  await db.raw(
    `select graphile_worker.add_job(?, ?::json, max_attempts := ?::int, job_key := ?, job_key_mode := 'unsafe_dedupe')`,
    [task, JSON.stringify(payload), options.maxAttempts ?? 10, options.key ?? null],
  );
}

/**
 * Removes the task with this key from the queue, even if it was given up. A running one finishes and is not retried.
 */
export async function forgetTask(db: Knex, key: string): Promise<void> {
  await db.raw('select graphile_worker.remove_job(?)', [key]);
}
