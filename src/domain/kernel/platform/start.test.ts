import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withMigrations } from '../database/database.js';
import { useTestDatabase } from '../../testing/database.js';
import { startProgram } from '../../testing/program.js';
import { openInstallation } from './installation.js';

const database = useTestDatabase();
const noPooler = spawnSync('pgbouncer', ['--version']).error !== undefined;

/** Opens the installation like `serve`, and closes it again. */
async function open(url: string): Promise<void> {
  const place = await openInstallation({ env: { DATABASE_URL: url }, keep: true });
  await place.close();
}

/** The message of a failed start. */
const refusal = (url: string): Promise<string> =>
  open(url).then(
    () => 'it started',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const withChange = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

async function query<T extends object>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts PgBouncer in front of this file's database; resolves with its address when it answers. */
async function startPooler(settings: string): Promise<string> {
  const { hostname, port: to, username, password, pathname } = new URL(database.url);
  const target = `host=${hostname} port=${to} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const port = await startProgram({
    command: 'pgbouncer',
    config: (port) =>
      `[databases]\npooled = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
      `unix_socket_dir =\nauth_type = any\ndefault_pool_size = 30\n${settings}\n`,
    args: (file) => ['-q', ...account, file],
  });
  return `postgresql://anyone@127.0.0.1:${port}/pooled`;
}

describe.skipIf(noPooler)('behind PgBouncer', () => {
  const SETTINGS = 'ignore_startup_parameters = options,statement_timeout';

  test.each(['transaction', 'statement'])('in %s mode nothing starts, and nothing is left behind', async (mode) => {
    const url = await startPooler(`pool_mode = ${mode}\n${SETTINGS}`);
    expect(await refusal(url)).toMatch(/^StartError: DATABASE_URL points to a connection pooler .* session mode/);
    expect(
      await query(`select from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`),
    ).toEqual([]);
  });

  test('in transaction mode no migration begins', async () => {
    const url = await startPooler(`pool_mode = transaction\n${SETTINGS}`);
    await expect(withMigrations(url, () => Promise.resolve())).rejects.toThrow('session mode');
  });

  test('in session mode it starts', async () => {
    await open(await startPooler(`pool_mode = session\n${SETTINGS}`));
  });

  test('names the startup parameters to allow', async () => {
    expect(await refusal(await startPooler('pool_mode = session'))).toMatch(
      /^StartError: .* session mode .*ignore_startup_parameters = options,statement_timeout/,
    );
  });
});

describe('a failed start gives the reason in a sentence, without the password', () => {
  const secret = 'hunter2';
  test.each<[string, () => string, RegExp]>([
    [
      'nothing answers',
      () => withChange((url) => (url.port = '1')),
      /^StartError: No database is running at 127\.0\.0\.1:1\. /,
    ],
    [
      'nothing answers at a name',
      () => `postgresql://u:${secret}@localhost:1/x`,
      /^StartError: No database is running at localhost:1\. /,
    ],
    [
      'the host is unknown',
      () => `postgresql://u:${secret}@nowhere.invalid/x`,
      /^StartError: The host in nowhere\.invalid:5432 was not found/,
    ],
    [
      'the password is wrong',
      () => withChange((url) => (url.password = secret)),
      /^StartError: The database at \S+ rejected the user name or password/,
    ],
    [
      'the password is missing',
      () => withChange((url) => (url.password = '')),
      /^StartError: The database at \S+ rejected the user name or password/,
    ],
    [
      'the database is missing',
      () => withChange((url) => (url.pathname = '/sheds')),
      /^StartError: There is no database "sheds" at /,
    ],
    [
      'hosts are several',
      () => `postgresql://u:${secret}@one:5432,two:5432/x`,
      /^Error: DATABASE_URL lists several hosts/,
    ],
    ['hosts are several parameters', () => `postgresql:///x?host=one,two`, /^Error: DATABASE_URL lists several hosts/],
    [
      'it is that of another product',
      () => `mysql://u:${secret}@one/x`,
      /^Error: DATABASE_URL must begin with postgresql:/,
    ],
    [
      'its password is not encoded',
      () => `postgresql://u:${secret}#1@one/x`,
      /^Error: DATABASE_URL is not a valid address/,
    ],
  ])('%s', async (_, url, sentence) => {
    const message = await refusal(url());
    expect(message).toMatch(sentence);
    expect(message).not.toContain(secret);
    expect(message).not.toContain('\n');
  });

  test('the database could not write', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await query(`alter database ${name} set default_transaction_read_only = on`);
    onTestFinished(async () => void (await query(`alter database ${name} reset all`)));
    expect(await refusal(database.url)).toMatch(/^StartError: .* is read-only/);
  });
});

test('a process that prevents others from migrating is named', async () => {
  await withMigrations(database.url, async (db) => {
    const { rows } = (await db.raw(
      `select pid from pg_stat_activity where application_name = 'shedworks-migrations' and datname = current_database()`,
    )) as { rows: [{ pid: number }] };
    const other = withMigrations(database.url, () => Promise.resolve(), 50);
    await expect(other).rejects.toMatchObject({
      code: 'migration-running',
      message: expect.stringMatching(
        `PostgreSQL process ${rows[0].pid} \\("shedworks-migrations" from 127\\.0\\.0\\.1\\), since \\d{4}-.* UTC\\.`,
      ),
    });
  });
});
