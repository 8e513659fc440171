import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from '../context.js';
import { isAway } from './errors.js';
import { queryOnlyRow } from './rows.js';
import { toError } from '../objects.js';

const standbys = new WeakMap<Knex, Standby>();
const CATCH_UP_MS = 2000;
const POLL_MS = 20;
const REST_MS = 30_000;

interface Standby {
  readonly db: Knex;
  /** Not used before this time by `performance.now()`. */
  restsUntil: number;
}

/** Gives a pool its standby, from which reports requested through the pool are read. The caller closes it. */
export const pairStandby = (primary: Knex, standby: Knex): void =>
  void standbys.set(primary, { db: standby, restsUntil: 0 });

/** Lets reports requested from the pool `other` also read from the standby of `primary`. */
export function shareStandby(primary: Knex, other: Knex): void {
  const standby = standbys.get(primary);
  if (standby) standbys.set(other, standby);
}

/**
 * Runs a read on the standby of `primary`, if any, once the standby has caught up with everything committed so far. If
 * the standby is unreachable, behind, or cancels the read, the read runs on `primary`, a warning is logged and the
 * standby is not used for half a minute.
 */
export async function onStandby<T>(primary: Knex, logger: Logger, load: (db: Knex) => Promise<T>): Promise<T> {
  const standby = standbys.get(primary);
  if (!standby || standby.restsUntil > performance.now()) return load(primary);
  const behind = (err: unknown): Promise<T> => {
    standby.restsUntil = performance.now() + REST_MS;
    logger.warn({ err }, 'the standby cannot be used: the report is read from the primary');
    return load(primary);
  };
  const lateBytes = await catchUp(primary, standby.db).catch((error: unknown) => {
    if (isAway(error)) return toError(error);
    throw error;
  });
  if (lateBytes) return behind(lateBytes);
  try {
    return await load(standby.db);
  } catch (error) {
    if (isAway(error)) return behind(error);
    throw error;
  }
}

/** Waits until the standby has everything that the primary has committed; returns the error if it does not. */
async function catchUp(primary: Knex, standby: Knex): Promise<Error | null> {
  const position = await one<string>(primary, 'select pg_current_wal_flush_lsn()::text as value');
  const until = performance.now() + CATCH_UP_MS;
  for (;;) {
    const missingBytes = await one<number | null>(
      standby,
      'select case when pg_is_in_recovery() then pg_wal_lsn_diff(?::pg_lsn, pg_last_wal_replay_lsn()) end as value',
      [position],
    );
    if (missingBytes === null) return new Error('DATABASE_READ_URL is not a standby of DATABASE_URL');
    if (missingBytes <= 0) return null;
    if (performance.now() > until) return new Error(`the standby is ${missingBytes} bytes behind`);
    await pause(POLL_MS);
  }
}

async function one<T>(db: Knex, sql: string, bindings: readonly string[] = []): Promise<T> {
  const row = await queryOnlyRow<{ value: T }>(db.raw(sql, bindings));
  return row.value;
}

/** The current problem of a pool's standby; null if it works or there is none. */
export async function standbyFault(primary: Knex): Promise<string | null> {
  const standby = standbys.get(primary);
  if (!standby) return null;
  const fault = await catchUp(primary, standby.db).catch((error: unknown) => toError(error));
  return fault?.message ?? null;
}
