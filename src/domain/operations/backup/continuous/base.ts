import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import type { Progress } from '../../../kernel/context.js';
import { createClient } from '../../../kernel/database/connection.js';
import { isFull } from '../../../kernel/database/errors.js';
import { DomainError } from '../../../kernel/errors.js';
import { getErrorCode } from '../../../kernel/objects.js';
import { version } from '../../../kernel/platform/version.js';
import { holdBackupLock } from '../tables.js';
import { archivedFile, awaitArchived, claimArchive, listArchived, refuseAway, startArchiving } from './archive.js';
import { packTree } from './packed-tree.js';
import { compareSegments, findMissing, isOlder, isSegment } from './wal.js';

/** The description of a base backup. Its file is written last. */
const BaseDescription = z.object({
  version: z.string(),
  /** The major version of PostgreSQL that wrote it. */
  major: z.int(),
  database: z.string(),
  company: z.string().nullable(),
  /** The company's time zone. */
  zone: z.string(),
  /** The first moment that can be restored from it. */
  completedAt: z.iso.datetime(),
  /** The first and the last WAL file that it needs. */
  from: z.string(),
  to: z.string(),
  bytes: z.int(),
});

/** A copy of the whole data folder, from which archived changes lead to any later moment. */
export interface BaseBackup extends z.infer<typeof BaseDescription> {
  readonly name: string;
  readonly folder: string;
}

const DESCRIPTION = 'backup.json';
export const dataFolder = (base: BaseBackup): string => path.join(base.folder, 'data');
export const secretFile = (base: BaseBackup): string => path.join(base.folder, 'secret');
const basesIn = (folder: string): string => path.join(folder, 'base');

/** The base backups in a folder, oldest first, without incomplete ones. Clocks may be set back, the WAL of a folder is not. */
export async function listBases(folder: string): Promise<BaseBackup[]> {
  const names = await readdir(basesIn(folder)).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const complete = names.filter((name) => !name.startsWith('.'));
  const bases = await Promise.all(complete.map((name) => readBase(path.join(basesIn(folder), name), name)));
  return bases.sort((a, b) => compareSegments(a.from, b.from));
}

async function readBase(folder: string, name: string): Promise<BaseBackup> {
  const text = await readFile(path.join(folder, DESCRIPTION), 'utf8');
  return { name, folder, ...BaseDescription.parse(JSON.parse(text)) };
}

export interface ContinuousReport {
  readonly folder: string;
  readonly base: string;
  readonly bytes: number;
  /** The base backups that remain. */
  readonly bases: number;
  /** The first moment that can be restored. */
  readonly since: string;
}

interface Options {
  readonly url: string;
  readonly home: string;
  readonly folder: string;
  /** How many base backups to keep. */
  readonly keep: number;
  readonly now: Date;
  readonly progress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Archives every change of the embedded database into a folder from now on, copies its data folder there while users
 * keep working, and deletes what is older than the base backups to keep. Throws `archive-off`, `archive-away`,
 * `archive-of-another`, `archive-of-past`, `archive-failing`, and `backup-running` while another backup or a restore
 * runs. Rejects when `signal` is aborted, and deletes the unfinished copy.
 */
export async function backUpContinuously(options: Options): Promise<ContinuousReport> {
  const { folder } = options;
  const client = createClient({ connectionString: options.url, application_name: 'shedworks backup' });
  await client.connect();
  try {
    await holdBackupLock(client, 'session');
    const server = await getServer(client);
    if (!server.archives) throw new DomainError('archive-off', undefined);
    await refuseAway(folder, server.command);
    await mkdir(folder, { recursive: true }); // others may enter the folders above it, as PostgreSQL's account must
    await claimArchive(folder, { home: options.home, system: server.system }, server);
    await startArchiving(client, folder, options.signal); // checked before hours of copying
    const base = await makeBase(client, server, options);
    await prune(folder, options.keep);
    const bases = await listBases(folder);
    return { folder, base: base.name, bytes: base.bytes, bases: bases.length, since: bases[0]?.completedAt ?? '' };
  } finally {
    await client.end();
  }
}

interface DatabaseServer {
  readonly data: string;
  readonly system: string;
  readonly timeline: string;
  readonly major: number;
  readonly archives: boolean;
  /** The command that archives a WAL file. */
  readonly command: string;
  readonly database: string;
  readonly bytes: number;
  readonly company: string | null;
  readonly zone: string;
}

async function getServer(client: pg.Client): Promise<DatabaseServer> {
  const { rows } = await client.query<DatabaseServer & { bytes: string }>(`
    select current_setting('data_directory') as data, (select system_identifier::text from pg_control_system()) as system,
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline,
      current_setting('server_version_num')::int / 10000 as major, current_setting('archive_mode') <> 'off' as archives,
      current_setting('archive_command') as command,
      current_database() as database, (select sum(pg_database_size(oid))::bigint::text from pg_database) as bytes,
      (select name from companies limit 1) as company,
      coalesce((select time_zone from companies limit 1), 'UTC') as zone`);
  const [server] = rows;
  if (!server) throw new Error('the server did not identify itself');
  return { ...server, bytes: Number(server.bytes) };
}

/** Files and folders whose content another server must not get or does not need. */
const leftOut = (relative: string): boolean =>
  /^(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|(standby|recovery)\.signal)$/.test(
    relative,
  ) ||
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//.test(relative) ||
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)(\/|$)/.test(relative);

async function makeBase(client: pg.Client, server: DatabaseServer, options: Options): Promise<BaseBackup> {
  const { home, folder, now, progress, signal } = options;
  const name = `${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
  const partFolder = path.join(basesIn(folder), `.${name}`);
  await mkdir(basesIn(folder), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(basesIn(folder)))
    if (entry.startsWith('.')) await rm(path.join(basesIn(folder), entry), { recursive: true }); // left by a killed run
  try {
    await mkdir(partFolder, { mode: 0o700 });
    await client.query(`select pg_backup_start('shedworks', true)`);
    let bytes = 0;
    let readBytes = 0;
    await packTree(server.data, path.join(partFolder, 'data'), {
      ...{ leftOut, signal },
      onFile: (size) => {
        bytes += size.packed;
        readBytes += size.bytesRead;
        progress?.report(Math.min(readBytes, server.bytes - 1), server.bytes, 'Copying');
      },
    });
    const { label, to } = await endBackup(client);
    const from = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '';
    await writeFile(path.join(partFolder, 'backup_label'), label, { mode: 0o600, flush: true });
    const secret = await readFile(path.join(home, 'secret'));
    await writeFile(path.join(partFolder, 'secret'), secret, { mode: 0o600, flush: true });
    await awaitArchived(client, folder, to, signal);
    const { major, database, company, zone } = server;
    const completedAt = new Date().toISOString();
    const manifest = { version, major, database, company, zone, completedAt, from, to, bytes };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(path.join(partFolder, DESCRIPTION), text, { mode: 0o600, flush: true });
    await rename(partFolder, path.join(basesIn(folder), name));
    progress?.report(server.bytes, server.bytes, 'Copied');
    return { name, folder: path.join(basesIn(folder), name), ...manifest };
  } catch (error) {
    await rm(partFolder, { recursive: true, force: true });
    throw isFull(error) ? new DomainError('archive-full', { folder }) : error;
  }
}

async function endBackup(client: pg.Client): Promise<{ label: string; to: string }> {
  const { rows } = await client.query<{ label: string; to: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as to from pg_backup_stop(false)',
  );
  const [end] = rows;
  if (!end) throw new Error('the server did not end the backup');
  return end;
}

/** Deletes the oldest base backups, and the WAL files that only they need. */
async function prune(folder: string, keep: number): Promise<void> {
  const bases = await listBases(folder);
  for (const { folder: oldFolder } of bases.slice(0, -keep)) await rm(oldFolder, { recursive: true });
  const [oldest] = bases.slice(-keep);
  if (!oldest) return;
  const unneededNames = (await listArchived(folder)).filter(
    (name) => isSegment(name.slice(0, 24)) && isOlder(name, oldest.from),
  );
  for (const name of unneededNames) await rm(archivedFile(folder, name));
}

/** Throws `archive-gap` if changes after a base backup are missing from the archive. */
export async function refuseGap(folder: string, base: BaseBackup, last: string): Promise<void> {
  const segment = findMissing(await listArchived(folder), base.from);
  if (segment !== null) throw new DomainError('archive-gap', { segment, last });
}
