import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Cell = string | number | boolean | null | undefined;
const BATCH = 500;

/** Streams rows into a table with COPY, inside the transaction `db`; far faster than INSERT for thousands of rows. */
export async function copyRows(
  db: Knex.Transaction,
  table: string,
  columns: readonly string[],
  rows: Iterable<Readonly<Record<string, Cell>>>,
): Promise<void> {
  const client = (await (db.client as { acquireConnection(): Promise<Client> }).acquireConnection()) as Client;
  const names = columns.map((c) => `"${c}"`).join(', ');
  await pipeline(Readable.from(lines(columns, rows)), client.query(copyFrom(`copy "${table}" (${names}) from stdin`)));
}

function* lines(columns: readonly string[], rows: Iterable<Readonly<Record<string, Cell>>>): Generator<string> {
  let batch = '';
  let n = 0;
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) batch += (i ? '\t' : '') + cell(row[columns[i] as string]);
    batch += '\n';
    if (++n % BATCH !== 0) continue;
    yield batch;
    batch = '';
  }
  if (batch) yield batch;
}

const special = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function cell(value: Cell): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return value.replace(special, (c) => escapes[c] as string).replaceAll('\0', '');
}
