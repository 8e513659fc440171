import { statfs } from 'node:fs/promises';
import type { Knex } from 'knex';
import { migrationStatus } from '../../kernel/database/database.js';
import { describeDatabase } from '../../kernel/database/faults.js';
import { queryFirstRow, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import type { Config } from '../../kernel/platform/config.js';
import { version } from '../../kernel/platform/version.js';
import { findLastBackup, type MadeBackup } from '../backup/made.js';

/** The state of an installation, without assessing it, which `doctor` does. */
export interface InstallationStatus {
  readonly version: string;
  readonly home: string;
  /** The file that the variables came from; null if there is none. */
  readonly envFile: string | null;
  readonly database: {
    /** Its name and server, without user and password. */
    readonly address: string;
    /** Whether this product runs it, in the home folder. */
    readonly embedded: boolean;
    readonly server: string;
    readonly bytes: number;
  };
  /** The name of the company; null before first set-up. */
  readonly company: string | null;
  readonly migrations: { readonly done: number; readonly pending: readonly string[] };
  /** How many processes run jobs now. */
  readonly workers: number;
  readonly mail: {
    /** The mail server; null if none is configured. */
    readonly server: string | null;
    readonly from: string;
    readonly waiting: number;
    readonly kept: number;
    readonly failed: number;
  };
  /** The space on the disk of the home folder, in bytes; null if there is no such folder. */
  readonly disk: { readonly folder: string; readonly freeBytes: number; readonly sizeBytes: number } | null;
  readonly lastBackup: MadeBackup | null;
}

interface Subject {
  readonly db: Knex;
  readonly url: string;
  readonly home: string;
  readonly embedded: boolean;
  readonly config: Config;
}

/** Reads the status of an installation; its schema may be of any version. */
export async function readInstallationStatus({
  db,
  url,
  home,
  embedded,
  config,
}: Subject): Promise<InstallationStatus> {
  const { done, pending } = await migrationStatus(db);
  const { server, bytes, workers } = await queryOnlyRow<{ server: string; bytes: string; workers: number }>(
    db.raw(
      `select current_setting('server_version') as server, pg_database_size(current_database())::text as bytes,
         (select count(*)::int from pg_stat_activity
           where datname = current_database() and application_name = 'shedworks-worker') as workers`,
    ),
  );
  return {
    version,
    home,
    envFile: config.SHEDWORKS_ENV_FILE ?? null,
    database: { address: describeDatabase(url), embedded, server: `PostgreSQL ${server}`, bytes: Number(bytes) },
    company: await findCompanyName(db),
    migrations: { done: done.length, pending },
    workers,
    mail: {
      server: config.SMTP_URL ? new URL(config.SMTP_URL).host : null,
      from: config.MAIL_FROM,
      ...(await countMail(db)),
    },
    disk: await findRoom(home),
    lastBackup: await findLastBackup(db),
  };
}

/** Whether the database has a company, which means that it was set up. */
export const hasCompany = async (db: Knex): Promise<boolean> => (await findCompanyName(db)) !== null;

async function findCompanyName(db: Knex): Promise<string | null> {
  if (!(await hasTable(db, 'companies'))) return null;
  return (await queryFirstRow<{ name: string }>(db('companies').first('name')))?.name ?? null;
}

async function countMail(db: Knex): Promise<Pick<InstallationStatus['mail'], 'waiting' | 'kept' | 'failed'>> {
  if (!(await hasTable(db, 'outbox_messages'))) return { waiting: 0, kept: 0, failed: 0 };
  const rows = await queryRows<{ status: string; n: number }>(
    db('outbox_messages').where({ kind: 'email' }).groupBy('status').select('status', db.raw('count(*)::int as n')),
  );
  const count = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
  return { waiting: count('waiting'), kept: count('kept'), failed: count('failed') };
}

async function hasTable(db: Knex, name: string): Promise<boolean> {
  const raw = db.raw('select to_regclass(?) is not null as found', [name]);
  return (await queryOnlyRow<{ found: boolean }>(raw)).found;
}

async function findRoom(folder: string): Promise<InstallationStatus['disk']> {
  const room = await statfs(folder).catch(() => null); // with an external database there may be no home folder
  return room && { folder, freeBytes: room.bavail * room.bsize, sizeBytes: room.blocks * room.bsize };
}
