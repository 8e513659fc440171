import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Progress } from '../../kernel/context.js';
import { knownMigrations, migrationStatus, formatNames, withMigrations } from '../../kernel/database/database.js';
import { databaseError } from '../../kernel/database/errors.js';
import { DomainError } from '../../kernel/errors.js';
import { prepareJobs } from '../../kernel/queue/queue.js';
import { version } from '../../kernel/platform/version.js';
import { computeBackupDigest, passing, tableSums } from './digest.js';
import type { BackupKey } from './encryption.js';
import type { Header } from './format.js';
import { openBackup, unreadable, type OpenBackup } from './read-file.js';
import { setSequences, takeApart, usedTables } from './restore-schema.js';
import { settleRestored, type SettledWork } from './settle.js';
import { holdBackupLock, plainSettings, productTables, quoteName, type BackupTable } from './tables.js';
import { getClient } from '../../kernel/database/copy-rows.js';

interface RestoreReport extends SettledWork {
  readonly version: string;
  readonly createdAt: string;
  readonly company: string | null;
  readonly tables: number;
  readonly rows: number;
  readonly digest: string;
  /** The migrations that updated the data from the backup's version to this one. */
  readonly migrated: readonly string[];
}

interface Options {
  readonly url: string;
  readonly file: string;
  /** The key to open an encrypted backup. */
  readonly key?: BackupKey | undefined;
  readonly progress?: Progress | undefined;
}

/**
 * Fills an empty database from a backup of the same or an older version, all or nothing. The content must match the
 * file's digest; then it is migrated to the newest schema. Throws `database-not-empty`, `backup-newer`,
 * `backup-running`, `database-in-use`, and `unreadable-file` for a damaged file.
 */
export async function restoreBackup({ url, file, key, progress }: Options): Promise<RestoreReport> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  let doneBytes = 0;
  const onBytes = (readBytes: number) => (doneBytes = Math.min(readBytes, size - 1));
  const backup = await openBackup(file, { key, onBytes });
  const showStep = (step: string) => progress?.report(doneBytes, size, step);
  try {
    refuseNewer(backup.header);
    const report = await withMigrations(url, async (db) => {
      const result = await db.transaction((tx) => restoreInto(tx, backup, showStep)).catch(inUse);
      await db.raw('set statement_timeout = 0; analyze');
      return result;
    });
    await prepareJobs(url);
    progress?.report(size, size, 'Restored');
    return report;
  } finally {
    await backup.close();
  }
}

/** Throws `backup-newer` if this version may not understand the data. */
export function refuseNewer(header: Header): void {
  const migrations = knownMigrations();
  if (isNewer(header.version, version) || header.migrations.some((name) => !migrations.includes(name)))
    throw new DomainError('backup-newer', { version: header.version });
}

function isNewer(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) > 0;
}

type ReportStep = (step: string) => void;

async function restoreInto(tx: Knex.Transaction, backup: OpenBackup, showStep: ReportStep): Promise<RestoreReport> {
  const client: ClientBase = await getClient(tx);
  await client.query(`${plainSettings}; set local lock_timeout = '10s'`);
  await holdBackupLock(client);
  await refuseUsed(client);
  await migrateTo(tx, backup.header.migrations);
  const tables = await productTables(client);
  refuseOtherTables(backup.header, tables);
  await load(client, tables, backup, showStep);
  const { digest, tables: sums } = backup.manifest();
  const loadedSums = await tableSums(
    client,
    tables.filter(({ name }) => !passing.has(name)),
  );
  if (computeBackupDigest(loadedSums) !== digest) throw unreadable('the restored data differs from the backup');
  const migrations = formatNames(await tx.migrate.latest());
  const settlement = await settleRestored(client);
  const { version: madeBy, createdAt, company } = backup.header;
  const rows = sums.reduce((sum, table) => sum + table.rows, 0);
  return {
    version: madeBy,
    createdAt,
    company,
    tables: sums.length,
    rows,
    digest,
    migrated: migrations,
    ...settlement,
  };
}

/** Lists the tables that users know first. */
const bestKnownTables: ReadonlySet<string> = new Set(['companies', 'orders', 'users']);

async function refuseUsed(client: ClientBase): Promise<void> {
  const usedNames = await usedTables(client, await productTables(client));
  usedNames.sort((a, b) => Number(bestKnownTables.has(b)) - Number(bestKnownTables.has(a)));
  if (usedNames.length > 0) throw new DomainError('database-not-empty', { tables: usedNames });
}

/** Runs one migration. Knex accepts its name, which its types do not declare. */
const only = (name: string) => ({ name }) as Knex.MigratorConfig; // as described above

/** Migrates to the schema of exactly these migrations. The tables must be empty. */
async function migrateTo(tx: Knex.Transaction, targetNames: readonly string[]): Promise<void> {
  const { done } = await migrationStatus(tx);
  const surplus = done.filter((name) => !targetNames.includes(name));
  for (const name of surplus.reverse()) await tx.migrate.down(only(name));
  for (const name of targetNames.filter((one) => !done.includes(one))) await tx.migrate.up(only(name));
}

/** Throws for a file with other tables or columns than the product's, so that it cannot name anything else. */
function refuseOtherTables(header: Header, tables: readonly BackupTable[]): void {
  const shape = (table: Pick<BackupTable, 'name' | 'columns'> | undefined) =>
    `${table?.name} (${table?.columns.join(', ')})`;
  for (let n = 0; n < Math.max(header.tables.length, tables.length); n++) {
    const [headerShape, tableShape] = [shape(header.tables[n]), shape(tables[n])];
    if (headerShape !== tableShape)
      throw unreadable(`it has the table ${headerShape}, but this version has ${tableShape}`);
  }
}

async function load(
  client: ClientBase,
  tables: readonly BackupTable[],
  backup: OpenBackup,
  showStep: ReportStep,
): Promise<void> {
  const putTogether = await takeApart(client, tables);
  for await (const { name, chunks } of backup.tables()) {
    const columns = tables
      .find((table) => table.name === name)
      ?.columns.map(quoteName)
      .join(', ');
    const copy = client.query(copyFrom(`copy ${quoteName(name)} (${columns}) from stdin`));
    await pipeline(Readable.from(reportProgress(chunks, name, showStep), { objectMode: false }), copy).catch(
      throwRefusal(name),
    );
  }
  showStep('Checking');
  await putTogether().catch(throwRefusal('its tables do not match each other'));
  await setSequences(client, backup.manifest().sequences);
}

async function* reportProgress(
  chunks: AsyncIterable<Buffer>,
  table: string,
  showStep: ReportStep,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    showStep(table);
    yield chunk;
  }
}

/** If PostgreSQL refuses values (class 22) or rows (class 23), the backup is damaged. */
const throwRefusal = (what: string) => (error: unknown) => {
  const { code, message } = databaseError(error);
  throw /^2[23]...$/.test(code) ? unreadable(`${what}: ${message}`) : error;
};

function inUse(error: unknown): never {
  throw databaseError(error).code === '55P03' ? new DomainError('database-in-use', undefined) : error;
}
