import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { start, startCommand, type RunningServer } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { limit } from '../src/domain/testing/patience.js';
import { stopProcess } from './clients.js';

/** Long enough for a pause that grows with each failure to reach a minute. */
const OUTAGE_MS = 60_000;
/** A worker that waits for the database needs about a second; one whose pauses grow needs a minute. */
const RECOVERED_MS = 20_000;

const struck = useStruck();
let server: RunningServer;
let worker: ReturnType<typeof startCommand>;

beforeEach(async () => {
  const place = { ...struck.place, env: { ...struck.place.env, DATABASE_URL: struck.handle.url } };
  server = await start(place, 'serve', '--no-worker');
  worker = startCommand(place, 'worker');
  await sweep();
});
afterEach(async () => {
  await stopProcess(worker);
  expect(await server.stop()).toBe(0);
});

/** Queues a job and waits until the worker has run it; returns the milliseconds. */
async function sweep(): Promise<number> {
  const began = performance.now();
  await struck.db('sweeps').delete();
  await struck.db.raw(`select graphile_worker.add_job('sweep')`);
  await expect.poll(() => struck.countRows('sweeps'), { timeout: limit(180_000), interval: 100 }).toBe(1);
  return performance.now() - began;
}

const isListening = async (): Promise<boolean> =>
  (await (await fetch(`${server.address}/metrics`)).text()).includes('shedworks_listener_connected 1');

async function expectRecovered(): Promise<void> {
  expect(await sweep()).toBeLessThan(RECOVERED_MS);
  await expect.poll(isListening, { timeout: RECOVERED_MS }).toBe(true);
  expect([worker.exitCode, server.process.exitCode]).toEqual([null, null]);
}

/** Starts PostgreSQL again when it has ended. */
async function restart(): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(struck.handle.pid, 0);
    } catch {
      return false;
    }
  };
  await struck.db.destroy();
  await expect.poll(isThere, { timeout: RECOVERED_MS }).toBe(false);
  await struck.attach();
}

test('jobs and events continue within seconds after PostgreSQL has refused connections for a minute', async () => {
  const last = await struck.db.transaction();
  process.kill(struck.handle.pid, 'SIGTERM'); // it refuses connections, and stops when the last one has ended
  await last.raw(`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`);
  await pause(OUTAGE_MS);
  await last.rollback();
  await restart();
  await expectRecovered();
});

test('jobs and events continue within seconds after PostgreSQL was frozen for a minute, and killed', async () => {
  const { rows } = (await struck.db.raw('select pid from pg_stat_activity')) as { rows: { pid: number }[] };
  const frozen = [struck.handle.pid, ...rows.map(({ pid }) => pid)];
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  await pause(OUTAGE_MS);
  for (const pid of frozen) process.kill(pid, 'SIGKILL');
  await restart();
  await expectRecovered();
});
