import type { Knex } from 'knex';
import type pg from 'pg';
import { connectionOptions, createClient } from '../database/connection.js';
import { connectFault } from '../database/faults.js';
import { refusePooler, refuseReadOnly } from '../database/sessions.js';
import { connect, migrateToLatest, migrationStatus } from '../database/database.js';
import { pairStandby } from '../database/standby.js';
import { readConfig, sessionSecret, type Config } from './config.js';
import { shedworksHome } from './home.js';
import { createOutside, type OutsideAccess } from './outside.js';
import { holdPostgres, keepPostgres } from './postgres/keeper.js';

/** The database of this installation, ready to use: the configured one or the embedded one. */
export interface Installation {
  readonly config: Config;
  readonly home: string;
  readonly url: string;
  readonly db: Knex;
  readonly embedded: boolean;
  /** Closes the pools and stops the embedded server if no other process uses it. */
  close(): Promise<void>;
}

/** What reaching other systems needs: the installation's secret, and what its configuration allows. */
export const getOutside = ({ config, home }: Pick<Installation, 'config' | 'home'>): OutsideAccess =>
  createOutside(sessionSecret(config, home), config);

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly database?: string;
  readonly onNotice?: (text: string) => void;
  /** Whether to migrate the schema to the newest version first. */
  readonly migrate?: boolean;
  /** Whether to restart the embedded PostgreSQL if it stops before this process does. */
  readonly keep?: boolean;
}

/**
 * Opens this environment's installation: its database and, if configured, the standby for reports. If no database is
 * configured, starts the embedded PostgreSQL or attaches to it.
 */
export async function openInstallation({
  env = process.env,
  database = 'shedworks',
  onNotice,
  migrate = true,
  keep = false,
}: Options = {}): Promise<Installation> {
  const config = readConfig(env);
  const home = shedworksHome(env);
  if (config.DATABASE_URL) {
    if (keep) await refusePooler(config.DATABASE_URL);
    return openDatabase(config, home, config.DATABASE_URL, migrate, false, () => Promise.resolve());
  }
  const { first, release } = await (keep ? keepPostgres : holdPostgres)({
    ...{ home, database },
    ...(onNotice ? { onNotice } : {}),
  });
  try {
    return await openDatabase(config, first.home, first.url, migrate, true, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function openDatabase(
  config: Config,
  home: string,
  url: string,
  migrate: boolean,
  embedded: boolean,
  release: () => Promise<void>,
): Promise<Installation> {
  if (await isBehind(url, migrate)) await migrateToLatest(url);
  const db = connect(url, { max: WRITE_CONNECTIONS, acquireMs: 5000 });
  const standby = config.DATABASE_READ_URL ? withStandby(db, config.DATABASE_READ_URL) : null;
  const close = async () => {
    await Promise.all([db.destroy(), standby?.destroy()]);
    await release();
  };
  return { config, home, url, db, embedded, close };
}

const WRITE_CONNECTIONS = 12;
const STANDBY_CONNECTIONS = 8;

/** A pool to the standby at `url`; an unreachable standby does not prevent startup. */
function withStandby(db: Knex, url: string): Knex {
  const standby = connect(url, { max: STANDBY_CONNECTIONS, applicationName: 'shedworks-reports' });
  pairStandby(db, standby);
  return standby;
}

/**
 * Whether the schema needs migrating. Throws a `StartError` for a database that does not answer, or one that must be
 * written but is read-only.
 */
async function isBehind(url: string, migrate: boolean): Promise<boolean> {
  const client = createClient(connectionOptions(url, 'shedworks'));
  try {
    await client.connect().catch((error: unknown) => {
      throw connectFault(error, url);
    });
    if (!migrate) return false;
    await refuseReadOnly(client);
    return !(await hasQueue(client)) || !(await isMigrated(url));
  } finally {
    await client.end();
  }
}

/** Checks without the migration lock first, because most starts find the schema up to date. */
async function isMigrated(url: string): Promise<boolean> {
  const db = connect(url, { max: 1 });
  try {
    const { pending } = await migrationStatus(db);
    return pending.length === 0;
  } finally {
    await db.destroy();
  }
}

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('graphile_worker.migrations')::text as found`,
  );
  return rows[0]?.found != null;
}
