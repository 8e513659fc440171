import type { Knex } from 'knex';

/** The writable columns of a table, in order. */
export async function readColumns(db: Knex, table: string): Promise<string[]> {
  const { rows } = (await db.raw(
    `select column_name from information_schema.columns
      where table_schema = 'public' and table_name = ? and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )) as { rows: { column_name: string }[] };
  return rows.map(({ column_name }) => column_name);
}

/** The select list that copies a row of `of` and replaces the values of some columns. */
export const copyColumns = (columns: readonly string[], of: string, other: Readonly<Record<string, string>>): string =>
  columns.map((column) => other[column] ?? `${of}.${column}`).join(', ');
