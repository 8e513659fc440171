import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Logger } from '../context.js';
import { createTestDatabase, type TestDatabase } from '../../testing/database.js';
import { openPatientPool } from './queue-pool.js';

let database: TestDatabase;
let admin: pg.Client;
let pool: pg.Pool;
let stopping: AbortController;
/** Emits the text of each warning. */
let log: EventEmitter;
const AWAY = 'the job queue waits for the database';

beforeEach(async () => {
  database = await createTestDatabase();
  admin = new pg.Client(`${inject('pgUrl')}/postgres`);
  await admin.connect();
  stopping = new AbortController();
  log = new EventEmitter();
  const logger: Logger = { info: () => undefined, warn: (_, text) => void log.emit(text), error: () => undefined };
  pool = openPatientPool({ url: database.url, max: 2, logger, stopping: stopping.signal });
});
afterEach(async () => {
  stopping.abort();
  await pool.end();
  await admin.end();
  await database.drop();
});

/** Lets PostgreSQL refuse all connections to the database, or accept them again. */
const accept = (isAllowed: boolean) =>
  admin.query(`alter database ${new URL(database.url).pathname.slice(1)} with allow_connections ${String(isAllowed)}`);

test('users wait for a database that refuses connections, and continue when it accepts them', async () => {
  await accept(false);
  const waiting = once(log, AWAY);
  const answers = Promise.all([
    pool.query('select 1 as n').then(({ rows }) => rows as unknown),
    pool.connect().then(async (client) => {
      const { rows } = await client.query('select 1 as n');
      client.release();
      return rows as unknown;
    }),
    new Promise((resolve) =>
      pool.connect((error, client, release) => {
        release();
        resolve(error ?? (client && [{ n: 1 }]));
      }),
    ),
  ]);
  await waiting;
  await accept(true);
  expect(await answers).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
});

test('a user gets the error when the worker stops meanwhile', async () => {
  await accept(false);
  const waiting = once(log, AWAY);
  const answer = pool.query('select 1').catch((error: Error) => error.message);
  const connectionError = new Promise((resolve) => pool.connect((error) => resolve(error?.message)));
  await waiting;
  stopping.abort();
  const refusalText = expect.stringContaining('is not currently accepting connections') as unknown;
  expect([await answer, await connectionError]).toEqual([refusalText, refusalText]);
});
