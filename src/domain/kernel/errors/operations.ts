import { define, type LockHolder } from './define.js';

const shortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} other tables` : names.join(', ');

/** Errors of the database, backups and the limits of the server. */
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
  'archive-of-another': define(
    'conflict',
    (d: { folder: string; home: string }) =>
      `${d.folder} holds the continuous backup of the database in ${d.home}. Use a different folder for this database.`,
  ),
  'archive-of-past': define(
    'conflict',
    (d: { folder: string }) =>
      `${d.folder} holds the continuous backup of this database from before it was restored. Use a different folder from ` +
      'now on, also in the crontab.',
  ),
  'archive-off': define(
    'conflict',
    () =>
      'An older version of Shedworks started this database. To back it up continuously, stop Shedworks, start it and ' +
      'run this again.',
  ),
  'archive-away': define(
    'unavailable',
    (d: { folder: string }) =>
      `${d.folder} no longer holds the continuous backup that PostgreSQL writes there. Check that its disk is mounted. ` +
      'To start a new one in this folder, first run "shedworks backup --no-continuous".',
  ),
  'archive-failing': define(
    'unavailable',
    (d: { folder: string; segment: string }) =>
      `PostgreSQL could not write the file ${d.segment} to ${d.folder}. Check the free space there, and that PostgreSQL's ` +
      `account can enter every folder above it; postgres.log in the home folder has the reason. Nothing is lost: ` +
      'PostgreSQL keeps the file and tries again.',
  ),
  'archive-full': define(
    'unavailable',
    (d: { folder: string }) =>
      `The disk with ${d.folder} is full, so the base backup was not made. Free up space there, or keep fewer backups (--keep).`,
  ),
  'no-base-backup': define('unprocessable', (d: { folder: string; to: string; oldest: string | null }) =>
    d.oldest === null
      ? `There is no continuous backup in ${d.folder}.`
      : `There is no base backup from before ${d.to}. The first moment that can be restored is ${d.oldest}.`,
  ),
  'archive-gap': define(
    'unprocessable',
    (d: { segment: string; last: string }) =>
      `The archive is missing the file ${d.segment}: the changes after ${d.last} cannot be restored. Restore to that moment or ` +
      'an earlier one, or make a base backup.',
  ),
  'archive-too-short': define(
    'unprocessable',
    (d: { last: string }) =>
      `The archive ends at ${d.last}. Restore to that moment or an earlier one, or leave out --to for the newest state.`,
  ),
  'recovery-failed': define(
    'unprocessable',
    (d: { reason: string }) => `PostgreSQL could not restore the backup: ${d.reason}`,
  ),
  'sql-refused': define('invalid', ({ why }: { why: string }) => `The database rejected the query: ${why}`),
  'sql-too-long': define(
    'timeout',
    ({ seconds }: { seconds: number }) => `The query took longer than ${seconds} s. Add --seconds for more.`,
  ),
  'nothing-to-back-up': define('conflict', () => 'Nothing to back up: the database has no Shedworks tables.'),
  'database-newer': define(
    'conflict',
    (d: { migrations: readonly string[]; last: string }) =>
      `A newer version of Shedworks has updated this database (${d.migrations.join(', ')}). Use that version. To go back ` +
      `to this one, first run "shedworks migrate --down-to ${d.last}" with the newer one.`,
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
