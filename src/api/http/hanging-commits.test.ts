import { EventEmitter, once } from 'node:events';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../domain/kernel/database/database.js';
import { isAway } from '../../domain/kernel/database/errors.js';
import { queueTask } from '../../domain/kernel/queue/queue.js';
import type { Task } from '../../domain/kernel/queue/task.js';
import { startLoneWorker } from '../../domain/operations/jobs/worker.js';
import { limit } from '../../domain/testing/patience.js';
import { silent, useWorld } from '../../domain/testing/world.js';
import { openApi, type Api } from '../testing/api.js';

const DEADLINE_MS = 600;
const world = useWorld();
let db: Knex;
let api: Api;
let token: string;

beforeAll(async () => {
  const name = new URL(world.url).pathname.slice(1);
  await world.db.raw(`alter database ${name} set synchronous_commit = on`); // disabled for the tests of this product
  db = connect(world.url, { max: 12, acquireMs: 5000 });
  api = await openApi({ db, url: world.url }, { writeDeadlineMs: DEADLINE_MS });
  token = await api.token('shop.user');
});
afterAll(async () => {
  await api.server.stop();
  await db.destroy();
});

/** Makes every commit wait for a missing standby until `work` is done. */
async function withoutStandby(work: () => Promise<void>): Promise<void> {
  const set = async (change: string, expectedValue: string): Promise<void> => {
    await world.db.raw(`alter system ${change}`);
    await world.db.raw('select pg_reload_conf()');
    const show = async () =>
      ((await world.db.raw('show synchronous_standby_names')) as { rows: [{ synchronous_standby_names: string }] })
        .rows[0].synchronous_standby_names;
    await expect.poll(show).toBe(expectedValue);
    await world.db.raw('checkpoint'); // the checkpointer, which may be busy, tells commits of the change
  };
  await set(`set synchronous_standby_names = 'nobody'`, 'nobody');
  try {
    await work();
  } finally {
    await set('reset synchronous_standby_names', '');
  }
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly json: unknown;
}

/** As many connections as there are calls, because hanging ones must not delay others. */
async function call(method: string, path: string, body?: object, headers = {}): Promise<Answer> {
  const answer = await fetch(api.base + path, {
    method,
    headers: { 'x-auth-token': token, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: await answer.json() };
}

const addVendor = (name: string): Promise<Answer> => call('POST', '/api/vendor', { name }, { 'idempotency-key': name });
const reads = ['/api/vendor', '/api/auth', '/api/orders?size=50', '/readyz'];
const readAll = () => Promise.all(reads.map(async (path) => (await call('GET', path)).status));
const readStored = async (name: string): Promise<number> =>
  ((await world.db('vendors').whereLike('name', name).count({ n: '*' }).first()) as { n: number }).n;

test('while no commit completes, writes are refused in time and reads succeed', async () => {
  const names = Array.from({ length: 24 }, (_, n) => `Hanging ${n}`);
  await withoutStandby(async () => {
    let over = false;
    const writes = Promise.all(names.map(addVendor)).finally(() => (over = true));
    const seen = [];
    while (!over) seen.push(...(await readAll()));
    expect(seen.length).toBeGreaterThan(2 * reads.length);
    expect(new Set(seen)).toEqual(new Set([200]));
    for (const { status, retryAfter, json } of await writes) {
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(json).toMatchObject({ code: 'write-unconfirmed', msg: expect.stringContaining('may already be saved') });
    }
  });
  const again = await Promise.all(names.map(addVendor));
  expect(again.map(({ status }) => status)).toEqual(names.map(() => 201));
  expect(await readStored('Hanging %')).toBe(24);
  expect((await addVendor('After')).status).toBe(201);
});

test('a request that waits for a record locked by a hanging commit is refused too', async () => {
  const { item } = (await addVendor('Old name')).json as { item: { _id: string } };
  const rename = (name: string) => call('PUT', `/api/vendor/update/${item._id}`, { name });
  await withoutStandby(async () => {
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map(rename));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  });
  expect((await rename('New name')).status).toBe(200);
});

test('a request that waits for the hanging commit of another process, such as the job queue, is refused too', async () => {
  const other = connect(world.url, { max: 1 }); // nobody ends its commits
  await addVendor('Before');
  const countUses = async () => (await world.db('sessions').pluck('id')).length;
  await expect.poll(countUses).toBeGreaterThan(0); // stored, so that no commit of the server hangs itself
  try {
    await withoutStandby(async () => {
      const commit = other.transaction(async (tx) => {
        await tx('companies').update({ name: tx.ref('name') });
        await tx.raw(`select pg_notify('elsewhere', '')`);
      });
      const ended = commit.catch((error: unknown) => error);
      const isHanging = async () =>
        (await world.db('pg_stat_activity').where({ wait_event: 'SyncRep' }).pluck('pid')).length;
      await expect.poll(isHanging).toBe(1);
      expect(await addVendor('Behind another')).toMatchObject({ status: 503 });
      await world.db.raw(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
      await ended;
    });
  } finally {
    await other.destroy();
  }
  expect((await addVendor('Behind another')).status).toBe(201);
});

test('a worker without a server also ends its hanging commits', { timeout: limit(30_000) }, async () => {
  const signs = new EventEmitter();
  const [onStart, standbyGone, onFailure] = ['started', 'standby gone', 'failed'].map((sign) => once(signs, sign));
  const write: Task = async ({ db: writeDb }) => {
    signs.emit('started');
    await standbyGone;
    const touch = writeDb.transaction((tx) => tx('companies').update({ name: tx.ref('name') }));
    await touch.catch((error: unknown) => signs.emit('failed', error));
  };
  const pool = connect(world.url, { max: 4 });
  const parts = { url: world.url, db: pool, logger: silent, config: { MAIL_FROM: 'x@y.test' }, tasks: { write } };
  const worker = await startLoneWorker({ ...parts, writeDeadlineMs: DEADLINE_MS });
  try {
    await queueTask(world.db, 'write', {});
    await onStart;
    await withoutStandby(async () => {
      signs.emit('standby gone');
      const [error] = (await onFailure) as [unknown];
      expect(isAway(error)).toBe(true);
    });
  } finally {
    await worker.stop();
    await pool.destroy();
  }
});

test('long work is not interrupted while its commit does not hang', async () => {
  await db.transaction(async (tx) => {
    await tx.raw('select pg_sleep(?)', [(2 * DEADLINE_MS) / 1000]);
    await tx.raw(`select pg_advisory_xact_lock(42)`);
  });
});
