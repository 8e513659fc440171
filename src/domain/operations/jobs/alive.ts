import type { Knex } from 'knex';
import pg from 'pg';
import type { Logger } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';

const ALIVE = 7_246_003;
const RETRY_MS = 1000;
const CONNECT_MS = 5000;

/**
 * Shows other processes that this one is alive, with an advisory lock that PostgreSQL releases when the process ends.
 */
export interface AliveMark {
  /** Sets the ID to mark: the pool ID under which the queue locks this process's jobs. */
  readonly mark: (poolId: string) => void;
  /** Settles when the mark is visible to other processes, or cannot be set now. */
  readonly whenVisible: () => Promise<unknown>;
  stop(): Promise<void>;
}

/** Opens the connection that holds the mark; it reconnects automatically and sets the mark again. */
export async function openMark(url: string, logger: Logger): Promise<AliveMark> {
  let name: string | null = null;
  let isStopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let locking: Promise<unknown> = Promise.resolve();
  const lock = (): void => {
    if (!client) return;
    locking = client.query('select pg_advisory_lock($1, hashtext($2))', [ALIVE, name]).catch((err: unknown) => {
      if (!isStopped) logger.warn({ err }, 'the worker could not record that it is alive');
    });
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...{ connectionString: url, keepAlive: true, application_name: 'shedworks-worker' },
      connectionTimeoutMillis: CONNECT_MS,
    });
    next.on('error', () => again(next));
    next.on('end', () => again(next));
    await next.connect();
    if (isStopped) return next.end();
    client = next;
    if (name !== null) lock();
  };
  const attempt = (): void => {
    if (!isStopped) void connect().catch(() => (retry = setTimeout(attempt, RETRY_MS)));
  };
  const again = (connection: pg.Client): void => {
    if (isStopped || connection !== client) return;
    client = null;
    logger.warn({}, 'the worker lost its database connection');
    retry = setTimeout(attempt, RETRY_MS / 4);
  };
  await connect();
  return {
    mark: (poolId) => {
      name = poolId;
      lock();
    },
    whenVisible: () => locking,
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined); // it may already be closed
    },
  };
}

/** Releases the jobs of dead workers so that other workers can run them; returns the number of dead workers. */
export async function releaseDeadWorkers(db: Knex): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await queryRows<{ id: string }>(
      tx.raw(
        `select locked_by as id from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) w
        where pg_try_advisory_xact_lock(?, hashtext(locked_by))`,
        [ALIVE],
      ),
    );
    if (rows.length > 0)
      await tx.raw('select graphile_worker.force_unlock_workers(?::text[])', [rows.map((row) => row.id)]);
    return rows.length;
  });
}
