import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programIn } from './binaries.js';
import { credentials, isServerFor, PostgresError, programEnv, runAs, type Account } from './process.js';

/** One data folder and the programs that serve it. */
export interface Cluster {
  readonly home: string;
  readonly data: string;
  readonly bin: string;
  readonly major: number;
  readonly account: Account | null;
}

export interface Server {
  readonly pid: number;
  readonly port: number;
}

export const SUPERUSER = 'shedworks';
const LOG_LIMIT = 10_000_000;
const START_SECONDS = 60;
const LONGEST_RECOVERY_SECONDS = 24 * 3600;

const MB = 2 ** 20;
const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity); // 0 if it is not known
/** Megabytes of table data that PostgreSQL caches: an eighth of the memory of this machine or container. */
const sharedMegabytes = Math.round(Math.min(2048, Math.max(128, memory / MB / 8)));

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: "''", // socket paths are limited to about 100 bytes
  max_connections: '100',
  shared_buffers: `${sharedMegabytes}MB`,
  work_mem: '16MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_parallel_workers_per_gather: '0', // containers have little shared memory
  archive_mode: 'on', // archives to NO_ARCHIVE until the first continuous backup, which then needs no restart
};
/** The command that archives nothing. Without a command PostgreSQL would keep every WAL file. */
export const NO_ARCHIVE = 'true';
const fastSettings = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  archive_mode: 'off',
  max_wal_size: '2GB',
};

export const isInitialised = ({ data }: Cluster): boolean => existsSync(path.join(data, 'PG_VERSION'));

/**
 * Creates the data folder. It is built next to its final place and moved there when complete, so that a run that was
 * killed halfway never looks like data. The next run removes what it left.
 */
export async function initialise(cluster: Cluster, password: string, fast: boolean): Promise<void> {
  const { home, data, account } = cluster;
  await removeUnfinished(cluster);
  const newFolder = path.join(home, `new-${randomBytes(6).toString('hex')}`);
  const passwordFile = path.join(newFolder, 'password');
  await mkdir(newFolder, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const file of [passwordFile, newFolder]) await chown(file, account.uid, account.gid);
  await runAs(account, home, programIn(cluster.bin, 'initdb'), [
    ...['-D', path.join(newFolder, 'data'), '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C', '--no-instructions', ...(fast ? ['--no-sync'] : [])],
    ...(cluster.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
  ]);
  await rm(data, { recursive: true, force: true });
  await rename(path.join(newFolder, 'data'), data);
  await rm(newFolder, { recursive: true, force: true });
}

/** Removes what killed runs left next to the data: unfinished folders, with the servers of recoveries. */
export async function removeUnfinished(cluster: Omit<Cluster, 'data'>): Promise<void> {
  for (const name of await readdir(cluster.home)) {
    const home = path.join(cluster.home, name);
    if (name.startsWith('new-')) await discard({ ...cluster, home, data: path.join(home, 'data') });
  }
}

/** Deletes the folder of an unfinished cluster, after stopping its server. */
export async function discard(cluster: Cluster): Promise<void> {
  if (await runningServer(cluster))
    await stop(cluster).catch(async (error: unknown) => {
      if (await runningServer(cluster)) throw error; // otherwise it has ended by itself
    });
  await rm(cluster.home, { recursive: true, force: true, maxRetries: 20 });
}

/** The running server of this data folder; null if there is none or a killed one left only its files. */
export async function runningServer({ data }: Pick<Cluster, 'data'>): Promise<Server | null> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const server = { pid: Number(lines[0]), port: Number(lines[3]) };
  return server.pid > 0 && server.port > 0 && (await isServerFor(data, server.pid)) ? server : null;
}

/**
 * Starts the server, on its previous port if that is free. Backends of a killed server may hold its memory for a while.
 */
export async function start(cluster: Cluster, fast: boolean): Promise<Server> {
  const portFile = path.join(cluster.home, 'port');
  for (let attempt = 0; ; attempt++) {
    const before = await runningServer(cluster); // started by a process that was killed before reporting it
    if (before) return before;
    await rm(path.join(cluster.data, 'postmaster.pid'), { force: true });
    const port = await findFreePort(Number(await readFile(portFile, 'utf8').catch(() => '0')));
    const failure = await startOnce(cluster, { ...settings, port: String(port), ...(fast ? fastSettings : {}) });
    const server = await runningServer(cluster);
    if (failure === null && server) {
      await writeFile(portFile, `${port}\n`);
      return server;
    }
    if (attempt >= 10 || !/still in use|lock file|could not bind/.test(failure ?? ''))
      throw new PostgresError(`The database in ${cluster.data} did not start:\n${failure ?? 'it stopped immediately'}`);
    await pause(500);
  }
}

/** PostgreSQL's reason for ending a recovery early. */
export class RecoveryError extends Error {}

/**
 * Starts the server of a folder that recovers from an archive. Resolves when it answers, even if it is still
 * read-only. Rejects at once when `signal` is aborted; the server may then still be running.
 */
export async function startRecovery(cluster: Cluster, signal?: AbortSignal): Promise<Server> {
  const port = await findFreePort(0);
  const options = { ...settings, port: String(port) };
  const failure = await startOnce(cluster, options, { seconds: LONGEST_RECOVERY_SECONDS, signal });
  const server = await runningServer(cluster);
  if (failure !== null || !server) throw await recoveryError(cluster);
  return server;
}

export const recoveryError = async ({ home }: Pick<Cluster, 'home'>): Promise<RecoveryError> =>
  new RecoveryError(await readFile(path.join(home, 'postgres.log'), 'utf8'));

export async function stop({ account, home, bin, data }: Cluster): Promise<void> {
  await runAs(account, home, programIn(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop']);
}

/**
 * Starts the server; returns null, or the failure from its log. The server runs detached and without pipes, so that
 * it outlives this process and its terminal.
 */
async function startOnce(
  cluster: Cluster,
  options: Record<string, string>,
  { seconds = START_SECONDS, signal }: { seconds?: number; signal?: AbortSignal | undefined } = {},
): Promise<string | null> {
  const { account, bin, data, home } = cluster;
  const log = path.join(home, 'postgres.log');
  const offset = await prepareLog(log, account);
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`);
  const args = ['-D', data, '-l', log, '-w', '-t', String(seconds), '-o', flags.join(' '), 'start'];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(programIn(bin, 'pg_ctl'), args, {
      ...{ ...credentials(account), cwd: home, env: programEnv() },
      ...{ detached: true, stdio: 'ignore', windowsHide: true },
      ...(signal && { signal, killSignal: 'SIGINT' }), // pg_ctl passes it on to the server
    });
    child.once('error', reject).once('exit', resolve);
  });
  return code === 0 ? null : (await readFile(log)).subarray(offset).toString().slice(-1500);
}

async function prepareLog(log: string, account: Account | null): Promise<number> {
  if (((await stat(log).catch(() => null))?.size ?? 0) > LOG_LIMIT) await rename(log, `${log}.1`);
  await writeFile(log, '', { flag: 'a', mode: 0o600 });
  if (account) await chown(log, account.uid, account.gid);
  return (await stat(log)).size;
}

function findFreePort(preferredPort: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => (preferredPort ? resolve(findFreePort(0)) : reject(error)));
    probe.listen(preferredPort, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo; // listening on TCP
      probe.close(() => resolve(port));
    });
  });
}
