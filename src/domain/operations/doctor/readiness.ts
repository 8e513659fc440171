import type { Knex } from 'knex';
import { isFull } from '../../kernel/database/errors.js';
import { migrationStatus } from '../../kernel/database/database.js';
import { queryRows } from '../../kernel/database/rows.js';
import { isRefusal } from '../../kernel/errors.js';

/** Whether the product can work, and if not, what is wrong with the database. */
export interface Readiness {
  readonly ok: boolean;
  readonly database: string;
  readonly migrations: string;
}

const ANSWERS_WITHIN_MS = 3000;

/** Checks, without changing anything, that the database responds, accepts writes and has the newest schema. */
export async function readiness(db: Knex): Promise<Readiness> {
  try {
    const fault = await writeFault(db);
    if (fault !== null) return { ok: false, database: fault, migrations: 'unknown' };
    const { pending } = await migrationStatus(db);
    const migrations = pending.length === 0 ? 'ok' : `${pending.length} pending`;
    return { ok: pending.length === 0, database: 'ok', migrations };
  } catch (error) {
    if (isRefusal(error, 'database-newer')) return { ok: false, database: 'ok', migrations: 'newer than this version' };
    return { ok: false, database: 'does not respond', migrations: 'unknown' };
  }
}

/**
 * Why the database does not accept writes; null if it does. Generates rows that exceed the work memory, so that
 * PostgreSQL must write to its disk.
 */
async function writeFault(db: Knex): Promise<string | null> {
  try {
    const answers = await queryRows<{ readonly rows: readonly { readonly fault: string | null }[] }>(
      db
        .raw(
          `set work_mem = '64kB';
         select case when pg_is_in_recovery() then 'is a standby' when current_setting('transaction_read_only') = 'on'
           then 'is read-only' end as fault, count(*) from generate_series(1, 10000)`,
        )
        .timeout(ANSWERS_WITHIN_MS),
    );
    return answers[1]?.rows[0]?.fault ?? null;
  } catch (error) {
    if (isFull(error)) return 'is out of disk space';
    throw error;
  }
}
