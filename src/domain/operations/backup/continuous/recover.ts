import { appendFile, chmod, chown, copyFile, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '../../../kernel/context.js';
import { createClient } from '../../../kernel/database/connection.js';
import { migrateToLatest } from '../../../kernel/database/database.js';
import { DomainError } from '../../../kernel/errors.js';
import { findBinaries } from '../../../kernel/platform/postgres/binaries.js';
import {
  discard,
  NO_ARCHIVE,
  recoveryError,
  RecoveryError,
  removeUnfinished,
  runningServer,
  startRecovery,
  stop,
  SUPERUSER,
  type Cluster,
} from '../../../kernel/platform/postgres/cluster.js';
import { choosePlace, majorsIn, type ServerPlace } from '../../../kernel/platform/postgres/place.js';
import { holdHome } from '../../../kernel/platform/postgres/postgres.js';
import { PostgresError } from '../../../kernel/platform/postgres/process.js';
import { settleRestored, type SettledWork } from '../settle.js';
import { archivedFile, listArchived, toRestoreCommand } from './archive.js';
import { dataFolder, listBases, refuseGap, secretFile, type BaseBackup } from './base.js';
import { refuseDamaged } from './check.js';
import { formatMoment } from './moment.js';
import { unpackTree } from './packed-tree.js';
import { isOlder, isSegment } from './wal.js';

export interface RecoveryReport extends SettledWork {
  readonly home: string;
  readonly company: string | null;
  readonly base: string;
  /** The time of the last restored change. */
  readonly lastChange: string;
  readonly migrations: number;
}

interface Options {
  readonly folder: string;
  /** The base backup to start from; see `chooseBase`. */
  readonly base: BaseBackup;
  /** The moment to restore; null for the newest. */
  readonly to: Date | null;
  /** The home folder to restore into. */
  readonly home: string;
  readonly now: Date;
  readonly progress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onNotice: (text: string) => void;
}

/** The newest base backup that was complete at a moment, or the newest of all. Throws `no-base-backup`. */
export async function chooseBase(folder: string, to: (zone: string) => Date | null): Promise<BaseBackup> {
  const bases = await listBases(folder);
  const base = bases.filter(({ zone, completedAt }) => isNotAfter(completedAt, to(zone))).at(-1);
  if (base) return base;
  const [oldestBase] = bases;
  const moment = oldestBase && to(oldestBase.zone);
  throw new DomainError('no-base-backup', {
    folder,
    to: moment ? formatMoment(moment, oldestBase.zone) : '',
    oldest: oldestBase ? formatMoment(new Date(oldestBase.completedAt), oldestBase.zone) : null,
  });
}

const isNotAfter = (completedAt: string, moment: Date | null): boolean =>
  moment === null || new Date(completedAt) <= moment;

/**
 * Restores a database to a moment into a home folder. Existing data is moved aside; the caller must ask first.
 * Waiting work is settled as for any restored backup. On `archive-gap`, `unreadable-file`, `archive-too-short` and
 * `recovery-failed` it throws and leaves the folder as it was, and also when `signal` is aborted. Meanwhile, other commands on the home
 * folder are refused. What a killed restore left is removed.
 */
export async function restoreToMoment(options: Options): Promise<RecoveryReport> {
  const place = choosePlace(options.home, false);
  if (place.notice) options.onNotice(place.notice);
  const refusal = `A backup is being restored into ${place.home}. Try again when it finishes.`;
  return holdHome(place.home, refusal, () => restoreInto(place, options));
}

async function restoreInto(place: ServerPlace, options: Options): Promise<RecoveryReport> {
  const { folder, base, to, now, progress, signal } = options;
  await refuseRunning(place.home);
  const { bin, major } = await findBinaries(place);
  if (major !== base.major)
    throw new PostgresError(
      `The backup was written by PostgreSQL ${base.major}, but this machine has PostgreSQL ${major}.`,
    );
  const files = { bin, major, account: place.account };
  await removeUnfinished({ ...files, home: place.home });
  if (to === null) await refuseEarlyEnd(options);
  const partFolder = await mkdtemp(path.join(place.home, 'new-'));
  const cluster: Cluster = { ...files, home: partFolder, data: path.join(partFolder, 'data') };
  try {
    progress?.report(0, 3, 'Unpacking');
    await unpackBase(base, cluster, signal);
    await appendFile(path.join(cluster.data, 'postgresql.auto.conf'), recoverySettings(folder, to));
    await writeFile(path.join(cluster.data, 'recovery.signal'), '');
    await giveAway(cluster);
    progress?.report(1, 3, 'Restoring changes');
    const secret = (await readFile(secretFile(base), 'utf8')).trim();
    const result = await recover(cluster, secret, options).catch((error: unknown) => explain(error, options));
    signal?.throwIfAborted();
    await moveAside(place.home, major, now);
    await rename(cluster.data, path.join(place.home, `pg${major}`));
    await copyFile(secretFile(base), path.join(place.home, 'secret'));
    if (place.account) await chown(path.join(place.home, 'secret'), place.account.uid, place.account.gid);
    progress?.report(3, 3, 'Restored');
    return { home: place.home, company: base.company, base: base.name, ...result };
  } finally {
    await discard(cluster);
  }
}

/** Throws for a file that is missing or damaged, because PostgreSQL takes it for the end of the archive. */
async function refuseEarlyEnd({ folder, base, progress, signal }: Options): Promise<void> {
  progress?.report(0, 3, 'Reading changes');
  await refuseGap(folder, base, formatMoment(new Date(base.completedAt), base.zone));
  const segments = (await listArchived(folder)).filter((name) => isSegment(name) && !isOlder(name, base.from));
  await refuseDamaged(
    segments.sort().map((name) => archivedFile(folder, name)),
    signal,
  );
}

async function refuseRunning(home: string): Promise<void> {
  for (const major of majorsIn(home))
    if (await runningServer({ data: path.join(home, `pg${major}`) }))
      throw new PostgresError(
        `The database in ${home} is running. Stop Shedworks first, or restore into another folder.`,
      );
}

async function unpackBase(base: BaseBackup, { data }: Cluster, signal: AbortSignal | undefined): Promise<void> {
  await unpackTree(dataFolder(base), data, signal);
  await copyFile(path.join(base.folder, 'backup_label'), path.join(data, 'backup_label'));
}

/** Turns archiving off, because the restored database must not continue the archive it came from. */
const recoverySettings = (folder: string, to: Date | null): string =>
  toConf({
    archive_command: NO_ARCHIVE,
    archive_timeout: '0',
    restore_command: toRestoreCommand(folder),
    recovery_target_action: 'promote',
    ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  });

const toConf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');

async function giveAway({ home, account }: Cluster): Promise<void> {
  await chmod(home, 0o700);
  if (!account) return;
  for (const entry of await readdir(home, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  await chown(home, account.uid, account.gid);
}

type RecoveryResult = Pick<RecoveryReport, 'lastChange' | 'migrations'> & SettledWork;

/** Replays the changes, then settles the waiting work in the database. */
async function recover(
  cluster: Cluster,
  secret: string,
  { base: { database, completedAt }, progress, signal }: Options,
): Promise<RecoveryResult> {
  const server = await startRecovery(cluster, signal);
  const url = `postgresql://${SUPERUSER}:${secret}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  const last = await awaitPromotion(cluster, url, signal);
  progress?.report(2, 3, 'Checking');
  const migrations = await migrateToLatest(url);
  const client = createClient(url);
  await client.connect();
  try {
    await client.query('delete from graphile_worker._private_jobs'); // a backup restored from a file has none either
    const settlement = await settleRestored(client);
    for (const name of ['restore_command', 'recovery_target_action', 'recovery_target_time'])
      await client.query(`alter system reset ${name}`);
    return { lastChange: last ?? completedAt, migrations: migrations.length, ...settlement };
  } finally {
    await client.end();
    await stop(cluster);
  }
}

const AGAIN_MS = 200;

/** Resolves with the time of the last restored change when the database accepts writes. */
async function awaitPromotion(cluster: Cluster, url: string, signal: AbortSignal | undefined): Promise<string | null> {
  for (;;) {
    const state = await askState(url).catch(async (error: unknown) => {
      if (await runningServer(cluster)) return null; // PostgreSQL is between two states
      throw error instanceof RecoveryError ? error : await recoveryError(cluster);
    });
    if (state && !state.recovering) return state.last;
    await pause(AGAIN_MS, undefined, { signal });
  }
}

async function askState(url: string): Promise<{ recovering: boolean; last: string | null }> {
  const client = createClient(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean; last: Date | null }>(
      'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as last',
    );
    return { recovering: rows[0]?.recovering ?? true, last: rows[0]?.last?.toISOString() ?? null };
  } finally {
    await client.end();
  }
}

/** Replaces PostgreSQL's error with one that names the last moment that can be restored. */
async function explain(error: unknown, { folder, base }: Options): Promise<never> {
  if (!(error instanceof RecoveryError)) throw error;
  if (!error.message.includes('recovery ended before configured recovery target was reached'))
    throw new DomainError('recovery-failed', { reason: error.message.trim().split('\n').slice(-3).join('\n') });
  const logTime = [...error.message.matchAll(/last completed transaction was at log time (\S+ \S+)/g)].at(-1)?.[1];
  const moment = logTime ? new Date(`${logTime.replace(' ', 'T').slice(0, 23)}Z`) : new Date(base.completedAt);
  const last = formatMoment(moment, base.zone);
  await refuseGap(folder, base, last);
  throw new DomainError('archive-too-short', { last });
}

/** Renames the data in a home folder, with the time in the new names. Never deletes it. */
async function moveAside(home: string, major: number, now: Date): Promise<void> {
  const time = now.toISOString().replace(/[-:]/g, '').slice(0, 15);
  for (const name of [`pg${major}`, 'secret'])
    await rename(path.join(home, name), path.join(home, `${name}.before-${time}Z`)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
}
