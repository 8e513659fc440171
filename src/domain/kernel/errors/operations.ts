import { define, type LockHolder } from './define.js';

const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} other tables` : names.join(', ');

/** The database, backups and the limits of the server. */
export const operationsErrors = {
  'backup-running': define(
    'conflict',
    () => 'Another backup or restore of this database is running. Try again when it finishes.',
  ),
  'backup-newer': define(
    'unprocessable',
    (d: { version: string }) =>
      `This backup was made with Shedworks ${d.version}, which is newer than this version. Restore it with ${d.version}.`,
  ),
  'nothing-to-back-up': define('conflict', () => 'Nothing to back up: the database has no Shedworks tables.'),
  'database-newer': define(
    'conflict',
    (d: { migrations: readonly string[] }) =>
      `A newer version of Shedworks has updated this database (${d.migrations.join(', ')}). Use that version.`,
  ),
  'database-not-empty': define(
    'conflict',
    (d: { tables: readonly string[] }) =>
      `A backup can only be restored into an empty database. This one has rows in ${shortList(d.tables)}.`,
  ),
  'database-in-use': define(
    'conflict',
    () => 'The database is in use by another process. Stop the server and try again.',
  ),
  'migration-running': define(
    'conflict',
    ({ holder }: { holder: LockHolder | null }) =>
      'Another process is updating this database' +
      (holder
        ? `: PostgreSQL process ${holder.pid} ("${holder.name}" from ${holder.address}), since ${holder.since}. ` +
          `Wait until it finishes. If it hangs, end it with "select pg_terminate_backend(${holder.pid})" and start again.`
        : '. Start again in a moment.'),
  ),
  'too-large': define('too-large', (d: { limit: string }) => `The request is larger than ${d.limit}.`),
  'too-many-calls': define(
    'too-many',
    (d: { retryAfter: number }) => `Too many calls. Try again in ${d.retryAfter} seconds.`,
  ),
  busy: define(
    'too-many',
    (d: { retryAfter: number }) => `You have too many requests waiting. Try again in ${d.retryAfter} seconds.`,
  ),
  'too-slow': define('timeout', () => 'The request took too long to arrive. Check your connection and try again.'),
  'database-unavailable': define('unavailable', () => 'The database is not responding. Try again in a moment.'),
  'write-unconfirmed': define(
    'unavailable',
    () =>
      'The database did not confirm the change in time. It may already be saved, so check before you try again. ' +
      'Repeating it with the same Idempotency-Key is safe.',
  ),
  'no-room': define('unavailable', () => 'The server is out of disk space. Nothing was changed.'),
} as const;
