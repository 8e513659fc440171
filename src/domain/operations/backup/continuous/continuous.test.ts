import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limit } from '../../../testing/patience.js';
import { migrateToLatest } from '../../../kernel/database/database.js';
import { newId } from '../../../kernel/ids.js';
import { ensurePostgres, releasePostgres, type PostgresHandle } from '../../../kernel/platform/postgres/postgres.js';
import { processIdentity } from '../../../kernel/platform/postgres/process.js';
import { archivedFile, awaitArchived, claimArchive, listArchived, startArchiving, switchOff } from './archive.js';
import { backUpContinuously, listBases, type ContinuousReport } from './base.js';
import { checkArchive } from './check.js';
import { chooseBase, restoreToMoment, type RecoveryReport } from './recover.js';

const zone = 'America/Chicago';
const cleanups: (() => Promise<unknown>)[] = [];
let place: string;
let folder: string;
let living: PostgresHandle;
let db: pg.Client;
let first: ContinuousReport;

beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'shedworks-continuous-'));
  await chmod(place, 0o755); // PostgreSQL runs under another account when we are root
  cleanups.push(() => rm(place, { recursive: true }));
  folder = path.join(place, 'the archive (100 %)');
  await mkdir(folder);
  living = await open(path.join(place, 'living'));
  db = await connect(living);
  await db.query('alter system set fsync = off'); // the machine does not stop, and each restore has it, too
  await db.query('select pg_reload_conf()');
  await migrateToLatest(living.url);
  await db.query('insert into companies (id, name, time_zone) values ($1, $2, $3)', [newId(), 'Barns', zone]);
  await db.query('create table marks (n int)');
  first = await backUp();
}, limit(120_000));
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function open(home: string): Promise<PostgresHandle> {
  const handle = await ensurePostgres({ home, database: 'shedworks' });
  cleanups.push(() => releasePostgres(handle, { force: true }));
  return handle;
}

async function connect({ url }: PostgresHandle): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  cleanups.push(() => client.end());
  return client;
}

const backUp = (into = folder, keep = 7, now = new Date(), signal?: AbortSignal) =>
  backUpContinuously({ url: living.url, home: living.home, folder: into, keep, now, signal });

/** Adds a mark in its own transaction; returns a moment after it and before the next. */
async function mark(n: number): Promise<Date> {
  await db.query('insert into marks values ($1)', [n]);
  // The millisecond makes up for a Date, which drops the microseconds; what comes next has to wait until it is over.
  const { rows } = await db.query<{ at: Date }>(`select clock_timestamp() + interval '1 ms' as at`);
  await db.query('select pg_sleep(0.005)');
  return rows[0]?.at ?? new Date(NaN);
}

const marksIn = async (client: pg.Client): Promise<number[]> =>
  (await client.query<{ n: number }>('select n from marks order by n')).rows.map(({ n }) => n);

/** Finishes the current WAL file, as PostgreSQL itself does within a minute; returns its name. */
async function archive(): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  const name = rows[0]?.name ?? '';
  await awaitArchived(db, folder, name);
  return name;
}

async function restore(to: Date | null, home: string, signal?: AbortSignal): Promise<RecoveryReport> {
  const base = await chooseBase(folder, () => to);
  return restoreToMoment({ folder, base, to, home, now: new Date(), signal, onNotice: () => undefined });
}

test(
  'a destructive mistake is undone in a new place, to the moment before it, while the live database is unchanged',
  { timeout: limit(120_000) },
  async () => {
    await db.query(
      `insert into outbox_messages (id, kind, payload, status) values ($1, 'email', '{"to": "a@example.com"}', 'waiting')`,
      [newId()],
    );
    const before = await mark(1);
    await db.query('drop table marks cascade');
    await db.query('create table marks (n int)');
    await mark(2);
    await archive();
    const report = await restore(before, path.join(place, 'before'));
    expect(report).toMatchObject({ company: 'Barns', base: first.base, waitingMessages: 1, migrations: 0 });
    expect(new Date(report.lastChange).getTime()).toBeLessThanOrEqual(before.getTime());
    const restoredServer = await open(report.home);
    const client = await connect(restoredServer);
    expect(await marksIn(client)).toEqual([1]);
    expect((await client.query(`select current_setting('archive_command') as command`)).rows).toEqual([
      { command: 'true' },
    ]);
    expect(await marksIn(db)).toEqual([2]);
    expect((await db.query('select status from outbox_messages')).rows).toEqual([{ status: 'waiting' }]);
  },
);

test(
  'without a moment the newest state is restored, and an existing database is kept under another name',
  { timeout: limit(120_000) },
  async () => {
    await mark(3);
    await archive();
    const home = path.join(place, 'newest');
    const old = await ensurePostgres({ home, database: 'shedworks' });
    await expect(restore(null, home)).rejects.toThrow(/is running. Stop Shedworks first/);
    await releasePostgres(old, { force: true });
    await restore(null, home);
    expect(await marksIn(await connect(await open(home)))).toEqual([2, 3]);
    expect((await readdir(home)).filter((name) => name.includes('.before-')).sort()).toEqual([
      expect.stringMatching(/^pg\d+\.before-\d{8}T\d{6}Z$/),
      expect.stringMatching(/^secret\.before-/),
    ]);
  },
);

test(
  'during a restore, no other process can start a database in its home folder',
  { timeout: limit(60_000) },
  async () => {
    const home = path.join(place, 'meanwhile');
    const restoring = restore(null, home);
    await expect.poll(() => readdir(home).catch(() => [])).toContainEqual(expect.stringMatching(/^new-/));
    await expect(ensurePostgres({ home, database: 'shedworks' })).rejects.toThrow(
      `A backup is being restored into ${home}. Try again when it finishes.`,
    );
    await restoring;
    expect(await marksIn(await connect(await open(home)))).toEqual([2, 3]);
  },
);

test(
  'a stopped restore leaves nothing behind; the next one removes what a killed one left, with its server',
  { timeout: limit(120_000) },
  async () => {
    const home = path.join(place, 'stopped');
    const killed = await ensurePostgres({ home: path.join(home, 'new-killed'), database: 'shedworks' });
    cleanups.push(() => releasePostgres(killed, { force: true }).catch(() => undefined)); // its folder is gone by then
    await rename(killed.data, path.join(home, 'new-killed', 'data'));
    const stop = new AbortController();
    const restoring = restore(null, home, stop.signal);
    const expectation = expect(restoring).rejects.toMatchObject({ name: 'AbortError' });
    const pid = await expectRecovery(home);
    stop.abort();
    await expectation;
    expect(await readdir(home)).toEqual([]);
    expect(await Promise.all([killed.pid, pid].map(processIdentity))).toEqual([null, null]);
  },
);

/** Waits until a recovery has begun in a home folder; returns the process ID of its server. */
async function expectRecovery(home: string): Promise<number> {
  const readPid = async (): Promise<number> => {
    const name = (await readdir(home)).find((one) => one.startsWith('new-') && one !== 'new-killed') ?? '';
    return Number.parseInt(await readFile(path.join(home, name, 'data', 'postmaster.pid'), 'utf8').catch(() => ''), 10);
  };
  await expect.poll(readPid).toBeGreaterThan(0);
  return readPid();
}

test('a home folder behind a symbolic link can be restored into', { timeout: limit(60_000) }, async () => {
  await symlink(place, path.join(place, 'link'));
  const home = path.join(place, 'link', 'linked');
  await restore(null, home);
  expect(await marksIn(await connect(await open(home)))).toEqual([2, 3]);
  await expect(restore(null, home)).rejects.toThrow(/is running. Stop Shedworks first/);
});

test(
  'a moment that cannot be restored is refused with the moments that can, and nothing is left behind',
  { timeout: limit(120_000) },
  async () => {
    const home = path.join(place, 'never');
    const nothing = { folder: place, to: '' };
    await expect(chooseBase(place, () => null)).rejects.toMatchObject({ code: 'no-base-backup', details: nothing });
    await expect(restore(new Date('2020-01-01'), home)).rejects.toMatchObject({
      code: 'no-base-backup',
      message: expect.stringMatching(/from before 2019-12-31 18:00:00 \(America\/Chicago\)/) as unknown,
    });
    await mark(4);
    await archive();
    await expect(restore(new Date(Date.now() + 60_000), home)).rejects.toMatchObject({ code: 'archive-too-short' });
    expect(await readdir(home)).toEqual([]);
    const lostFile = await archiveUntil(5);
    await mark(6);
    await archive();
    await rename(archivedFile(folder, lostFile), path.join(place, 'lost'));
    const gap = { code: 'archive-gap', details: { segment: lostFile } };
    await expect(restore(new Date(), home)).rejects.toMatchObject(gap);
    await expect(restore(null, home)).rejects.toMatchObject(gap);
    await expect(checkArchive(folder)).rejects.toMatchObject(gap);
    await rename(path.join(place, 'lost'), archivedFile(folder, lostFile));
    expect(await readdir(home)).toEqual([]);
  },
);

async function archiveUntil(n: number): Promise<string> {
  await mark(n);
  return archive();
}

test('checking an archive reads every file', async () => {
  const archiveState = await checkArchive(folder);
  expect(archiveState).toMatchObject({ bases: 1, since: first.since });
  const [base] = await listBases(folder);
  const file = path.join(base?.folder ?? '', 'data', 'PG_VERSION.gz');
  const content = await readFile(file);
  await writeFile(file, content.subarray(0, -4));
  await expect(checkArchive(folder)).rejects.toMatchObject({ code: 'unreadable-file' });
  await writeFile(file, content);
});

test(
  'a damaged file of changes is refused when the newest state is wanted; a moment before it can be restored',
  { timeout: limit(120_000) },
  async () => {
    const before = await mark(6);
    await archiveUntil(6);
    const damaged = archivedFile(folder, await archiveUntil(6));
    await archiveUntil(6);
    const content = await readFile(damaged);
    const home = path.join(place, 'damaged');
    for (const bytes of [content.length - 100, 0]) {
      await writeFile(damaged, content.subarray(0, bytes));
      await expect(restore(null, home)).rejects.toMatchObject({
        ...{ code: 'unreadable-file', message: expect.stringContaining(damaged) as unknown },
      });
      expect(await readdir(home)).toEqual([]);
    }
    await restore(before, home);
    await writeFile(damaged, content);
  },
);

test(
  'a folder that PostgreSQL cannot write to is reported, and used once it can',
  async () => {
    await chmod(path.join(folder, 'wal'), 0o500);
    await expect(archiveUntil(7)).rejects.toMatchObject({ code: 'archive-failing' });
    await chmod(path.join(folder, 'wal'), 0o700);
    await switchOff(db);
    expect(await backUp(folder, 1)).toMatchObject({ bases: 1 });
    expect((await checkArchive(folder)).bases).toBe(1);
    const [base] = await listBases(folder);
    expect(base?.name).not.toBe(first.base);
    expect((await readdir(path.join(folder, 'wal'))).sort()[0]?.slice(0, 24)).toBe(base?.from);
  },
  limit(60_000),
);

test(
  'archiving starts although the archiver, which learns of the folder later, puts a segment where it did before',
  async () => {
    const elsewhere = path.join(place, 'elsewhere');
    await claimArchive(elsewhere, { home: living.home, system: '' }, { data: living.data, timeline: '00000001' });
    await startArchiving(db, elsewhere);
    const before = await listArchived(elsewhere);
    process.kill(living.pid, 'SIGSTOP'); // it would pass on that there are new settings
    const starting = startArchiving(db, folder);
    try {
      await expect.poll(() => listArchived(elsewhere), { timeout: limit(20_000) }).not.toEqual(before);
    } finally {
      process.kill(living.pid, 'SIGCONT');
    }
    await starting;
    expect(await archiveUntil(8)).toBeOneOf(await listArchived(folder));
  },
  limit(60_000),
);

test('a backup that waits for the archiver can be stopped', { timeout: limit(60_000) }, async () => {
  const archiver = await db.query<{ pid: number }>(`select pid from pg_stat_activity where backend_type = 'archiver'`);
  const pid = archiver.rows[0]?.pid ?? 0;
  const bases = await listBases(folder);
  const stop = new AbortController();
  process.kill(pid, 'SIGSTOP');
  try {
    const expectation = expect(backUp(folder, 7, new Date(), stop.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    const waiting = `select from pg_stat_activity where application_name = 'shedworks backup' and query ~ 'pg_stat_archiver'`;
    await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1);
    stop.abort();
    await expectation;
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(await listBases(folder)).toEqual(bases);
});

test('while the disk with the folder is not mounted, nothing is written into its mount point', async () => {
  const away = path.join(place, 'away');
  await rename(folder, away);
  await expect(backUp()).rejects.toMatchObject({ code: 'archive-away', details: { folder } });
  await mkdir(folder);
  await expect(backUp()).rejects.toMatchObject({ code: 'archive-away' });
  expect(await readdir(folder)).toEqual([]);
  await rename(away, folder);
  expect(await archiveUntil(8)).toBeOneOf(await listArchived(folder));
});

test('another database, or a copy of this one, cannot archive into the same folder', async () => {
  const claim = path.join(folder, 'archive.json');
  const claimText = await readFile(claim, 'utf8');
  await writeFile(claim, claimText.replace(living.home, '/srv/other'));
  await expect(backUp()).rejects.toMatchObject({ code: 'archive-of-another', details: { home: '/srv/other' } });
  await writeFile(claim, claimText);
});

test('the newest copy is kept although the clock was set back before it', { timeout: limit(60_000) }, async () => {
  const { base } = await backUp(folder, 1, new Date('2020-01-01'));
  expect((await listBases(folder)).map(({ name }) => name)).toEqual([base]);
  expect((await checkArchive(folder)).bases).toBe(1);
});

test(
  'a database that was restored in place needs a new folder, because its history there is another one',
  { timeout: limit(120_000) },
  async () => {
    const before = await mark(9);
    await mark(10);
    await backUp();
    await db.end();
    await releasePostgres(living, { force: true });
    const archived = await listArchived(folder);
    await restore(before, living.home);
    living = await open(living.home);
    db = await connect(living);
    expect((await marksIn(db)).at(-1)).toBe(9);
    await expect(backUp()).rejects.toMatchObject({ code: 'archive-of-past', details: { folder } });
    expect(await listArchived(folder)).toEqual(archived);
    folder = path.join(place, 'after the restore');
    expect(await backUp()).toMatchObject({ bases: 1 });
    expect(await backUp()).toMatchObject({ bases: 2 });
  },
);
