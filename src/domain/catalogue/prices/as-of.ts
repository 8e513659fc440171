import type { Knex } from 'knex';
import { rawWith, queryRows } from '../../kernel/database/rows.js';
import { versionKeys } from './version-keys.js';

type PricedTable = keyof typeof versionKeys;

/** The source of a catalogue table in a query: `items` itself, or its contents at a past moment. */
export type TableSource = (table: PricedTable) => string;

export const asNow: TableSource = (table) => table;

/**
 * A table at a past moment: unchanged rows as they are now, and changed rows as they were before their first later
 * change.
 */
const asAt: TableSource = (table) => {
  const key = versionKeys[table].map((column) => `t.${column}::text`).join(` || ',' || `);
  return `(
    select t.* from ${table} t where not exists (
      select 1 from catalogue_versions v where v.table_name = '${table}' and v.row_key = ${key} and v.at > :at::timestamptz)
    union all
    select r.* from (
      select distinct on (row_key) before from catalogue_versions
       where table_name = '${table}' and at > :at::timestamptz order by row_key, at, id) v
     cross join lateral jsonb_populate_record(null::${table}, v.before) r
     where v.before is not null)`;
};

/** A catalogue table at a past moment, to select from. */
export const tableAt = (db: Knex, table: PricedTable, alias: string, at: Date | string): Knex.Raw =>
  db.raw(`${asAt(table)} as ${alias}`, { at });

interface PastQuery {
  readonly shopId: string | null;
  readonly ids: readonly string[];
  /** A past moment; null for now. */
  readonly at?: Date | string | undefined;
}

/** Runs a price query over the current or a past catalogue, with the parameters `:shop`, `:ids` and `:at`. */
export async function readPrices<Row>(db: Knex, want: PastQuery, query: (from: TableSource) => string): Promise<Row[]> {
  if (want.ids.length === 0) return [];
  const sql = query(want.at ? asAt : asNow);
  const bindings = { shop: want.shopId, ids: [...want.ids], ...(want.at ? { at: want.at } : {}) };
  return queryRows<Row>(rawWith(db, sql, bindings));
}
