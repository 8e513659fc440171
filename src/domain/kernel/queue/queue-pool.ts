import pg from 'pg';
import type { Logger } from '../context.js';

/**
 * Opens the queue's own connections to the database at `url`. A lost connection is logged; its user gets the error from
 * the next query.
 */
export function openQueuePool(url: string, max: number, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  const report = (err: unknown): void => logger.warn({ err }, 'the job queue lost a database connection');
  pool.on('error', report);
  pool.on('connect', (client) => void client.on('error', report));
  return pool;
}
