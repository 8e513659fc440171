// Runs the commands of examples/pgbackrest.conf on a PostgreSQL of Debian, as root: apt install pgbackrest postgresql-15
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDemoPlace } from '../e2e/demo-place.js';
import { root, shedworks, type Place } from '../e2e/product.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { readPostgresAccount, requirePrograms } from './machine.js';

const BIN = '/usr/lib/postgresql/15/bin';
const PORT = 5497;
const RESTORED_PORT = 5499; // as in the example
const toUrl = (port: number): string => `postgresql://postgres@127.0.0.1:${port}/postgres`;

let folder: string;
let data: string;
let example: string;
let place: Place;

beforeAll(async () => {
  requirePrograms({ '/usr/bin/pgbackrest': 'pgbackrest', [`${BIN}/postgres`]: 'postgresql-15' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-pgbackrest-'));
  await chmod(folder, 0o755);
  for (const name of ['repository', 'log', 'lock', 'main', 'restored']) await makeOwnFolder(name);
  data = path.join(folder, 'main');
  example = (await readFile(path.join(root, 'examples', 'pgbackrest.conf'), 'utf8'))
    .replaceAll('/var/lib/postgresql/15/main', data)
    .replaceAll('/var/lib/pgbackrest', path.join(folder, 'repository'))
    .replaceAll('/srv/restored', path.join(folder, 'restored'));
  await writeFile(path.join(folder, 'pgbackrest.conf'), example);
  await runAsPostgres(`${BIN}/initdb --auth=trust --pgdata=${data}`);
  const settings = [...example.matchAll(/^# {6}(archive_\w+ = .*)$/gm)].map(([, line]) => line);
  expect(settings).toHaveLength(3);
  await writeFile(path.join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await runAsPostgres(`${BIN}/pg_ctl -D ${data} -o "-p ${PORT} -k ${folder}/main" -l ${folder}/log/main -w start`);
  place = await makeDemoPlace();
  const file = path.join(place.home, 'demo.tar.gz');
  expect(await shedworks(place, 'backup', '--out', file)).toMatchObject({ code: 0 });
  place = { ...place, env: { ...place.env, DATABASE_URL: toUrl(PORT) } };
  expect(await shedworks(place, 'restore', file, '--yes')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const name of ['main', 'restored'])
    await runAsPostgres(`${BIN}/pg_ctl -D ${folder}/${name} -m immediate stop`).catch(() => undefined); // it may not have started
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

async function makeOwnFolder(name: string): Promise<void> {
  const { uid, gid } = readPostgresAccount();
  await mkdir(path.join(folder, name), { mode: 0o700 });
  await chown(path.join(folder, name), uid, gid);
}

/** Runs a line in a shell of the account postgres, with the paths of this test. */
const runAsPostgres = (line: string) =>
  promisify(execFile)('/bin/sh', ['-c', line], {
    ...readPostgresAccount(),
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PGBACKREST_CONFIG: path.join(folder, 'pgbackrest.conf'),
      PGBACKREST_LOCK_PATH: path.join(folder, 'lock'),
      PGBACKREST_LOG_PATH: path.join(folder, 'log'),
      PGBACKREST_PG1_PORT: String(PORT),
      PGBACKREST_PG1_SOCKET_PATH: path.join(folder, 'main'),
    },
  });

/** The commands of a numbered paragraph of the example, without the times of cron. */
function readCommands(paragraph: number): string[] {
  const [, text = ''] = new RegExp(`^# ${paragraph}\\.(.*\\n(?:# {3}.*\\n)*)`, 'm').exec(example) ?? [];
  const lines = text.replaceAll('\\\n#', '').split('\n');
  return lines.flatMap((line) => /^# {6}(?:\d+ \d+ \S+ \S+ \S+ +)?(\S*pg\w+ .*)$/.exec(line)?.[1] ?? []);
}

async function ask<Row>(port: number, sql: string): Promise<Row> {
  const db = connect(toUrl(port), { max: 1 });
  try {
    return ((await db.raw(sql)) as { rows: [Row] }).rows[0];
  } finally {
    await db.destroy();
  }
}

const COUNT = 'select count(*)::int as lines from order_lines';

test('order lines deleted by mistake are restored as of the moment before, by the commands of the example', async () => {
  const [setup, crontab, restoring] = [readCommands(3), readCommands(4), readCommands(5)];
  expect([setup.length, crontab.length, restoring.length]).toEqual([1, 3, 2]);
  for (const line of [...setup, ...crontab]) await runAsPostgres(line);
  await ask(PORT, `update companies set name = 'Renamed after the backups'`);
  const { lines } = await ask<{ lines: number }>(PORT, COUNT);
  expect(lines).toBeGreaterThan(10);
  const { moment } = await ask<{ moment: string }>(
    PORT,
    `select clock_timestamp()::text as moment from pg_sleep(0.01)`,
  );
  await ask(PORT, 'select pg_sleep(0.01)');
  await ask(PORT, 'truncate order_lines cascade');
  await ask(PORT, 'select pg_switch_wal()');
  for (const line of crontab.slice(-1)) await runAsPostgres(line);
  for (const line of restoring)
    await runAsPostgres(
      `${line.replace('2026-11-20 14:05:00-06', moment)}`.replace(/start$/, `-l ${folder}/log/restored -w start`),
    );
  expect(await ask(RESTORED_PORT, COUNT)).toEqual({ lines });
  expect(await ask(RESTORED_PORT, 'select name from companies')).toEqual({ name: 'Renamed after the backups' });
});
