import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';
import { holdLock } from '../src/cli/starting/lock.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { startSmtpSink, type SmtpSink } from '../src/domain/testing/smtp-sink.js';
import { makeDemoPlace } from './demo-place.js';
import { makePlace, root, shedworks, type Place, type CommandResult } from './product.js';

const run = promisify(execFile);

let place: Place;
let handle: PostgresHandle;
let mail: SmtpSink;
/** The variables that the crontab sets, with test values for those that the reader must change. */
let variables: Record<string, string>;
let lines: string[];
const getFilePath = (name: string): string => path.join(place.home, 'files', name);

beforeAll(async () => {
  place = await makeDemoPlace();
  mail = await startSmtpSink();
  for (const folder of ['feeds', 'reports', 'bin']) await mkdir(getFilePath(folder), { recursive: true });
  await copyFile(path.join(root, 'fixtures', 'feed-30.json'), getFilePath('feeds/orders.json'));
  await symlink(path.join(root, 'bin', 'shedworks.js'), getFilePath('bin/shedworks'));
  await symlink(process.execPath, getFilePath('bin/node'));
  const home = place.env['SHEDWORKS_HOME'] ?? '';
  await writeFile(
    getFilePath('shedworks.env'),
    `SHEDWORKS_HOME=${home}\nSMTP_URL=${mail.url}?requireTLS=false\nMAIL_FROM=office@example.com\nPUBLIC_URL=https://office.example.com\n`,
  );
  await chmod(getFilePath('shedworks.env'), 0o600);
  handle = await ensurePostgres({ home, database: 'shedworks' });
  const text = await readFile(path.join(root, 'examples', 'crontab'), 'utf8');
  lines = text.split('\n').flatMap((line) => /^(?:# )?(?:\S+ ){5}(shedworks .*)$/.exec(line)?.[1] ?? []);
  const settings = text.split('\n').flatMap((line) => [...line.matchAll(/^([A-Z_]+)=(.*)$/g)]);
  const ownEnv = Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
  variables = {
    ...{ ...ownEnv, PATH: `${getFilePath('bin')}:${ownEnv['PATH'] ?? ''}` },
    ...{ SHEDWORKS_ENV_FILE: getFilePath('shedworks.env'), FILES: getFilePath('') },
  };
});
afterAll(async () => {
  await releasePostgres(handle);
  await mail.stop();
  await place.remove();
});

/** Runs a line as cron does: in its shell, with only its few variables. */
async function runUnderCron(line: string): Promise<CommandResult> {
  const env = { HOME: place.home, LOGNAME: 'shedworks', ...variables };
  try {
    return { code: 0, ...(await run(variables['SHELL'] ?? '', ['-c', line], { env, cwd: place.home })) };
  } catch (error) {
    const { code, stdout, stderr } = error as CommandResult & { code: number };
    return { code, stdout, stderr };
  }
}

test('every line of the crontab does its work, and prints nothing on success', async () => {
  expect(lines.length).toBeGreaterThan(7);
  for (const line of lines)
    expect({ line, ...(await runUnderCron(line)) }).toEqual({ line, code: 0, stdout: '', stderr: '' });
  expect(mail.recipients).toEqual(expect.arrayContaining(['<office@example.com>']));
  const backup = /^shedworks-\d{8}T\d{6}Z\.tar\.gz$/;
  expect(await readdir(getFilePath('backups'))).toEqual([expect.stringMatching(backup)]);
  const db = connect(handle.url, { max: 1 });
  expect(await db('command_runs').whereLike('line', 'backup --verify%').pluck('state')).toEqual(['done', 'done']);
  expect(await db('backups').whereNull('verified_at').pluck('file')).toEqual([]);
  await db.destroy();
  const status = JSON.parse((await runUnderCron('shedworks status --json')).stdout) as Record<string, unknown>;
  expect(status).toMatchObject({
    envFile: getFilePath('shedworks.env'),
    company: expect.any(String) as unknown,
    database: { embedded: true },
    migrations: { pending: [] },
    mail: { server: new URL(mail.url).host, waiting: 0 },
    lastBackup: { file: expect.stringContaining(getFilePath('archive')) as unknown },
  });
});

test('under cron, the status shows the state of every part of the installation', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const result = await runUnderCron('shedworks status');
  expect(result).toMatchObject({ code: 0, stderr: '' });
  const rows = result.stdout.split('\n').flatMap((line) => {
    const [, what = '', value = ''] = line.split('│').map((cell) => cell.trim());
    return what === '' || what === 'what' ? [] : [[what, value] as const];
  });
  const like = (pattern: string) => expect.stringMatching(new RegExp(`^${pattern}$`)) as unknown;
  const size = String.raw`[\d.]+ [kMGT]B`;
  const home = place.env['SHEDWORKS_HOME'] ?? '';
  expect(Object.fromEntries(rows)).toEqual({
    Database: like(String.raw`"shedworks" at \S+ \(embedded\), PostgreSQL [\d.]+, ${size}`),
    Company: like(String.raw`\S.*`),
    Version: version,
    Migrations: like(String.raw`up to date \(\d+\)`),
    Worker: 'none is running',
    Mail: `${new URL(mail.url).host}; 0 waiting, 0 not sent, 0 failed`,
    Disk: like(`${size} of ${size} free at ${home}`),
    'Last backup': like(String.raw`[\d-]+ [\d:]+ UTC, ${getFilePath('')}\S+, ${size}`),
    'Home folder': home,
    'Environment file': getFilePath('shedworks.env'),
  });
});

test('a failed nightly run prints what happened', async () => {
  const result = await runUnderCron('shedworks orders import "$FILES/feeds/gone.json" --quiet');
  expect(result).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('gone.json: file not found') as unknown,
  });
});

test('without the environment file, commands refuse the empty database instead of doing nothing', async () => {
  const other = await makePlace();
  try {
    for (const args of [
      ['backup'],
      ['doctor'],
      ['orders', 'push'],
      ['reports', 'run', 'invoices'],
      ['payments', 'recalculate', '--all'],
    ]) {
      const result = await shedworks(other, ...args, '--quiet');
      expect({ args, ...result }).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toContain('There is no company in the database "shedworks"');
    }
    const status = await shedworks(other, 'status');
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining('not set up') as unknown });
  } finally {
    await other.remove();
  }
});

test('with --json, an unreachable database and a wrong variable are reported as JSON, with empty standard output', async () => {
  const away = { ...place, env: { ...place.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' } };
  const result = await shedworks(away, 'orders', 'list', '--json');
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(result.stderr)).toMatchObject({
    error: { code: 'failed', msg: expect.stringContaining('No database is running at 127.0.0.1:1') as unknown },
  });
  const failure = await shedworks({ ...place, env: { ...place.env, PORT: 'http' } }, 'orders', 'list', '--json');
  expect(failure).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(failure.stderr)).toEqual({
    error: { code: 'usage', msg: 'PORT must be a port, from 0 to 65535', errors: [] },
  });
  const status = await shedworks(away, 'status', '--json');
  expect(status.code).toBe(1);
  expect(JSON.parse(status.stdout)).toMatchObject({
    database: { problem: expect.stringContaining('127.0.0.1:1') as unknown },
  });
});

test('with --json, usage errors are JSON too, and name the option that was typed', async () => {
  for (const [args, msg] of [
    [['orders', 'list', '--nope'], "unknown option '--nope'"],
    [['payments', 'create'], "required option '--shop <shop>' not specified"],
    [['nothing'], "unknown command 'nothing'"],
    [['orders'], 'enter a command; --help lists them'],
  ] as const) {
    const result = await shedworks(place, ...args, '--json');
    expect({ args, ...result }).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(result.stderr)).toEqual({ error: { code: 'usage', msg, errors: [] } });
  }
  const noFile = { ...place, env: { ...place.env, SHEDWORKS_ENV_FILE: '/no/such/file' } };
  const unread = await shedworks(noFile, 'orders', 'list', '--json');
  expect(unread).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(unread.stderr)).toMatchObject({
    error: { code: 'usage', msg: '/no/such/file: file not found (environment file)' },
  });
  const size = await shedworks(place, 'orders', 'list', '--size', 'many');
  expect(size).toMatchObject({ code: 2, stdout: '' });
  expect(size.stderr).toContain("option '--size <n>' argument 'many' is invalid. Enter a number.");
  const level = await shedworks({ ...place, env: { ...place.env, LOG_LEVEL: 'loud' } }, 'orders', 'list');
  expect(level).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^LOG_LEVEL must be one of /) as unknown,
  });
});

test('a command exits with code 4 while another run holds the lock', async () => {
  const db = connect(handle.url, { max: 2 });
  try {
    await holdLock(db, 'job rematch-orders', async () => {
      const result = await shedworks(place, 'jobs', 'run', 'rematch-orders', '--json');
      expect(result).toMatchObject({ code: 4, stdout: '' });
      expect(JSON.parse(result.stderr)).toMatchObject({ error: { code: 'locked' } });
    });
    expect(await shedworks(place, 'jobs', 'run', 'rematch-orders')).toMatchObject({ code: 0 });
  } finally {
    await db.destroy();
  }
});

test('without a terminal, a command without its subcommand shows its help and exits with code 2', async () => {
  for (const args of [[], ['orders']]) {
    const result = await shedworks(place, ...args);
    expect({ args, ...result }).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('Usage: shedworks');
  }
  expect(await shedworks(place, 'orders', '--help')).toMatchObject({ code: 0, stderr: '' });
});
