import { runMigrations } from 'graphile-worker';
import type { Knex } from 'knex';

/** How to avoid queuing a job twice, and how often to try it. */
export interface QueueOptions {
  /** At most one waiting, running or abandoned job has this key; queuing it again does nothing. */
  readonly key?: string;
  /** The total number of tries; the pause between them grows from seconds to six hours. */
  readonly maxAttempts?: number;
}

/** Creates or updates the tables of the job queue; several processes may run it at the same time. */
export async function prepareJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1 });
}

/** Queues a task in the transaction `db`. It runs after the commit, or never if that does not happen. */
export async function queueTask(db: Knex, task: string, payload: object, options: QueueOptions = {}): Promise<void> {
  await db.raw(
    `select graphile_worker.add_job(?, ?::json, max_attempts := ?::int, job_key := ?, job_key_mode := 'unsafe_dedupe')`,
    [task, JSON.stringify(payload), options.maxAttempts ?? 10, options.key ?? null],
  );
}

/** Removes the task with this key from the queue, even an abandoned one. A running one finishes and is not retried. */
export async function forgetTask(db: Knex, key: string): Promise<void> {
  await db.raw('select graphile_worker.remove_job(?)', [key]);
}
