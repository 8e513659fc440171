import { randomBytes } from 'node:crypto';
import { realpathSync, statSync, type Stats } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isFull } from '../../database/errors.js';
import { findBinaries } from './binaries.js';
import * as cluster from './cluster.js';
import type { Cluster, Server } from './cluster.js';
import { withLock } from './lock.js';
import { choosePlace, majorsIn, type ServerPlace } from './place.js';
import { toPostgresAccount, PostgresError } from './process.js';
import { toError, getErrorCode } from '../../objects.js';

export interface PostgresOptions {
  /** The folder for the data, the log and the password; see `shedworksHome`. */
  readonly home: string;
  /** The home folder, created if it does not exist. */
  readonly database: string;
  /** Whether the data is throw-away: fast, but lost when the machine stops. */
  readonly fast?: boolean;
  /** Receives a message for the user if the data is not in the expected place. */
  readonly onNotice?: (text: string) => void;
}

export interface PostgresHandle extends Cluster, Server {
  /** The address of the database, with user and password. */
  readonly url: string;
  /** Whether this call started the server, rather than attaching to a running one. */
  readonly started: boolean;
  /** The npm package that provides the programs, or `system`. */
  readonly source: string;
}

/** Methods missing from pg's types, which decide whether a connection keeps this process running. */
type Presence = pg.Client & { ref(): void; unref(): void };

/**
 * One open connection per handle. It shows a process about to leave that we are here, even before our pool connects.
 */
const presences = new WeakMap<PostgresHandle, Presence>();

/**
 * Starts PostgreSQL on the data in `home`, or attaches to a server that another process started. Any number of
 * processes may call it at the same time; the server outlives them all if they are killed. Throws a PostgresError,
 * with a sentence for the person at the terminal, if PostgreSQL cannot run or the data belongs to another account.
 */
export async function ensurePostgres(options: PostgresOptions): Promise<PostgresHandle> {
  const home = path.resolve(options.home);
  try {
    const place = choosePlace(home, options.fast ?? false);
    if (place.notice) options.onNotice?.(place.notice);
    return await withLock(lockIn(place.home), () => attach(place, options));
  } catch (error) {
    if (isFull(error) || /No space left on device/.test(toError(error).message))
      throw new PostgresError(`The disk with ${home} is full. Free up space and start again.`);
    throw isClosedToUs(error) ? belongsToAnother(error.path) : error;
  }
}

/**
 * Detaches from the server; the last process to leave stops it. Resolves to `kept` if another process is connected,
 * and to `gone` if the server was no longer running. Close the pool first, because it counts as connected. `force`
 * stops the server even while others are connected.
 */
export async function releasePostgres(
  handle: PostgresHandle,
  { force = false }: { force?: boolean } = {},
): Promise<'kept' | 'stopped' | 'gone'> {
  return withLock(lockIn(handle.home), async () => {
    await leave(handle);
    const server = await cluster.runningServer(handle);
    if (!server) return 'gone';
    if (!force && (await othersConnected(handle, server))) return 'kept';
    await cluster.stop(handle);
    return 'stopped';
  });
}

/**
 * Runs `work` on the files of a home folder while no process can start a server there: others are refused with
 * `refusal`, a sentence for the person at the terminal.
 */
export const holdHome = <T>(home: string, refusal: string, work: () => Promise<T>): Promise<T> =>
  withLock(lockIn(home), work, refusal);

/** Resolves when the server of a handle is gone or has ended our connection. */
export const whenLost = (handle: PostgresHandle): Promise<void> =>
  new Promise((resolve) => {
    const presence = presences.get(handle);
    if (presence) presence.once('end', resolve);
    else resolve();
  });

async function leave(handle: PostgresHandle): Promise<void> {
  const presence = presences.get(handle);
  presences.delete(handle);
  presence?.ref();
  await presence?.end().catch(() => undefined); // already broken if the server was killed
}

const lockIn = (home: string): string => path.join(home, 'start.lock');

async function attach(place: ServerPlace, { database, fast = false }: PostgresOptions): Promise<PostgresHandle> {
  const { source, bin, major } = await findBinaries(place);
  const home = realpathSync(place.home);
  const files: Cluster = { home, account: place.account, bin, major, data: path.join(home, `pg${major}`) };
  refuseOtherMajor(files);
  const isInitialised = cluster.isInitialised(files);
  const password = isInitialised ? await readPassword(files.home) : await newPassword(files.home);
  if (!isInitialised) await cluster.initialise(files, password, fast);
  const running = await cluster.runningServer(files);
  const server = running ?? (await cluster.start(files, fast));
  const presence = await connect(files, server, password);
  await createDatabase(presence, database);
  await expectArchive(presence);
  const url = `postgresql://${cluster.SUPERUSER}:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  const handle: PostgresHandle = { ...files, ...server, url, source, started: !running };
  presence.unref();
  presences.set(handle, presence);
  return handle;
}

/**
 * Throws for data of another major version, because its server would start with an empty database, as if everything
 * were lost.
 */
function refuseOtherMajor({ home, major }: Cluster): void {
  const present = majorsIn(home);
  if (present.length === 0 || present.includes(major)) return;
  throw new PostgresError(
    `The data in ${home} was written by PostgreSQL ${present.join(', ')}, but this machine has PostgreSQL ${major}. ` +
      'Make a backup with that version and restore it here, or set DATABASE_URL.',
  );
}

const passwordFile = (home: string): string => path.join(home, 'secret');

async function readPassword(home: string): Promise<string> {
  try {
    return (await readFile(passwordFile(home), 'utf8')).trim();
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
    throw new PostgresError(
      `${passwordFile(home)}, which holds the database password, is missing. Restore it from a backup.`,
    );
  }
}

async function newPassword(home: string): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  await writeFile(`${passwordFile(home)}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${passwordFile(home)}.new`, passwordFile(home));
  return password;
}

/** Connects to the maintenance database; waits up to 60 s for a server that is recovering. */
async function connect(files: Cluster, { port }: Server, password: string): Promise<Presence> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({
      ...{ host: '127.0.0.1', port, user: cluster.SUPERUSER, password, database: 'postgres', ssl: false },
      application_name: 'shedworks presence',
    }) as Presence; // pg does not type these, which keep the process running or not
    client.on('error', () => undefined); // the server may be killed; the next query reports it
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isStarting = ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(getErrorCode(error) ?? '');
      if (!isStarting || attempt >= 600 || !(await cluster.runningServer(files))) throw error;
      await pause(100);
    }
  }
}

/** A new server archives nothing, until `shedworks backup --continuous` sets another command. */
async function expectArchive(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ command: string }>(`select current_setting('archive_command') as command`);
  if (rows[0]?.command !== '') return;
  await client.query(`alter system set archive_command = '${cluster.NO_ARCHIVE}'`);
  await client.query('select pg_reload_conf()');
}

async function createDatabase(client: pg.Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
}

async function othersConnected(handle: PostgresHandle, server: Server): Promise<boolean> {
  const client = await connect(handle, server, decodeURIComponent(new URL(handle.url).password)).catch(unlessCrowded);
  if (!client) return true;
  const { rows } = await client.query<{ others: boolean }>(
    `select exists (select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
  );
  await client.end();
  return rows[0]?.others ?? false;
}

/** Whether no connection is left for us because other processes use them all. */
function unlessCrowded(error: unknown): null {
  if (getErrorCode(error) === '53300') return null;
  throw error;
}

const isClosedToUs = (error: unknown): error is NodeJS.ErrnoException & { path: string } =>
  error instanceof Error &&
  ['EACCES', 'EPERM'].includes(getErrorCode(error) ?? '') &&
  'path' in error &&
  !('spawnargs' in error);

/** The error for data of another account. A cron job under another account must not start a second, empty cluster. */
function belongsToAnother(file: string): PostgresError {
  const stats = statIfAllowed(file);
  if (!stats) return belongsToAnother(path.dirname(file));
  const owner =
    process.platform === 'win32' ? 'another account' : `the account "${toPostgresAccount(stats.uid, stats.gid).name}"`;
  return new PostgresError(
    `${file} belongs to ${owner}. Run this as that account, or set SHEDWORKS_HOME or DATABASE_URL.`,
  );
}

function statIfAllowed(file: string): Stats | null {
  try {
    return statSync(file);
  } catch (error) {
    if (file === path.dirname(file)) throw error;
    return null; // missing, or in a folder that we cannot enter; the folder above shows its owner
  }
}
