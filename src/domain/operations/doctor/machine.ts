import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import type { Clock } from '../../kernel/context.js';
import { isOpenToOthers } from '../../kernel/platform/private-file.js';
import { standbyFault } from '../../kernel/database/standby.js';
import type { Finding } from './finding.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';

const SKEW_MS = 5_000;
const OLDEST = 140_000;
const GB = 1024 ** 3;

/** Checks the database server: its version, and whether its clock agrees with this machine's. */
export async function server(db: Knex, clock: Clock): Promise<Finding[]> {
  const before = clock.now().getTime();
  const { at, version, name } = await queryOnlyRow<{ at: number; version: number; name: string }>(
    db.raw(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as at, current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
    ),
  );
  const after = clock.now().getTime();
  return [...skew(at, before, after), ...oldServer(version, name)];
}

/** The difference between the clocks, minus the query time, in milliseconds. */
function skew(at: number, before: number, after: number): Finding[] {
  const off = at < before ? before - at : Math.max(0, at - after);
  if (off <= SKEW_MS) return [];
  const what = `the clocks of this machine and the database differ by ${Math.round(off / 1000)} seconds`;
  const hint = 'Sync both with NTP (timedatectl set-ntp true). Due dates, schedules and sessions depend on them.';
  return [{ severity: 'warning', what, records: [], hint }];
}

/** `version` has the format of `server_version_num`. */
export function oldServer(version: number, name: string): Finding[] {
  if (version >= OLDEST) return [];
  const hint =
    'Make a backup (shedworks backup), set DATABASE_URL to a server with PostgreSQL 14 or newer, and restore it there.';
  return [{ severity: 'error', what: `PostgreSQL ${name} is older than 14`, records: [], hint }];
}

/** Checks the standby database for reports, if there is one. */
export async function standby(db: Knex): Promise<Finding[]> {
  const fault = await standbyFault(db);
  if (fault === null) return [];
  const hint = 'Reports use the primary database for now. Repair the standby, or correct or remove DATABASE_READ_URL.';
  return [{ severity: 'warning', what: 'the standby cannot be used', records: [fault], hint }];
}

/** Checks the free space on the disk with the embedded database. */
export async function getDisk(home: string): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(home);
  return lowDisk(home, bavail * bsize, blocks * bsize);
}

/** Reports a disk with little space left; `size` in bytes. */
export function lowDisk(home: string, freeBytes: number, size: number): Finding[] {
  if (freeBytes >= GB && freeBytes >= size / 50) return [];
  const what = `only ${(freeBytes / GB).toFixed(1)} GB left on the disk of ${home}`;
  const hint = 'Free up space or move SHEDWORKS_HOME to a larger disk. PostgreSQL stops when it cannot write.';
  return [{ severity: freeBytes < GB / 4 ? 'error' : 'warning', what, records: [], hint }];
}

/** Checks that PostgreSQL can archive its log, if a continuous backup does. */
export async function archive(db: Knex): Promise<Finding[]> {
  const { segment } = await queryOnlyRow<{ segment: string | null }>(
    db.raw(`select max(last_failed_wal) filter (where last_failed_time > coalesce(last_archived_time, '-infinity')) as segment
      from pg_stat_archiver`),
  );
  if (segment === null) return [];
  const hint =
    "The folder of shedworks backup --continuous is full, not mounted, or not accessible to PostgreSQL's account. Until it is fixed, PostgreSQL keeps the files on its own disk.";
  return [{ severity: 'error', what: 'database changes are not archived', records: [segment], hint }];
}

const secrets = ['secret', 'session-secret', 'setup-code'];

/** The secret files that accounts other than their owner can read. */
export async function findOpenSecrets(home: string): Promise<Finding[]> {
  const files = secrets.map((name) => path.join(home, name));
  const openFiles = await filterAsync(files, isOpenToOthers);
  if (openFiles.length === 0) return [];
  const hint = `Run shedworks doctor --mend, or chmod 600 ${openFiles.join(' ')}. Anyone who read session-secret can sign in as any user: if in doubt, delete it. Everyone then has to sign in again.`;
  return [{ severity: 'error', what: 'other accounts on this machine can read a secret', records: openFiles, hint }];
}

async function filterAsync(files: readonly string[], keep: (file: string) => Promise<boolean>): Promise<string[]> {
  const results = await Promise.all(files.map(keep));
  return files.filter((_, n) => results[n]);
}

/** Optional settings that are not configured. */
export function settings(config: {
  readonly SMTP_URL?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
}): Finding[] {
  if (config.SMTP_URL && config.PUBLIC_URL) return [];
  if (config.SMTP_URL) {
    const hint = 'Set PUBLIC_URL to the address of the dashboard, such as https://office.example.com.';
    return [{ severity: 'note', what: 'emails have no links: PUBLIC_URL is not set', records: [], hint }];
  }
  const hint = 'Set SMTP_URL (and MAIL_FROM) to send it. Until then it is kept under Outbox.';
  return [{ severity: 'note', what: 'email is not sent: SMTP_URL is not set', records: [], hint }];
}
