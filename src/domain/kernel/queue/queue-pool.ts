import pg from 'pg';
import type { Logger } from '../context.js';

/** Connections of the queue's own to the database at `url`. A lost one is reported; its user learns of it from the next query. */
export function openQueuePool(url: string, max: number, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  const report = (err: unknown): void => logger.warn({ err }, 'the job queue lost a database connection');
  pool.on('error', report);
  pool.on('connect', (client) => void client.on('error', report));
  return pool;
}
