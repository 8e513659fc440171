import type { Knex } from 'knex';
import { LockedError } from '../run.js';
import { queryRows } from '../../domain/kernel/database/rows.js';

const RUNNING = 7_246_004;

/**
 * Runs `work` unless another process is running work of the same name; then throws `LockedError`. Uses a PostgreSQL
 * lock, which is released whenever the process ends.
 */
export async function holdLock<T>(db: Knex, name: string, work: () => Promise<T>): Promise<T> {
  const holder = await db.transaction();
  try {
    const rows = await queryRows<{ free: boolean }>(
      holder.raw('select pg_try_advisory_xact_lock(?, hashtext(?)) as free', [RUNNING, name]),
    );
    if (!rows[0]?.free)
      throw new LockedError(`Another run of ${name} is still in progress. Try again when it finishes.`);
    return await work();
  } finally {
    await holder.rollback();
  }
}
