import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connect } from '../../kernel/database/database.js';
import { invalid } from '../../kernel/errors.js';
import { inTransaction } from '../../kernel/service.js';
import { createTestDatabase } from '../../testing/database.js';
import { silent, useWorld, type ActorName } from '../../testing/world.js';
import { addJob, jobTask } from '../../kernel/queue/runs.js';
import { getJob, listJobs } from './service.js';
import type { Tasks } from '../../kernel/queue/task.js';
import { startWorker } from './worker.js';
import { limit } from '../../testing/patience.js';

const world = useWorld();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const parts = () => ({ url: world.url, db: world.db, logger: silent, config: { MAIL_FROM: 'x@y' } });

async function workerWith(tasks: Tasks): Promise<void> {
  const worker = await startWorker({ ...parts(), tasks });
  cleanups.push(() => worker.stop());
}

const ask = (name: ActorName, task: string, payload: object = {}) =>
  inTransaction(world.ctx(name), (tx) => addJob(tx, task, payload), false);
const waitUntilSettled = (id: string, status: string) =>
  vi.waitFor(async () => expect((await getJob(world.ctx('office.admin'), { id })).status).toBe(status), {
    timeout: limit(30_000),
    interval: 100,
  });

test('a job runs as its creator, reports its progress and stores its result', async () => {
  const count = jobTask(z.object({ to: z.int() }), async (ctx, { to }) => {
    for (let n = 1; n <= to; n++) ctx.progress.report(n, to, 'counting');
    return Promise.resolve({ by: ctx.actor?.name, via: ctx.via });
  });
  const id = await ask('shop.user', 'count', { to: 3 });
  expect(await getJob(world.ctx('shop.user'), { id })).toMatchObject({ status: 'waiting', startedAt: null });
  await workerWith({ count });
  await waitUntilSettled(id, 'done');
  expect(await getJob(world.ctx('shop.user'), { id })).toMatchObject({
    done: 3,
    total: 3,
    step: 'counting',
    error: null,
    result: { by: 'Sam Miller', via: 'job' },
  });
});

test('a refusal ends a job; an unexpected error is retried', { timeout: limit(30_000) }, async () => {
  let tries = 0;
  const refusedTask = jobTask(z.object({}), () => Promise.reject(invalid('file', 'is empty')));
  const shaky = jobTask(z.object({}), () =>
    (tries += 1) === 1 ? Promise.reject(new Error('secret detail')) : Promise.resolve('well'),
  );
  const ids = [await ask('office.user', 'refused'), await ask('office.user', 'shaky')] as const;
  await workerWith({ refused: refusedTask, shaky });
  await waitUntilSettled(ids[0], 'failed');
  await waitUntilSettled(ids[1], 'done');
  expect(await getJob(world.ctx('office.user'), { id: ids[0] })).toMatchObject({ error: 'file: is empty' });
  expect(await getJob(world.ctx('office.user'), { id: ids[1] })).toMatchObject({ result: 'well', error: null });
  expect(await world.db('error_logs').where({ request_id: ids[1] }).first('message')).toEqual({
    message: 'secret detail',
  });
});

test('a job whose transaction fails never runs', async () => {
  const failure = inTransaction(world.ctx('office.user'), async (tx) => {
    await addJob(tx, 'undone', {});
    throw new Error('undone');
  });
  await expect(failure).rejects.toThrow('undone');
  const { rows } = (await world.db.raw(`select 1 from graphile_worker.jobs where task_identifier = 'undone'`)) as {
    rows: unknown[];
  };
  expect(rows).toEqual([]);
});

test('a worker continues after its connections to the database were cut', { timeout: limit(40_000) }, async () => {
  const count = jobTask(z.object({}), () => Promise.resolve(1));
  await workerWith({ count });
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'shedworks'`;
  expect(((await world.db.raw(cut)) as { rows: unknown[] }).rows.length).toBeGreaterThan(1);
  await waitUntilSettled(await ask('office.user', 'count'), 'done');
});

test('a stopped worker has stored its work and leaves no connection behind', async () => {
  await world.db.raw(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return old; end $$;
    create trigger slow before delete on graphile_worker._private_jobs for each row execute function slow()`);
  cleanups.push(() => world.db.raw('drop function slow cascade'));
  const steps = new EventEmitter();
  const began = once(steps, 'began');
  const brief = async (): Promise<void> => void (await Promise.resolve(steps.emit('began')));
  const worker = await startWorker({ ...parts(), tasks: { brief } });
  await world.db.raw(`select graphile_worker.add_job('brief')`);
  await began;
  await worker.stop();
  const rows = async (sql: string) => ((await world.db.raw(sql)) as { rows: unknown[] }).rows;
  expect(await rows(`select 1 from graphile_worker.jobs where task_identifier = 'brief'`)).toEqual([]);
  const otherConnections = `select 1 from pg_stat_activity where datname = current_database() and application_name <> 'shedworks'`;
  await expect.poll(() => rows(otherConnections)).toEqual([]);
});

test('a job that ends without its database does not break anything else in the process', async () => {
  const unhandledErrors: unknown[] = [];
  const keep = (reason: unknown): void => void unhandledErrors.push(reason);
  process.on('unhandledRejection', keep);
  cleanups.push(() => process.off('unhandledRejection', keep));
  const database = await createTestDatabase();
  const db = connect(database.url, { max: 2 });
  cleanups.push(() => db.destroy());
  const steps = new EventEmitter();
  const waiting = once(steps, 'the job queue waits for the database');
  const logger = { ...silent, warn: (_: object, text: string) => void steps.emit(text) };
  const worker = await startWorker({
    ...parts(),
    url: database.url,
    db,
    logger,
    tasks: { last: () => database.drop() },
  });
  cleanups.push(() => worker.stop());
  await db.raw(`select graphile_worker.add_job('last')`);
  await waiting;
  await worker.stop();
  expect(unhandledErrors).toEqual([]);
});

test('users see their own jobs, a super admin all', async () => {
  const id = await ask('shop.admin', 'nobody-does-this');
  const isVisibleTo = async (name: ActorName) =>
    (await listJobs(world.ctx(name), { size: 500 })).items.some((job) => job._id === id);
  expect(await isVisibleTo('shop.admin')).toBe(true);
  expect(await isVisibleTo('office.admin')).toBe(true);
  for (const name of ['shop.user', 'office.user', 'other.shop', 'builder'] as const) {
    expect(await isVisibleTo(name)).toBe(false);
    await expect(getJob(world.ctx(name), { id })).rejects.toMatchObject({ code: 'not-found' });
  }
});

const workerFile = fileURLToPath(new URL('./worker.ts', import.meta.url));
const databaseFile = fileURLToPath(new URL('../../kernel/database/database.ts', import.meta.url));

/** A worker in a separate process that runs the job `hang` and never ends it. */
async function hangingWorker(): Promise<ChildProcess> {
  const code = `
    import { startWorker } from ${JSON.stringify(workerFile)};
    import { connect } from ${JSON.stringify(databaseFile)};
    const url = ${JSON.stringify(world.url)};
    const logger = { info() {}, warn() {}, error() {} };
    const hang = () => new Promise(() => { console.log('taken'); setInterval(() => {}, 1000); });
    await startWorker({ url, db: connect(url), logger, config: { MAIL_FROM: 'x@y' }, tasks: { hang } });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test(
  'the job of a killed worker runs again; that of a live worker is not touched',
  { timeout: limit(40_000) },
  async () => {
    const id = await ask('office.user', 'hang');
    const child = await hangingWorker();
    const endedJobs: string[] = [];
    const hang = jobTask(z.object({}), () => Promise.resolve(endedJobs.push('again')));
    const early = await startWorker({
      url: world.url,
      db: world.db,
      logger: silent,
      config: { MAIL_FROM: 'x@y' },
      tasks: { hang },
    });
    await early.stop();
    expect(endedJobs).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const locks = async () =>
      (
        (await world.db.raw(
          `select 1 from pg_locks where locktype = 'advisory' and classid = 7246003 and database = (select oid from pg_database where datname = current_database())`,
        )) as {
          rows: unknown[];
        }
      ).rows.length;
    await vi.waitFor(async () => expect(await locks()).toBe(0), { timeout: limit(10_000), interval: 50 });
    await workerWith({ hang });
    await waitUntilSettled(id, 'done');
    expect(endedJobs).toEqual(['again']);
  },
);
