import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/domain/database.js';
import { brokenInvariants } from '../src/domain/health/invariants.js';
import { ensurePostgres, releasePostgres, type PostgresHandle } from '../src/domain/platform/postgres.js';
import { makePlace, root, shedworks, type Place } from './product.js';

let place: Place;
let handle: PostgresHandle;
let db: Knex;
const bin = path.join(root, 'bin', 'shedworks.js');

beforeAll(async () => {
  place = await makePlace();
  await shedworks(place, 'demo', '--no-serve');
  handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
  db = connect(handle.url, { max: 3 });
});
afterAll(async () => {
  await db.destroy();
  await releasePostgres(handle, { force: true });
  await place.remove();
});

/** Starts a command and kills it with -9 after `ms`; answers whether it was still running. */
async function killedAfter(ms: number, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...args], { env: place.env, cwd: root, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await Promise.race([ended, pause(ms)]);
  const wasRunning = child.exitCode === null;
  child.kill('SIGKILL');
  await ended;
  return wasRunning;
}

async function feedOf(n: number, prefix: string): Promise<string> {
  const rows = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
  const file = path.join(place.home, `${prefix}.json`);
  await writeFile(file, JSON.stringify(Array.from({ length: n }, (_, i) => ({ ...rows[i % rows.length], id: `${prefix}${i}`, serialNumber: `${prefix}-${i}` }))));
  return file;
}
const countOf = async (prefix: string): Promise<number> => ((await db('orders').where('serial_number', 'like', `${prefix}-%`).count({ n: '*' }).first()) as { n: number }).n;

test('an import killed at any moment leaves all of it or nothing, and runs again to the end', async () => {
  let killed = 0;
  for (const [round, ms] of [300, 700, 1000, 1300, 1600, 2000, 2500].entries()) {
    const file = await feedOf(1500, `K${round}`);
    if (await killedAfter(ms, 'orders', 'import', file)) killed += 1;
    expect([0, 1500]).toContain(await countOf(`K${round}`));
    expect(await brokenInvariants(db)).toEqual([]);
    await shedworks(place, 'orders', 'import', file);
    expect(await countOf(`K${round}`)).toBe(1500);
  }
  expect(killed).toBeGreaterThan(0);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('a push killed at any moment moves all or none', async () => {
  const pushable = () => db('orders').where({ status: 'New', open_alerts: 0 }).whereNotNull('shop_id').count({ n: '*' }).first() as Promise<{ n: number }>;
  const before = (await pushable()).n;
  for (const ms of [400, 800, 1200]) {
    await killedAfter(ms, 'orders', 'push');
    expect([0, before]).toContain((await pushable()).n);
    expect(await brokenInvariants(db)).toEqual([]);
  }
});

test('payments survive a killed PostgreSQL: everything told as done is there, nothing is half-done', async () => {
  const [shop] = (await db('invoices').where({ status: 'Approved' }).limit(1).select('shop_id')) as { shop_id: string }[];
  const paying = shop ? shedworks(place, 'payments', 'create', '--shop', shop.shop_id, '--json') : Promise.resolve({ code: 0, stdout: '', stderr: '' });
  await pause(900); // somewhere in the middle of the command; any moment must do
  await new Promise((resolve) => execFile('kill', ['-9', String(handle.pid)], resolve));
  const told = await paying;
  await db.destroy();
  handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
  db = connect(handle.url, { max: 3 });
  expect(await brokenInvariants(db)).toEqual([]);
  if (told.code === 0 && told.stdout) {
    const { _id } = JSON.parse(told.stdout) as { _id: string };
    expect(await db('payments').where({ id: _id }).first('id')).toBeDefined();
  }
});
