import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shedworks, start, type RunningServer } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import type { Logger } from '../src/domain/kernel/context.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { releasePostgres, type PostgresHandle } from '../src/domain/kernel/platform/postgres/postgres.js';
import { onStandby, pairStandby } from '../src/domain/kernel/database/standby.js';
import { request, readToken } from './clients.js';
import { startStandby } from './standby.js';

const struck = useStruck();
const warnings: string[] = [];
const logger: Logger = {
  info: () => undefined,
  warn: (details) => void warnings.push((details as { err: Error }).err.message),
  error: () => undefined,
};
let standby: PostgresHandle;
let standbyDb: Knex;
let server: RunningServer;
let office: string;

beforeAll(async () => {
  standby = await startStandby(struck);
  standbyDb = connect(standby.url, { max: 4 });
  const env = {
    ...struck.place.env,
    DATABASE_URL: struck.handle.url,
    DATABASE_READ_URL: standby.url,
    LOG_LEVEL: 'warn',
  };
  server = await start({ ...struck.place, env }, 'serve');
  office = await readToken(server.address, 'office.admin@demo.test');
});
afterAll(async () => {
  await server.stop();
  await standbyDb.destroy();
  await releasePostgres(standby, { force: true });
});

const isStandby = async (db: Knex): Promise<boolean> =>
  ((await db.raw('select pg_is_in_recovery() as value')) as { rows: [{ value: boolean }] }).rows[0].value;
const countOrdersIn = async (db: Knex): Promise<number> =>
  ((await db('orders').count({ n: '*' }).first()) as { n: number }).n;
const addOrder = () =>
  request(server.address, office, 'POST /api/orders', {
    orders: [{ id: `S${warnings.length}${performance.now()}`, serialNumber: `S-${performance.now()}` }],
  });
/** Pairs the primary with its standby again, so that past faults are forgotten. */
const pair = (): void => {
  pairStandby(struck.db, standbyDb);
  warnings.length = 0;
};

/** Every kind of report; `:shop` is a shop. */
const calls = [
  ['POST /api/invoice/report', { range: 'this-year' }],
  ['POST /api/orders/report', { range: 'this-year' }],
  ['POST /api/orders/report/inventory', { range: 'this-year' }],
  ['GET /api/addon/report/all/:shop', undefined],
  ['POST /api/orders/top/report', {}],
  ['POST /api/reports/invoices/file', { format: 'xlsx', filter: { range: 'this-year' } }],
  ['POST /api/reports/invoices/file', { format: 'csv', filter: { range: 'this-year' } }],
] as const;

async function reports(): Promise<readonly (readonly [string, unknown])[]> {
  const { id } = (await struck.db('shops').first('id')) as { id: string };
  return calls.map(([what, body]) => [what.replace(':shop', id), body]);
}

test('a report reads from the standby, and includes everything committed before its request', async () => {
  pair();
  await struck.db.raw('create table marks (n int)');
  for (let n = 0; n < 20; n += 1) {
    await struck.db('marks').insert({ n });
    const lastMark = await onStandby(struck.db, logger, async (db) => {
      const last = (await db('marks').max({ n: 'n' }).first()) as { n: number };
      return { ...last, standby: await isStandby(db) };
    });
    expect(lastMark).toEqual({ n, standby: true });
  }
  await struck.db.raw('drop table marks');
  expect(warnings).toEqual([]);
});

test('reports from the standby are the same, files included', async () => {
  const ownServer = await start(struck.place, 'serve', '--no-worker');
  try {
    for (const [what, body] of await reports()) {
      const [thereAnswer, here] = [
        await request(server.address, office, what, body),
        await request(ownServer.address, office, what, body),
      ];
      expect([what, thereAnswer.status]).toEqual([what, 200]);
      if (!what.endsWith('/file')) expect(thereAnswer.body).toEqual(here.body);
    }
  } finally {
    await ownServer.stop();
  }
  const usedConnections = (await standbyDb('pg_stat_activity')
    .where({ application_name: 'shedworks-reports' })
    .count({ n: '*' })
    .first()) as { n: number };
  expect(usedConnections.n).toBeGreaterThan(0);
});

test('a server refuses to start on a standby, and names the primary', async () => {
  const env = { ...struck.place.env, DATABASE_URL: standby.url };
  const { code, stderr } = await shedworks({ ...struck.place, env }, 'serve', '--no-worker');
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(/^DATABASE_URL points to a standby, .*Use the primary.*$/);
});

test('a standby that lags behind is not read', async () => {
  pair();
  await standbyDb.raw('select pg_wal_replay_pause()');
  const before = await countOrdersIn(standbyDb);
  await addOrder();
  await struck.db.raw('create table later (n int)');
  expect(await onStandby(struck.db, logger, isStandby)).toBe(false);
  expect(warnings).toEqual([expect.stringMatching(/^the standby is \d+ bytes behind$/)]);
  expect(await countOrdersIn(standbyDb)).toBe(before);
  await standbyDb.raw('select pg_wal_replay_resume()');
  await struck.db.raw('drop table later');
  pair();
  expect(await onStandby(struck.db, logger, isStandby)).toBe(true);
});

test('a report is read from the primary if its standby is cut off midway', async () => {
  pair();
  const seenAnswer = await onStandby(struck.db, logger, async (db) => {
    if (await isStandby(db)) await db.raw('select pg_terminate_backend(pg_backend_pid())');
    return isStandby(db);
  });
  expect(seenAnswer).toBe(false);
  expect(warnings).toHaveLength(1);
});

test('every report is read from the primary when the standby is gone', async () => {
  process.kill(standby.pid, 'SIGKILL');
  for (const [what, body] of await reports())
    expect([what, (await request(server.address, office, what, body)).status]).toEqual([what, 200]);
  expect(server.process.exitCode).toBeNull();
});
