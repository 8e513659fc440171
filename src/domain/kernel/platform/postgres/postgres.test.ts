import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { ensurePostgres, releasePostgres, type PostgresHandle } from './postgres.js';
import { limit } from '../../../testing/patience.js';

const starter = fileURLToPath(new URL('../../../testing/postgres-starter.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function temporaryHome(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-postgres-'));
  await chmod(folder, 0o755);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'home');
}

async function ensure(home: string, { fast } = { fast: true }): Promise<PostgresHandle> {
  const handle = await ensurePostgres({ home, database: 'shedworks', fast });
  cleanups.push(() => releasePostgres(handle, { force: true }));
  return handle;
}

interface Starter {
  readonly child: ChildProcessWithoutNullStreams;
  readonly report: Promise<{ pid: number; started: boolean }>;
  readonly complaint: Promise<string>;
}

function startProcess(home: string, ...args: string[]): Starter {
  const child = spawn(process.execPath, ['--import', 'tsx', starter, home, ...args]);
  cleanups.push(async () => child.kill('SIGKILL'));
  const collect = async (stream: AsyncIterable<Buffer>) => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  };
  const report = once(child.stdout, 'data').then(
    ([line]) => JSON.parse(String(line)) as { pid: number; started: boolean },
  );
  return { child, report, complaint: collect(child.stderr) };
}

async function leave({ child }: Starter, how: 'end' | 'kill'): Promise<void> {
  const exit = once(child, 'exit');
  if (how === 'end') child.stdin.end();
  else child.kill('SIGKILL');
  await exit;
}

async function ask<Row extends pg.QueryResultRow>({ url }: PostgresHandle, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const killServer = async ({ pid }: PostgresHandle) => {
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false));
};

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/\) Z/.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
}

test('is shared by processes, and the last one to leave stops it', async () => {
  const home = await temporaryHome();
  const ours = await ensure(home);
  const other = startProcess(home);
  expect(await other.report).toEqual({ pid: ours.pid, started: false });
  expect(await releasePostgres(ours)).toBe('kept');
  await leave(other, 'kill');
  const again = await ensure(home);
  expect(again).toMatchObject({ pid: ours.pid, started: false, url: ours.url });
  await vi.waitFor(async () =>
    expect(await ask(again, `select 1 from pg_stat_activity where backend_type = 'client backend'`)).toHaveLength(2),
  );
  expect(await releasePostgres(again)).toBe('stopped');
  expect(await releasePostgres(again)).toBe('gone');
  expect(await isRunning(ours.pid)).toBe(false);
});

test('six simultaneous first starters make one cluster', async () => {
  const home = await temporaryHome();
  const starters = Array.from({ length: 6 }, () => startProcess(home));
  const reports = await Promise.all(starters.map(({ report }) => report));
  expect(new Set(reports.map(({ pid }) => pid)).size).toBe(1);
  expect(reports.filter(({ started }) => started)).toHaveLength(1);
  await Promise.all(starters.map((each) => leave(each, 'end')));
  expect(await releasePostgres(await ensure(home))).toBe('stopped');
});

test('keeps committed data when the server is killed, at the same address', async () => {
  const home = await temporaryHome();
  const before = await ensure(home, { fast: false });
  await ask(before, 'create table kept (id int); insert into kept values (1), (2)');
  await killServer(before);
  const after = await ensure(home, { fast: false });
  expect(after.started).toBe(true);
  expect(after.url).toBe(before.url);
  expect(await ask(after, 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }]);
});

test('starts although the pid of a killed server now belongs to another process', async () => {
  const home = await temporaryHome();
  const before = await ensure(home);
  await killServer(before);
  const file = path.join(before.data, 'postmaster.pid');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [process.pid, ...rest].join('\n'));
  expect(await ensure(home)).toMatchObject({ started: true, data: before.data });
});

test('starts over after a first start that was killed halfway', async () => {
  const home = await temporaryHome();
  const first = startProcess(home);
  await vi.waitFor(async () => expect((await readdir(home)).some((name) => name.startsWith('new-'))).toBe(true), {
    timeout: limit(15_000),
    interval: 5,
  });
  await leave(first, 'kill');
  const handle = await ensure(home);
  expect(await ask(handle, 'select current_database() as name')).toEqual([{ name: 'shedworks' }]);
});

test('listens on loopback only, requires the password, and sorts the same on every machine', async () => {
  const handle = await ensure(await temporaryHome());
  expect((await stat(path.join(handle.home, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await ask(handle, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  const wrongHandle = { ...handle, url: handle.url.replace(/:[^:@]+@/, ':guess@') };
  await expect(ask(wrongHandle, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  const rows = await ask<{ word: string }>(
    handle,
    `select word from unnest('{b,B,a,é,Z}'::text[]) as word order by word`,
  );
  expect(rows.map(({ word }) => word)).toEqual(['B', 'Z', 'a', 'b', 'é']);
});

test('works in a folder that only its owner may enter', async () => {
  const home = await temporaryHome();
  await chmod(path.dirname(home), 0o700);
  const notices: string[] = [];
  const handle = await ensurePostgres({
    home,
    database: 'shedworks',
    fast: true,
    onNotice: (text) => notices.push(text),
  });
  cleanups.push(async () => {
    await releasePostgres(handle, { force: true });
    await rm(handle.home, { recursive: true, force: true });
  });
  expect(await ask(handle, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(handle.home === home).toBe(!isRoot);
  expect(notices).toEqual(isRoot ? [expect.stringContaining(handle.home)] : []);
});

test('reports to another account that the data belongs to someone else, instead of starting over', async () => {
  const home = await temporaryHome();
  const handle = await ensure(home);
  if (!isRoot) await chmod(path.join(home, 'secret'), 0);
  const other = startProcess(home, ...(isRoot ? ['65534'] : []));
  expect(await other.complaint).toMatch(/belongs to the account ".+"\. Run this as that account/);
  expect(await isRunning(handle.pid)).toBe(true);
});

test('refuses data of another major version, and leaves it unchanged', async () => {
  const home = await temporaryHome();
  await mkdir(path.join(home, 'pg12'), { recursive: true });
  await writeFile(path.join(home, 'pg12', 'PG_VERSION'), '12\n');
  if (isRoot) await chmod(home, 0o755);
  await expect(ensure(home)).rejects.toThrow(/written by PostgreSQL 12, but this machine has PostgreSQL \d+/);
  expect(existsSync(path.join(home, 'pg12', 'PG_VERSION'))).toBe(true);
});
