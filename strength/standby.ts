import { execFile } from 'node:child_process';
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { StruckPlace } from '../e2e/struck.js';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';

/** Starts a copy of the embedded database, which streaming replication keeps current. */
export async function startStandby(struck: StruckPlace): Promise<PostgresHandle> {
  const home = path.join(struck.place.home, 'standby');
  await struck.db.destroy();
  await releasePostgres(struck.handle, { force: true });
  await promisify(execFile)('cp', ['-a', struck.handle.home, home]); // preserves the owner of the files
  await struck.attach();
  for (const name of ['port', 'start.lock', 'postgres.log'])
    await rm(path.join(home, name), { recursive: true, force: true });
  const data = path.join(home, (await readdir(home)).find((name) => /^pg\d+$/.test(name)) ?? '');
  const { username, password, port } = new URL(struck.handle.url);
  await writeFile(path.join(data, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await appendFile(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  return ensurePostgres({ home, database: 'shedworks' });
}
