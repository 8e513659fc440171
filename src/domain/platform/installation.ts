import type { Knex } from 'knex';
import pg from 'pg';
import { connect, migrateToLatest } from '../database.js';
import { readConfig, type Config } from './config.js';
import { shedworksHome } from './home.js';
import { ensurePostgres, releasePostgres } from './postgres.js';

/** The database of this installation, ready to be used: the configured one, or the embedded one. */
export interface Installation {
  readonly config: Config;
  readonly home: string;
  readonly url: string;
  readonly db: Knex;
  readonly embedded: boolean;
  /** Closes the pool and, when nobody else uses it, stops the embedded server. */
  close(): Promise<void>;
}

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly database?: string;
  readonly onNotice?: (text: string) => void;
  /** Bring the schema to the newest version first. */
  readonly migrate?: boolean;
}

/** Opens the installation of this environment; starts or attaches to the embedded PostgreSQL when none is configured. */
export async function openInstallation({
  env = process.env,
  database = 'shedworks',
  onNotice,
  migrate = true,
}: Options = {}): Promise<Installation> {
  const config = readConfig(env);
  const home = shedworksHome(env);
  if (config.DATABASE_URL) return opened(config, home, config.DATABASE_URL, migrate, false, () => Promise.resolve());
  const handle = await ensurePostgres({ home, database, ...(onNotice ? { onNotice } : {}) });
  const release = async () => void (await releasePostgres(handle));
  try {
    return await opened(config, handle.home, handle.url, migrate, true, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function opened(
  config: Config,
  home: string,
  url: string,
  migrate: boolean,
  embedded: boolean,
  release: () => Promise<void>,
): Promise<Installation> {
  if (migrate && !(await isCurrent(url))) await migrateToLatest(url);
  const db = connect(url);
  const close = async () => {
    await db.destroy();
    await release();
  };
  return { config, home, url, db, embedded, close };
}

/** A look without the migrations' lock: most starts find the schema as it should be. */
async function isCurrent(url: string): Promise<boolean> {
  const db = connect(url, { max: 1 });
  try {
    const [, pending] = (await db.migrate.list()) as [unknown, unknown[]];
    return pending.length === 0 && (await hasQueue(url));
  } finally {
    await db.destroy();
  }
}

async function hasQueue(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: string | null }>(
      `select to_regclass('graphile_worker.migrations')::text as found`,
    );
    return rows[0]?.found != null;
  } finally {
    await client.end();
  }
}
