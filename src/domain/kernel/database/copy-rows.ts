import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value that COPY accepts. */
export type CopyCell = string | number | boolean | null | undefined;
/** A row for COPY: its columns, and the values in the same order. */
export interface Cells {
  readonly columns: readonly string[];
  readonly values: readonly CopyCell[];
}

/** Combines named values with cells that are already in column order. */
export const toCopy = (
  row: Readonly<Record<string, CopyCell>>,
  columns: readonly string[],
  cells: readonly CopyCell[],
): Cells => ({
  columns: toColumns(row, columns),
  values: [...Object.values(row), ...cells],
});

let lastColumns: readonly string[] = [];
/** Rows of the same shape share one column list. */
function toColumns(row: Readonly<Record<string, CopyCell>>, columns: readonly string[]): readonly string[] {
  const names = Object.keys(row);
  const isSame =
    lastColumns.length === names.length + columns.length &&
    lastColumns[names.length] === columns[0] &&
    names.every((n, i) => n === lastColumns[i]);
  if (!isSame) lastColumns = [...names, ...columns];
  return lastColumns;
}

/** The connection of a transaction. Throws outside of one, where each call could get another connection. */
export async function getClient(tx: Knex): Promise<Client> {
  if (!tx.isTransaction) throw new Error('this is not a transaction');
  return (tx.client as { acquireConnection(): Promise<Client> }).acquireConnection(); // knex does not type its client
}

const BATCH = 50;

/** Streams rows into a table with COPY, inside the transaction `db`. Every row has the columns of the first. */
export async function copyRows(db: Knex, table: string, rows: Iterable<Cells>): Promise<void> {
  const all = rows[Symbol.iterator]();
  const first = all.next();
  if (first.done) return;
  const { columns } = first.value;
  const client = await getClient(db);
  const names = columns.map((c) => `"${c}"`).join(', ');
  await pipeline(
    Readable.from(lines(first.value, all)),
    client.query(copyFrom(`copy "${table}" (${names}) from stdin`)),
  );
}

function* lines(first: Cells, rest: Iterator<Cells>): Generator<string> {
  let batch = '';
  let n = 0;
  for (let row: Cells | null = first; row; row = getNext(rest)) {
    const { values } = row;
    for (let i = 0; i < values.length; i++) batch += (i ? '\t' : '') + cell(values[i]);
    batch += '\n';
    if (++n % BATCH !== 0) continue;
    yield batch;
    batch = '';
  }
  if (batch) yield batch;
}

function getNext(rows: Iterator<Cells>): Cells | null {
  const next = rows.next();
  return next.done ? null : next.value;
}

const special = /[\\\n\r\t\0]/g;
const needsEscape = /[\\\n\r\t\0]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function cell(value: CopyCell): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return needsEscape.test(value) ? value.replace(special, (c) => escapes[c] ?? '') : value;
}
