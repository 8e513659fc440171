import { randomBytes, randomInt } from 'node:crypto';
import type pg from 'pg';
import { connectionOptions, createClient } from './connection.js';
import { databaseError } from './errors.js';
import { connectFault } from './faults.js';
import { StartError } from '../start-error.js';

const PATIENCE_MS = 10_000;

/**
 * Throws a `StartError` unless a connection to `url` is one PostgreSQL session from first query to last. Events
 * (LISTEN), locks and prepared statements belong to a session, and a pooler in transaction mode silently loses them.
 * Also throws one for a database that does not answer or is read-only.
 */
export async function refusePooler(url: string): Promise<void> {
  const [one, other] = [probe(url), probe(url)];
  try {
    await Promise.all([one.connect(), other.connect()]).catch((error: unknown) => {
      throw connectFault(error, url);
    });
    await refuseReadOnly(one); // a standby refuses LISTEN
    const fault = await sessionFault(one, other).catch((error: unknown) => databaseError(error).message);
    if (fault !== null) throw new StartError(poolerSentence(fault));
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined))); // a pooler may have closed it
  }
}

const probe = (url: string): pg.Client =>
  createClient({ ...connectionOptions(url, 'shedworks-probe'), query_timeout: PATIENCE_MS });

const poolerSentence = (fault: string): string =>
  `DATABASE_URL points to a connection pooler that does not keep a session for each connection (${fault}). ` +
  'Set it to session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL itself.';

/** What does not work between two connections; null if everything does. Cleans up whatever it creates. */
async function sessionFault(one: pg.Client, other: pg.Client): Promise<string | null> {
  const pid = await backend(one);
  await other.query('begin'); // behind a pooler, this gets the connection that `one` had
  if ((await backend(one)) !== pid) return 'it changes between two queries';
  const channel = `shedworks_probe_${randomBytes(6).toString('hex')}`;
  const notification = new Promise((resolve) => one.once('notification', resolve));
  await one.query(`listen ${channel}`);
  await other.query(`notify ${channel}; commit`);
  if (!(await comesSoon(notification))) return 'LISTEN does not receive NOTIFY';
  await one.query(`unlisten ${channel}`);
  return (await lockFault(one, other)) ?? preparedFault(one, other);
}

const backend = async (client: pg.Client): Promise<unknown> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

async function lockFault(one: pg.Client, other: pg.Client): Promise<string | null> {
  const key = randomInt(2 ** 31);
  const answer = async (client: pg.Client, call: string): Promise<boolean> =>
    (await client.query<{ done: boolean }>(`select ${call}($1, $2) as done`, [PROBE, key])).rows[0]?.done ?? false;
  const isLocked = await answer(one, 'pg_try_advisory_lock');
  const isShared = await answer(other, 'pg_try_advisory_lock');
  const isUnlocked = await answer(one, 'pg_advisory_unlock');
  return isLocked && !isShared && isUnlocked ? null : 'advisory locks do not hold';
}

const PROBE = 7_246_009;

/** Checks prepared statements: each connection prepares a different one under the same name. */
async function preparedFault(one: pg.Client, other: pg.Client): Promise<string | null> {
  const name = 'shedworks_probe';
  const statements = [
    { client: one, text: 'select 1 as n' },
    { client: other, text: 'select 2 as n' },
  ];
  const answers: unknown[] = [];
  for (const { client, text } of [...statements, ...statements])
    answers.push((await client.query<{ n: number }>({ name, text })).rows[0]?.n);
  await Promise.all([one, other].map((client) => client.query(`deallocate ${name}`)));
  return answers.join() === '1,2,1,2' ? null : 'prepared statements are mixed up';
}

/** Whether an event arrives within the time allowed at startup. */
async function comesSoon(event: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS)));
  const hasArrived = await Promise.race([event.then(() => true), time]);
  clearTimeout(timer);
  return hasArrived;
}

/** Throws a `StartError` if the connection's database is read-only, such as a standby. */
export async function refuseReadOnly(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
  );
  if (rows[0]?.standby)
    throw new StartError(
      'DATABASE_URL points to a standby, which is read-only. Use the primary; set the standby in DATABASE_READ_URL.',
    );
  if (rows[0]?.readOnly)
    throw new StartError(
      'The database in DATABASE_URL is read-only (default_transaction_read_only). Make it writable.',
    );
}
