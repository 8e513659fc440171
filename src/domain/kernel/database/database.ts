import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import { connectionOptions, createClient } from './connection.js';
import { databaseError } from './errors.js';
import { refusePooler } from './sessions.js';
import { DomainError, type LockHolder } from '../errors.js';
import { packageFolder } from '../../../package.js';
import { queryColumn, queryRows } from './rows.js';

/** A connection in use, with its start time by `performance.now()`. */
export interface HeldConnection {
  readonly client: pg.Client;
  readonly since: number;
}

interface Connections {
  readonly open: Set<pg.Client>;
  readonly held: Map<pg.Client, number>;
}

/** The connections of each pool. */
const connections = new WeakMap<Knex, Connections>();

interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  /** How long a query waits for a free connection. */
  readonly acquireMs?: number;
}

/** A pool of connections to the database at `url`. Close it with `destroy()`. */
export function connect(
  url: string,
  { max = 20, applicationName = 'shedworks', acquireMs = 8000 }: PoolOptions = {},
): Knex {
  const ownConnections: Connections = { open: new Set(), held: new Map() };
  const db = knexModule.default({
    client: 'pg',
    connection: connectionOptions(url, applicationName) as Knex.PgConnectionConfig, // options of pg, which knex passes on
    pool: {
      min: 0,
      max,
      afterCreate: noteIn(ownConnections),
      validate: (one: pg.Client) => ownConnections.open.has(one),
    },
    acquireConnectionTimeout: acquireMs,
    log: { warn: warnOfOthers },
    migrations: { directory: migrationsDirectory(), loadExtensions: ['.js'] },
  });
  const { pool } = db.client as { readonly pool: PoolEvents }; // knex does not type its client
  pool.on('acquireSuccess', (_, client) => ownConnections.held.set(client, performance.now()));
  pool.on('release', (client) => ownConnections.held.delete(client));
  connections.set(db, ownConnections);
  return db;
}

/**
 * A warning of knex, which would print it on standard output, where only data belongs. The query that fails reports a
 * lost connection.
 */
function warnOfOthers(message: unknown): void {
  const text = String(message);
  if (!text.startsWith('Connection Error')) process.stderr.write(`${text}\n`);
}

/** What knex's pool reports, which its types do not declare. */
interface PoolEvents {
  on(event: 'acquireSuccess', listener: (id: number, client: pg.Client) => void): void;
  on(event: 'release', listener: (client: pg.Client) => void): void;
}

const noteIn =
  ({ open, held }: Connections) =>
  (connection: pg.Client, done: (error: null, connection: pg.Client) => void): void => {
    const forget = (): void => {
      open.delete(connection);
      held.delete(connection);
    };
    open.add(connection);
    connection.once('end', forget).once('error', forget); // on an error, the callers are rejected after the event; the connection ends later
    done(null, connection);
  };

/** The connections of a pool that are in use. */
export const heldConnections = (db: Knex): HeldConnection[] =>
  [...(connections.get(db)?.held ?? [])].map(([client, since]) => ({ client, since }));

/**
 * Ends all connections of a pool while they are in use, or only those in `some`. Pending queries fail immediately and
 * transactions are rolled back. The next query gets a new connection. Returns the connections that were ended,
 * without those that were released in the meantime.
 */
export function cutConnections(db: Knex, some?: readonly HeldConnection[]): pg.Client[] {
  const { open, held } = connections.get(db) ?? { open: new Set<pg.Client>(), held: new Map<pg.Client, number>() };
  const closedConnections = some
    ?.filter(({ client, since }) => held.get(client) === since)
    .map(({ client }) => client) ?? [...open];
  for (const connection of closedConnections) {
    open.delete(connection);
    void connection.end().catch(() => undefined); // it may be broken already
  }
  return closedConnections;
}

const migrationsDirectory = () => fileURLToPath(new URL('migrations', packageFolder));

/** The migrations that ship with this version, in order. */
export const knownMigrations = (): string[] =>
  readdirSync(migrationsDirectory())
    .filter((name) => name.endsWith('.js'))
    .sort();

const MIGRATION_LOCK = 7_246_001;

/**
 * The names of the migrations that knex ran or rolled back. Its types do not declare the batch and the names it
 * returns.
 */
export const formatNames = (answer: unknown): string[] => (answer as [batch: number, names: string[]])[1];

/**
 * Migrates the schema to the newest version, one process at a time; returns the names of the migrations that ran. Throws
 * `database-newer`.
 */
export async function migrateToLatest(url: string): Promise<string[]> {
  return withMigrations(url, async (db) => {
    refuseUnknown(await appliedMigrations(db));
    const migrationNames = formatNames(await db.migrate.latest());
    const { prepareJobs } = await import('../queue/queue.js'); // loaded here because only migrating needs the queue's library
    await prepareJobs(url);
    return migrationNames;
  });
}

/** Rolls back the last `steps` migrations; returns their names. */
export async function rollback(url: string, steps: number): Promise<string[]> {
  return withMigrations(url, async (db) => {
    const undone: string[] = [];
    for (let i = 0; i < steps; i++) undone.push(...formatNames(await db.migrate.down()));
    return undone;
  });
}

/** Which migrations have run and which are pending. Throws `database-newer`. */
export async function migrationStatus(db: Knex): Promise<{ done: string[]; pending: string[] }> {
  const done = await appliedMigrations(db);
  refuseUnknown(done);
  return { done, pending: knownMigrations().filter((name) => !done.includes(name)) };
}

/** The migrations that have run, in order, also those of a newer version; none if the database has no tables. */
export async function appliedMigrations(db: Knex): Promise<string[]> {
  if (!(await db.schema.hasTable('knex_migrations'))) return [];
  return queryColumn<string>(db('knex_migrations').orderBy('id').pluck('name'));
}

/** Throws `database-newer` if some of these migrations ship only with a newer version. */
export function refuseUnknown(migrations: readonly string[]): void {
  const knownNames = knownMigrations();
  const unknown = migrations.filter((name) => !knownNames.includes(name));
  if (unknown.length > 0)
    throw new DomainError('database-newer', { migrations: unknown, last: knownNames.at(-1) ?? 'none' });
}

/**
 * Runs `work` while no other process migrates this database. Throws `migration-running`, naming the other process, if
 * that takes longer than `patienceMs`. Throws a `StartError` if the database is read-only or behind a pooler that
 * loses locks.
 */
export async function withMigrations<T>(
  url: string,
  work: (db: Knex) => Promise<T>,
  patienceMs = MIGRATION_PATIENCE_MS,
): Promise<T> {
  await refusePooler(url);
  const guard = createClient({ connectionString: url, application_name: 'shedworks-migrations' });
  await guard.connect();
  const db = connect(url, { max: 2 });
  try {
    await lockMigrations(guard, patienceMs);
    await db.migrate.forceFreeMigrationsLock(); // a killed process leaves knex's lock behind; ours ends with its connection
    return await work(db);
  } finally {
    await db.destroy();
    await guard.end();
  }
}

/** Milliseconds to wait for other processes that migrate at startup; a large database takes a while. */
const MIGRATION_PATIENCE_MS = 60_000;

async function lockMigrations(guard: pg.Client, patienceMs: number): Promise<void> {
  await guard.query(`set lock_timeout = ${patienceMs}`);
  try {
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  } catch (error) {
    if (databaseError(error).code !== LOCK_TIMEOUT) throw error;
    const { rows } = await guard.query<LockHolder>(
      `select a.pid, a.application_name as name, coalesce(host(a.client_addr), 'this machine') as address,
         to_char(a.state_change at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as since
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
         and l.database = (select oid from pg_database where datname = current_database())`,
      [MIGRATION_LOCK],
    );
    throw new DomainError('migration-running', { holder: rows[0] ?? null });
  }
}

const LOCK_TIMEOUT = '55P03';

/**
 * Runs several queries in one round trip, because a transaction sends one query at a time, which adds up on a slow
 * network. Each query must return rows; pass at least two.
 */
export async function inOneTrip<T extends readonly (readonly unknown[])[]>(
  db: Knex,
  ...queries: { readonly [K in keyof T]: Knex.QueryBuilder | Knex.Raw }
): Promise<T> {
  const text = queries.map((query) => query.toQuery()).join(';\n');
  const answers = await queryRows<{ readonly rows: unknown[] }>(db.raw(text.replaceAll('?', '\\?')));
  return answers.map(({ rows }) => rows) as unknown as T; // one answer per query, in order
}
