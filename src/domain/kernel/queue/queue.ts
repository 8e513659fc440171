import { runMigrations } from 'graphile-worker';
import type { Knex } from 'knex';

/** How a job is kept from being queued twice, and how often it is tried. */
export interface QueueOptions {
  /** At most one waiting, running or given-up job has this key; queueing it again does nothing. */
  readonly key?: string;
  /** Tries in all; the pause between them grows from seconds to six hours. */
  readonly maxAttempts?: number;
}

/** Makes the tables of the job queue, or brings them to the newest version; safe to run by several processes at once. */
export async function prepareJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1 });
}

/** Queues a task in the transaction `db`: it runs when that commits and never if it does not. */
export async function queueTask(db: Knex, task: string, payload: object, options: QueueOptions = {}): Promise<void> {
  await db.raw(
    `select graphile_worker.add_job(?, ?::json, max_attempts := ?::int, job_key := ?, job_key_mode := 'unsafe_dedupe')`,
    [task, JSON.stringify(payload), options.maxAttempts ?? 10, options.key ?? null],
  );
}

/** Takes the task of a key out of the queue, also one that was given up; one that runs goes on and is not tried again. */
export async function forgetTask(db: Knex, key: string): Promise<void> {
  await db.raw('select graphile_worker.remove_job(?)', [key]);
}
