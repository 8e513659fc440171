import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Progress } from '../../kernel/context.js';
import { createClient } from '../../kernel/database/connection.js';
import { refuseUnknown } from '../../kernel/database/database.js';
import { DomainError } from '../../kernel/errors.js';
import { version } from '../../kernel/platform/version.js';
import { computeBackupDigest, TableCount, type TableSum } from './digest.js';
import type { BackupKey } from './encryption.js';
import { FORMAT, HEADER, MANIFEST, backupPartName, type Header, type Manifest } from './format.js';
import {
  holdBackupLock,
  plainSettings,
  productTables,
  quoteName,
  readTableRows,
  sequences,
  type BackupTable,
} from './tables.js';
import { tarEnd, tarEntry } from './tar.js';
import { writeWhole } from './write-file.js';

export interface BackupReport {
  readonly file: string;
  /** The size of the packed file, in bytes. */
  readonly bytes: number;
  readonly createdAt: string;
  readonly version: string;
  readonly tables: number;
  readonly rows: number;
  readonly digest: string;
}

interface Options {
  readonly url: string;
  readonly file: string;
  /** The key to encrypt the file with; not encrypted if left out. */
  readonly key?: BackupKey | undefined;
  readonly now: Date;
  readonly progress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PART = 4 * 1024 * 1024;

/**
 * Writes one consistent snapshot of every table into a file while users keep working. Throws `backup-running` while
 * another backup or a restore runs, and `nothing-to-back-up` if there is no schema.
 */
export async function makeBackup({ url, file, key, now, progress, signal }: Options): Promise<BackupReport> {
  const client = createClient({ connectionString: url, application_name: 'shedworks backup', keepAlive: true });
  await client.connect();
  const { rows: ownRows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  try {
    await client.query(`begin isolation level repeatable read read only; ${plainSettings}`);
    await holdBackupLock(client);
    const tables = await productTables(client);
    const header = await getHeader(client, tables, now);
    await client.query(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`);
    const total = await estimatedRows(client);
    const sums: TableSum[] = [];
    const content = archive({ client, tables, header, sums, report: reporter(total, progress) });
    const bytes = await writeWhole(file, content, { key, signal });
    const rows = sums.reduce((sum, table) => sum + table.rows, 0);
    const { createdAt } = header;
    return { file, bytes, createdAt, version, tables: tables.length, rows, digest: computeBackupDigest(sums) };
  } catch (error) {
    if (signal?.aborted) await endSession(url, ownRows[0]?.id);
    throw error;
  } finally {
    await client.end();
  }
}

const END_MS = 5000;

/** Waits until the server has ended a session that is in the middle of a table, and released its locks. */
async function endSession(url: string, process: number | undefined): Promise<void> {
  const other = createClient({ connectionString: url, application_name: 'shedworks' });
  try {
    await other.connect();
    await other.query('select pg_terminate_backend($1, $2)', [process, END_MS]);
  } catch {
    // the session ends at its next row, when it finds its connection closed
  } finally {
    await other.end();
  }
}

async function getHeader(client: pg.ClientBase, tables: readonly BackupTable[], now: Date): Promise<Header> {
  const migrations = await doneMigrations(client);
  if (migrations.length === 0) throw new DomainError('nothing-to-back-up', undefined);
  refuseUnknown(migrations);
  const { rows } = await client.query<{ name: string }>('select name from companies');
  return {
    format: FORMAT,
    product: 'shedworks',
    version,
    createdAt: now.toISOString(),
    company: rows[0]?.name ?? null,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
}

/** The migrations applied to this database; empty if it is blank. */
async function doneMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('knex_migrations') is not null as there`,
  );
  if (!tables[0]?.there) return [];
  const { rows } = await client.query<{ name: string }>('select name from knex_migrations order by id');
  return rows.map((row) => row.name);
}

async function estimatedRows(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select sum(greatest(reltuples, 0))::bigint::text as n from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  return Number(rows[0]?.n ?? 0);
}

type Report = (rows: number, step: string) => void;

/** The row count is an estimate, so progress reaches 100% only at the end. */
function reporter(total: number, progress: Progress | undefined): Report {
  let doneRows = 0;
  return (rows, step) => {
    doneRows += rows;
    const most = Math.max(total, 1);
    progress?.report(step === MANIFEST ? most : Math.min(doneRows, most - 1), most, step);
  };
}

interface Archive {
  readonly client: pg.ClientBase;
  readonly tables: readonly BackupTable[];
  readonly header: Header;
  /** Filled while tables are written. */
  readonly sums: TableSum[];
  readonly report: Report;
}

async function* archive({ client, tables, header, sums, report }: Archive): AsyncGenerator<Buffer> {
  const at = new Date(header.createdAt);
  const head = Buffer.from(`${JSON.stringify(header, null, 2)}\n`);
  yield tarEntry(HEADER, head, at);
  for (const table of tables) {
    const count = new TableCount(table.name);
    let part = 0;
    let rowCount = 0;
    for await (const content of inParts(readTableRows(client, table), count)) {
      yield tarEntry(backupPartName(table.name, ++part), content, at);
      report(count.rows - rowCount, table.name);
      rowCount = count.rows;
    }
    sums.push(count.sum());
  }
  const manifest: Manifest = {
    header: createHash('sha256').update(head).digest('hex'),
    tables: sums,
    sequences: await sequences(client),
    digest: computeBackupDigest(sums),
  };
  yield tarEntry(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), at);
  yield tarEnd;
  report(0, MANIFEST);
}

async function* inParts(chunks: AsyncIterable<Buffer>, count: TableCount): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    count.add(chunk);
    pending.push(chunk);
    size += chunk.length;
    if (size < PART) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
}
