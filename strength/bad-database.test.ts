import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { start, type RunningServer } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { startCrowd, getReaders, request, readToken, createUploader, type ClientAnswer } from './clients.js';
import { startProxy, type Proxy } from './proxy.js';

const LONGEST_MS = 10_000;
const RECOVERED_MS = 5_000;
const POOL = 20;

const struck = useStruck();
let proxy: Proxy;
let server: RunningServer;
let office: string;
let shop: string;

beforeAll(async () => {
  proxy = await startProxy(struck.handle.url);
  server = await start({ ...struck.place, env: { ...struck.place.env, DATABASE_URL: proxy.url } }, 'serve');
  office = await readToken(server.address, 'office.admin@demo.test');
  shop = await readToken(server.address, 'shop.user@demo.test');
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
});
afterEach(async () => {
  expect(server.process.exitCode).toBeNull();
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

/**
 * Runs all clients while the database is bad for `ms` and until it recovers; returns the answers they got meanwhile.
 */
async function runWhileBad(
  name: string,
  begin: () => unknown,
  ms: number,
  end: () => unknown,
): Promise<readonly ClientAnswer[]> {
  const people = startCrowd([
    ...getReaders(server.address, office, shop),
    ...getReaders(server.address, office, shop),
    createUploader(server.address, office, name),
  ]);
  await pause(1000);
  await begin();
  await pause(ms);
  await end();
  const recoveryMs = Math.round(await waitForRecovery());
  expect(recoveryMs).toBeLessThan(RECOVERED_MS);
  const answers = await people.stop();
  expect(answers.length).toBeGreaterThan(30);
  const summary = [
    `${answers.length} answers`,
    `${refusals(answers)} of them 503`,
    `the longest took ${longest(answers)} ms`,
  ];
  process.stdout.write(`${name}: ${summary.join(', ')}; normal again after ${recoveryMs} ms\n`);
  return answers;
}

/** The milliseconds until ten rounds in a row of every call get the usual answers. */
async function waitForRecovery(): Promise<number> {
  const began = performance.now();
  let last = began;
  for (let goodRounds = 0; goodRounds < 10 && performance.now() - began < 2 * RECOVERED_MS;) {
    const round = await Promise.all(getReaders(server.address, office, shop).map((ask) => ask(0)));
    goodRounds = round.every(({ status }) => status === 200) ? goodRounds + 1 : 0;
    if (goodRounds === 0) last = performance.now();
  }
  return last - began;
}

const longest = (answers: readonly ClientAnswer[]): number => Math.round(Math.max(...answers.map(({ ms }) => ms)));

/** Expects every answer in time: the usual one, or one that reports the database unavailable and when to retry. */
function expectInTime(answers: readonly ClientAnswer[]): void {
  const isUsual = (one: ClientAnswer) => one.status === 200 || one.status === 429;
  const away = (one: ClientAnswer) => one.status === 503 && Number(one.retryAfter) > 0;
  expect(answers.filter((one) => !isUsual(one) && !away(one))).toEqual([]);
  expect(answers.filter(({ ms }) => ms > LONGEST_MS)).toEqual([]);
}

const refusals = (answers: readonly ClientAnswer[]): number => answers.filter(({ status }) => status === 503).length;

/** Expects each upload to be stored once, whether it was answered at first or had to be sent again. */
async function expectUploadedOnce(name: string, answers: readonly ClientAnswer[]): Promise<void> {
  const doneCount = answers.filter(({ what, status }) => what === 'POST /api/orders' && status === 200).length;
  const storedCount = await struck.countRows('orders', (order) => void order.whereLike('serial_number', `${name}-%`));
  const imports = await struck.countRows('imports', { kind: 'orders' });
  expect(storedCount % 3).toBe(0);
  expect(storedCount / 3).toBeGreaterThanOrEqual(doneCount);
  expect(storedCount / 3).toBeLessThanOrEqual(doneCount + 1); // the last one may still have been under way
  expect(imports).toBeGreaterThanOrEqual(doneCount);
}

/** Expects as many clients as there are connections to be served together, and no connection to stay open. */
async function expectNoLeak(): Promise<void> {
  const all = await Promise.all(
    Array.from({ length: 3 * POOL }, () => request(server.address, office, 'GET /api/orders?size=50')),
  );
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  const ours = struck
    .db('pg_stat_activity')
    .where({ application_name: 'shedworks' })
    .whereNot('pid', struck.db.raw('pg_backend_pid()'));
  await expect.poll(async () => (await ours.clone().where('state', 'like', 'idle in%')).length).toBe(0);
  expect((await ours.clone().where('query', 'not like', '%pg_stat_activity%')).length).toBeLessThanOrEqual(POOL + 3);
}

test('a database that is frozen for 10 seconds', async () => {
  const answers = await runWhileBad('frozen', proxy.freeze, 10_000, proxy.thaw);
  expectInTime(answers);
  expect(refusals(answers)).toBeGreaterThan(0);
  await expectUploadedOnce('frozen', answers);
  await expectNoLeak();
});

test('a database that resets every connection, five times', async () => {
  const answers = await runWhileBad(
    'reset',
    async () => {
      for (let n = 0; n < 5; n += 1) {
        proxy.reset();
        await pause(300);
      }
    },
    0,
    () => undefined,
  );
  expectInTime(answers);
  await expectUploadedOnce('reset', answers);
  await expectNoLeak();
});

test('a database that refuses connections for 10 seconds', async () => {
  const answers = await runWhileBad('refused', proxy.refuse, 10_000, proxy.accept);
  expectInTime(answers);
  expect(refusals(answers)).toBeGreaterThan(0);
  await expectUploadedOnce('refused', answers);
  await expectNoLeak();
});

test('a database that answers 300 ms late for 10 seconds', async () => {
  const answers = await runWhileBad(
    'slow',
    () => proxy.delay(150),
    10_000,
    () => proxy.delay(0),
  );
  expectInTime(answers);
  expect(refusals(answers)).toBe(0);
  await expectUploadedOnce('slow', answers);
  await expectNoLeak();
});

test('the product restarts a PostgreSQL that is killed', async () => {
  const ownServer = await start(struck.place, 'serve');
  const address = ownServer.address;
  process.kill(struck.handle.pid, 'SIGKILL');
  const answers: ClientAnswer[] = [];
  const began = performance.now();
  do {
    answers.push(await request(address, office, 'GET /api/orders?size=50'));
    await pause(100);
  } while (answers.at(-1)?.status !== 200 && performance.now() - began < 60_000);
  expectInTime(answers);
  expect(answers.at(-1)?.status).toBe(200);
  await struck.db.destroy();
  await struck.attach();
  await ownServer.stop();
});
