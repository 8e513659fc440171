import pg, { type ClientBase } from 'pg';
import { passing } from './digest.js';
import type { Manifest } from './format.js';
import { quoteName, sequences, type BackupTable } from './tables.js';

const literal = (text: string): string => pg.escapeLiteral(text);

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Prepares tables to receive rows in any order: disables the product's triggers and drops foreign keys. Requires
 * ownership of the tables, but no superuser. Returns a function that restores both and checks the foreign keys.
 */
export async function takeApart(client: ClientBase, tables: readonly BackupTable[]): Promise<() => Promise<void>> {
  const keys = await foreignKeys(client);
  const each = (change: string) => tables.map(({ name }) => `alter table ${quoteName(name)} ${change} trigger user`);
  await client.query(
    [
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${quoteName(name)}`),
      ...each('disable'),
      `truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`,
    ].join(';'),
  );
  return async () => {
    const back = keys.map((key) => `alter table ${key.table} add constraint ${quoteName(key.name)} ${key.definition}`);
    await client.query(['set constraints all immediate', ...back, ...each('enable')].join(';'));
  };
}

async function foreignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
  );
  return rows;
}

/** The business tables that have rows, without tables that are filled automatically before there is a company. */
export async function usedTables(client: ClientBase, tables: readonly BackupTable[]): Promise<string[]> {
  const looks = tables
    .filter(({ name }) => !passing.has(name))
    .map(({ name }) => `select ${literal(name)} as name where exists (select from ${quoteName(name)})`);
  if (looks.length === 0) return [];
  return (await client.query<{ name: string }>(looks.join(' union all '))).rows.map((row) => row.name);
}

/** Sets the sequences to continue where they were, and never below a used number. */
export async function setSequences(client: ClientBase, sequenceList: Manifest['sequences']): Promise<void> {
  for (const { table, column } of await sequences(client)) {
    const next = sequenceList.find((one) => one.table === table && one.column === column)?.next ?? 1;
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, (select max(${quoteName(column)}) + 1 from ${quoteName(table)}), 1), false)`,
      [quoteName(table), column, next],
    );
  }
}
