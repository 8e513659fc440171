import type { Knex } from 'knex';

export type DemoRow = Readonly<Record<string, unknown>>;
/** Rows for one table, with column names in camel case. All rows have the same columns. */
export type TableRows = readonly [table: string, rows: readonly DemoRow[]];

const CHUNK = 1000;

const toColumn = (field: string): string =>
  field
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Inserts rows a thousand at a time; columns left out get their defaults. */
export async function insertDemoRows(db: Knex, [table, rows]: TableRows): Promise<void> {
  const fields = Object.keys(rows[0] ?? {});
  const columns = fields.map(toColumn);
  const list = columns.map(() => '??').join(', ');
  for (let start = 0; start < rows.length; start += CHUNK) {
    const records = rows
      .slice(start, start + CHUNK)
      .map((row) => fields.map((field, i) => [columns[i] ?? field, row[field]] as const));
    const json = JSON.stringify(records.map((entries) => Object.fromEntries(entries)));
    await db.raw(`insert into ?? (${list}) select ${list} from json_populate_recordset(null::??, ?)`, [
      table,
      ...columns,
      ...columns,
      table,
      json,
    ]);
  }
}
