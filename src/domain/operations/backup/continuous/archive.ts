import { chmod, chown, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DomainError } from '../../../kernel/errors.js';
import { getErrorCode, parseOwnJson } from '../../../kernel/objects.js';
import { NO_ARCHIVE } from '../../../kernel/platform/postgres/cluster.js';
import { isOlder, isSegment, toTimeline } from './wal.js';

/**
 * Archives a finished WAL file: `archive-wal <path> <name>`, run by PostgreSQL's account. A file gets its name only
 * when it is complete and on disk. PostgreSQL repeats the call for a file that was archived just before a crash. The
 * program is stored in the archive folder itself, so that nothing is archived into an empty mount point.
 */
const ARCHIVE_WAL = `#!/bin/sh
set -eu
umask 077
folder="$(dirname "$0")/wal"
file="$folder/$2.gz"
if [ -e "$file" ]; then
  gzip -dc "$file" | cmp -s - "$1" && exit 0
  echo "archive-wal: $file already holds other changes" >&2
  exit 1
fi
gzip -1 -c "$1" > "$file.new"
sync "$file.new"
mv "$file.new" "$file"
sync "$folder"
`;

/**
 * PostgreSQL starts a new WAL file after this many seconds, so that at most a minute of changes is not archived yet.
 */
const ARCHIVE_SECONDS = 45;

/** The database that archives into a folder. */
export interface ArchiveOwner {
  readonly home: string;
  /** PostgreSQL's number of the database server, which copies share. */
  readonly system: string;
}

/** The server of that database. */
interface ArchivedServer {
  readonly data: string;
  /** A restored database begins a new one, which may repeat positions of the former. */
  readonly timeline: string;
}

const claimIn = (folder: string): string => path.join(folder, 'archive.json');
const walFolder = (folder: string): string => path.join(folder, 'wal');
export const archivedFile = (folder: string, segment: string): string => path.join(walFolder(folder), `${segment}.gz`);

/** Whether a folder is a continuous backup, even one without a complete copy of the database. */
export const isArchive = (folder: string): Promise<boolean> => exists(claimIn(folder));

/** The names of the WAL files in an archive. */
export async function listArchived(folder: string): Promise<string[]> {
  const names = await readdir(walFolder(folder));
  return names.filter((name) => name.endsWith('.gz')).map((name) => name.slice(0, -3));
}

/**
 * Prepares a folder for the files of one database, owned by the account that PostgreSQL runs as. Throws
 * `archive-of-another` if another database, or a copy of this one, archives into it, and `archive-of-past` if it holds
 * what this database was before it was restored.
 */
export async function claimArchive(folder: string, owner: ArchiveOwner, server: ArchivedServer): Promise<void> {
  const claim = claimIn(folder);
  await mkdir(walFolder(folder), { recursive: true, mode: 0o700 });
  const holder = await readFile(claim, 'utf8').catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
  const text = `${JSON.stringify(owner)}\n`;
  if (holder !== null && holder !== text)
    throw new DomainError('archive-of-another', { folder, home: parseOwnJson<ArchiveOwner>(holder).home });
  const segments = (await listArchived(folder)).filter(isSegment);
  if (segments.some((segment) => toTimeline(segment) !== server.timeline))
    throw new DomainError('archive-of-past', { folder });
  const program = path.join(folder, 'archive-wal');
  for (const [file, content] of [
    [claim, text],
    [program, ARCHIVE_WAL],
  ] as const) {
    await writeFile(`${file}.new`, content, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  await chmod(folder, 0o700);
  const { uid, gid } = await stat(server.data);
  for (const file of [folder, walFolder(folder), claim, program]) await giveTo(file, uid, gid);
}

/**
 * Throws `archive-away` if PostgreSQL archives into a folder that is no longer there, or is an empty mount point.
 */
export async function refuseAway(folder: string, command: string): Promise<void> {
  if (command === toCommand(folder) && !(await isArchive(folder))) throw new DomainError('archive-away', { folder });
}

async function giveTo(file: string, uid: number, gid: number): Promise<void> {
  if ((await stat(file)).uid !== uid) await chown(file, uid, gid);
}

export async function switchOff(client: pg.Client): Promise<void> {
  await setArchiving(client, NO_ARCHIVE, 0);
}

async function setArchiving(client: pg.Client, command: string, seconds: number): Promise<void> {
  await client.query(`alter system set archive_command = ${client.escapeLiteral(command)}`);
  await client.query(`alter system set archive_timeout = ${seconds}`);
  await client.query('select pg_reload_conf()');
}

/** PostgreSQL replaces `%p` and `%f`, so percent signs in the folder's name are doubled. */
const toCommand = (folder: string): string =>
  `/bin/sh ${quoteForShell(path.join(folder, 'archive-wal')).replaceAll('%', '%%')} "%p" "%f"`;

/** The command that reads a WAL file back, for `restore_command`. */
export const toRestoreCommand = (folder: string): string =>
  `gzip -dc ${quoteForShell(walFolder(folder)).replaceAll('%', '%%')}/"%f".gz > "%p"`;

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const AGAIN_MS = 100;
const WAIT_MS = 10 * 60_000;
const TRIES = 20;

/**
 * Archives every change from now on, once PostgreSQL has put a first segment into the folder. The archiver may finish
 * one more with its former settings, because it learns of new ones a little later. Throws `archive-failing`.
 */
export async function startArchiving(client: pg.Client, folder: string, signal?: AbortSignal): Promise<void> {
  await setArchiving(client, toCommand(folder), ARCHIVE_SECONDS);
  for (let tries = 1; ; tries += 1) {
    const segment = await finishSegment(client);
    if (await isArchived(client, folder, segment, signal)) return;
    if (tries === TRIES) throw new DomainError('archive-failing', { folder, segment });
    await pause(AGAIN_MS, undefined, { signal });
  }
}

async function finishSegment(client: pg.Client): Promise<string> {
  await client.query(`select pg_create_restore_point('shedworks backup')`); // PostgreSQL would not finish an unused segment
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  return rows[0]?.name ?? '';
}

/** Waits until a segment is in the archive. Throws `archive-failing` if PostgreSQL cannot put it there. */
export async function awaitArchived(
  client: pg.Client,
  folder: string,
  segment: string,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await isArchived(client, folder, segment, signal)))
    throw new DomainError('archive-failing', { folder, segment });
}

/**
 * Waits until PostgreSQL has archived a segment; returns whether it did so into this folder. Throws `archive-failing`
 * if it cannot.
 */
async function isArchived(
  client: pg.Client,
  folder: string,
  segment: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const before = await readArchiver(client);
  for (let waitedMs = 0; ; waitedMs += AGAIN_MS) {
    const { failures, last } = await readArchiver(client);
    if (await exists(archivedFile(folder, segment))) return true;
    if (last !== null && !isOlder(last, segment)) return false;
    if (waitedMs > WAIT_MS || failures > before.failures) throw new DomainError('archive-failing', { folder, segment });
    await pause(AGAIN_MS, undefined, { signal });
  }
}

/** How often the archiver has failed, and the last segment it archived, in this folder or elsewhere. */
async function readArchiver(client: pg.Client): Promise<{ failures: number; last: string | null }> {
  const { rows } = await client.query<{ failures: number; last: string | null }>(
    'select failed_count::int as failures, substr(last_archived_wal, 1, 24) as last from pg_stat_archiver',
  );
  const last = rows[0]?.last ?? '';
  return { failures: rows[0]?.failures ?? 0, last: isSegment(last) ? last : null };
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
