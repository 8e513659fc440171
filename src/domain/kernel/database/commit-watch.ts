import type { Knex } from 'knex';
import type pg from 'pg';
import type { Logger } from '../context.js';
import { cutConnections, heldConnections, type HeldConnection } from './database.js';
import { queryRows } from './rows.js';

interface Options {
  /** A separate pool for the checks, because every watched connection may hang. */
  readonly over: Knex;
  /** How long a commit may hang, in milliseconds; 4 seconds by default. */
  readonly deadlineMs?: number | undefined;
  readonly logger: Logger;
}

const DEADLINE_MS = 4000;

/**
 * Ends the connections of a pool that have been in use longer than the deadline and hang in a commit (for example
 * because a synchronous standby is gone), and those that wait for a lock in the meantime. Other long work continues.
 * A commit that hung may have succeeded; its caller learns only that the connection ended.
 */
export function watchCommits(db: Knex, { over, deadlineMs = DEADLINE_MS, logger }: Options): { stop(): void } {
  let looking = false;
  let hangUntil = 0;
  const look = async (): Promise<void> => {
    const before = performance.now() - deadlineMs;
    const lateConnections: readonly HeldConnection[] = heldConnections(db).filter(({ since }) => since < before);
    if (lateConnections.length === 0) return;
    const rows = await queryRows<{ pid: number; committing: boolean }>(
      over
        .raw(HANGING, [
          ...[deadlineMs, 2 * deadlineMs],
          lateConnections.map(({ client }) => processId(client)),
          ...[performance.now() < hangUntil, deadlineMs],
        ])
        .timeout(LOOK_MS),
    );
    if (rows.some(({ committing }) => committing)) hangUntil = performance.now() + 2 * deadlineMs;
    const hanging = new Set(rows.map(({ pid }) => pid));
    const cutOff = cutConnections(
      db,
      lateConnections.filter(({ client }) => hanging.has(processId(client))),
    );
    if (cutOff.length === 0) return;
    logger.error({ connections: cutOff.length }, 'commits hang: their connections are ended');
    const pids = cutOff.map(processId);
    await over.raw('select pg_terminate_backend(pid) from unnest(?::int[]) as pid', [pids]).timeout(LOOK_MS);
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look()
      .catch((err: unknown) => logger.warn({ err }, 'could not check for hanging commits'))
      .finally(() => (looking = false));
  }, deadlineMs / 8).unref();
  return { stop: () => clearInterval(timer) };
}

const LOOK_MS = 3000;

/** The process ID of a connection's backend, which pg's types do not declare. */
const processId = (client: pg.Client): number => (client as unknown as { readonly processID: number }).processID;

/**
 * SQL for hanging commits and lock waiters. A hanging commit waits for a standby that is gone, or for a disk that is
 * full or slow. Waiting for a lock may be a consequence of that or normal, so lock waiters are ended only while
 * commits hang, those of other processes and of the job queue too: a commit with a NOTIFY holds a lock that every other
 * one needs.
 */
const HANGING = `
  with late as materialized (
    select pid, wait_event_type = 'Lock' as blocked,
      wait_event = 'SyncRep' and query_start < clock_timestamp() - ? * interval '1 millisecond'
        or query ~* '^commit' and wait_event_type in ('IO', 'LWLock')
          and query_start < clock_timestamp() - ? * interval '1 millisecond' as committing
    from pg_stat_activity where pid = any(?) and state = 'active')
  select pid, coalesce(committing, false) as committing from late
  where committing or blocked and (? or exists (select from late where committing) or exists (
    select from pg_stat_activity
    where wait_event = 'SyncRep' and query_start < clock_timestamp() - ? * interval '1 millisecond'))`;
