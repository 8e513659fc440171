import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { plainSettings, productTables, readTableRows, type BackupTable } from './tables.js';
import { getClient } from '../../kernel/database/copy-rows.js';

/** The rows of one table: their number, their length as text, and their SHA-256. */
export interface TableSum {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

const NEW_LINE = 0x0a;

/** Counts and hashes the rows of a table as they are streamed. */
export class TableCount {
  rows = 0;
  private bytes = 0;
  private readonly hash = createHash('sha256');

  constructor(private readonly name: string) {}

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) this.rows++;
  }

  sum(): TableSum {
    return { name: this.name, rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/**
 * Tables without business data: the access log, runs of commands, sign-in attempts, ended sessions, jobs and sweeps,
 * outgoing messages and webhooks, sent notice emails, the error log.
 */
export const passing: ReadonlySet<string> = new Set([
  'access_events',
  'backups',
  'command_runs',
  'ended_sessions',
  'error_logs',
  'idempotency_keys',
  'job_runs',
  'notice_digests',
  'notice_mails',
  'outbox_attachments',
  'outbox_attempts',
  'outbox_messages',
  'rate_limits',
  'sessions',
  'sign_in_tickets',
  'sweeps',
  'refused_addresses',
  'used_challenges',
  'webhook_attempts',
  'webhook_messages',
]);

/** One SHA-256 over the stored columns of every business table, rows in key order. */
export function computeBackupDigest(sums: readonly TableSum[]): string {
  const lines = sums
    .filter(({ name }) => !passing.has(name))
    .map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('hex');
}

/** Counts and sums of tables as seen by the transaction of `client`. */
export async function tableSums(client: ClientBase, tables: readonly BackupTable[]): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) {
    const count = new TableCount(table.name);
    for await (const chunk of readTableRows(client, table)) count.add(chunk);
    sums.push(count.sum());
  }
  return sums;
}

/** The business tables with their sums at one moment; some tables and columns may be left out. */
export async function businessDigest(
  db: Knex,
  leftOut: { readonly tables?: readonly string[]; readonly columns?: readonly string[] } = {},
): Promise<Record<string, string>> {
  return db.transaction(
    async (tx) => {
      await tx.raw(plainSettings);
      const client = await getClient(tx);
      const tables = (await productTables(client))
        .filter(({ name }) => !passing.has(name) && !leftOut.tables?.includes(name))
        .map((table) => ({ ...table, columns: table.columns.filter((column) => !leftOut.columns?.includes(column)) }));
      const sums = await tableSums(client, tables);
      return Object.fromEntries(sums.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
