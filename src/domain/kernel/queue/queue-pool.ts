import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../context.js';

interface QueuePoolOptions {
  readonly url: string;
  readonly max: number;
  readonly logger: Logger;
}

/**
 * Opens the queue's own connections to the database at `url`. A lost connection is logged; its user gets the error from
 * the next query.
 */
export function openQueuePool({ url, max, logger }: QueuePoolOptions): pg.Pool {
  return withLog(new pg.Pool({ connectionString: url, max }), logger);
}

/**
 * The same, but while the database is unavailable, users wait for a connection instead of getting an error, until
 * `stopping`. After errors, the queue pauses longer and longer, up to three minutes, and sleeps on when the database is
 * back.
 */
export function openPatientPool(options: QueuePoolOptions & { readonly stopping: AbortSignal }): pg.Pool {
  return withLog(new PatientPool(options), options.logger);
}

function withLog(pool: pg.Pool, logger: Logger): pg.Pool {
  const report = (err: unknown): void => logger.warn({ err }, 'the job queue lost a database connection');
  pool.on('error', report);
  pool.on('connect', (client) => void client.on('error', report));
  return pool;
}

const CONNECT_MS = 5000;
const RETRY_MS = 1000;

type OnConnect = Parameters<pg.Pool['connect']>[0];

class PatientPool extends pg.Pool {
  private readonly logger: Logger;
  private readonly stopping: AbortSignal;
  private isAway = false;

  constructor({ url, max, logger, stopping }: Parameters<typeof openPatientPool>[0]) {
    super({ connectionString: url, max, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
    this.logger = logger;
    this.stopping = stopping;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnect: OnConnect): void;
  override connect(onConnect?: OnConnect): Promise<pg.PoolClient> | void {
    const client = this.waitForClient();
    if (!onConnect) return client;
    client.then(
      (client) => onConnect(undefined, client, (error) => client.release(error as Error)), // pg types it as any
      (error: Error) => onConnect(error, undefined, () => undefined),
    );
  }

  private async waitForClient(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await super.connect();
        this.isAway = false;
        return client;
      } catch (err) {
        if (this.stopping.aborted || this.ending) throw err;
        if (!this.isAway) this.logger.warn({ err }, 'the job queue waits for the database');
        this.isAway = true;
        await pause(RETRY_MS, undefined, { signal: this.stopping }).catch(() => undefined); // then it tries once more
      }
    }
  }
}
