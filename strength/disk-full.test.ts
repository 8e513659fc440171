import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, shedworks, start, type Place, type CommandResult, type RunningServer } from '../e2e/product.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { ensurePostgres, releasePostgres } from '../src/domain/kernel/platform/postgres/postgres.js';
import { getOrders, request, readToken, type ClientAnswer } from './clients.js';

const MB = 1024 * 1024;
const SIZE_MB = 420;
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A separate small disk in memory for the data of an installation; needs root. */
let place: Place;
let disk: string;
let server: RunningServer;
let office: string;

beforeAll(async () => {
  if (!mayMount) return;
  place = await makePlace();
  disk = path.join(place.home, 'disk');
  await mkdir(disk, { mode: 0o755 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'tmpfs', disk]);
  place = { ...place, env: { ...place.env, SHEDWORKS_HOME: path.join(disk, 'data') } };
  expect(await shedworks(place, 'demo', '--no-serve', '--months', '0')).toMatchObject({ code: 0 });
  server = await start(place, 'serve');
  office = await readToken(server.address, 'office.admin@demo.test');
});
afterAll(async () => {
  if (!mayMount) return;
  await server.stop();
  execFileSync('umount', [disk]);
  await place.remove();
});

const ballast = () => path.join(disk, 'ballast');
/** Fills the disk to the last byte. */
async function fill(): Promise<void> {
  await writeFile(ballast(), Buffer.alloc(MB));
  for (let chunk = 64 * MB; chunk >= 4096;)
    await writeFile(ballast(), Buffer.alloc(chunk), { flag: 'a' }).catch(() => (chunk = Math.floor(chunk / 2)));
}

/** Keeps the disk full while PostgreSQL deletes some of its files. */
async function runWhileFull<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const filling = (async () => {
    while (!isDone) await writeFile(ballast(), Buffer.alloc(4096), { flag: 'a' }).catch(() => pause(5));
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await filling;
  }
}

const upload = (name: string): Promise<ClientAnswer> =>
  request(server.address, office, 'POST /api/orders', { orders: getOrders(name, 400) }, { 'idempotency-key': name });

test.runIf(mayMount)(
  'a full database disk: 503, nothing half-done, and recovery without help when there is space',
  async () => {
    await fill();
    const answers: ClientAnswer[] = [];
    for (let n = 0; n < 25; n += 1) answers.push(await upload(`full${n}`));
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    expect(answers.filter(({ ms }) => ms > 10_000)).toEqual([]);
    expect(server.process.exitCode).toBeNull();
    await fill();
    const [ready, doctor] = await runWhileFull(async (): Promise<[ClientAnswer, CommandResult]> => [
      await request(server.address, office, 'GET /readyz'),
      await shedworks(place, 'doctor'),
    ]);
    expect(ready).toMatchObject({ status: 503, body: { ok: false, database: 'is out of disk space' } });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/error: only 0\.0 GB left on the disk of /);
    await rm(ballast());
    const began = performance.now();
    let last: ClientAnswer;
    do {
      last = await upload('room');
      await pause(200);
    } while (last.status !== 200 && performance.now() - began < 120_000);
    expect(last.status).toBe(200);
    for (const [n, { status }] of answers.entries())
      if (status !== 200) expect((await upload(`full${n}`)).status).toBe(200);
    const handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
    const db = connect(handle.url, { max: 2 });
    const { n } = (await db('orders').whereLike('serial_number', 'full%').count({ n: '*' }).first()) as { n: number };
    expect(n).toBe(25 * 400);
    expect(await brokenInvariants(db)).toEqual([]);
    await db.destroy();
    await releasePostgres(handle);
  },
);

test('when files cannot grow: an export is refused with a clear sentence, and works once they can', async () => {
  const ownPlace = await makePlace();
  expect(await shedworks(ownPlace, 'demo', '--no-serve', '--months', '0')).toMatchObject({ code: 0 });
  const tight = await start(ownPlace, 'serve', '--no-worker');
  try {
    const token = await readToken(tight.address, 'office.admin@demo.test');
    const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(tight.process.pid), `--fsize=${bytes}`]);
    limit('16:unlimited');
    const refusal = await request(tight.address, token, 'GET /api/orders/export?format=csv');
    expect(refusal).toMatchObject({ status: 503, body: { code: 'no-room' } });
    limit('unlimited:unlimited');
    expect((await request(tight.address, token, 'GET /api/orders/export?format=csv')).status).toBe(200);
  } finally {
    const exit = once(tight.process, 'exit');
    tight.process.kill('SIGTERM');
    await exit;
    await ownPlace.remove();
  }
});
