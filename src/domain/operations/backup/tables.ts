import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DomainError } from '../../kernel/errors.js';

/** A table of the product: its stored columns by name (without generated ones), and its primary key. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly { readonly column: string; readonly isText: boolean }[];
}

/** A sequence behind an auto-incremented column. */
interface Sequence {
  readonly table: string;
  readonly column: string;
  /** The next number it will return. */
  readonly next: number;
}

/**
 * Takes the lock that allows only one backup or restore per database at a time, until the transaction or the session
 * ends.
 */
export async function holdBackupLock(client: pg.ClientBase, until: 'xact' | 'session' = 'xact'): Promise<void> {
  const lock = until === 'xact' ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_lock';
  const { rows } = await client.query<{ held: boolean }>(`select ${lock}(${LOCK}) as held`);
  if (!rows[0]?.held) throw new DomainError('backup-running', undefined);
}

const LOCK = 7_246_005;

export const quoteName = (name: string): string => pg.escapeIdentifier(name);

/** Settings with which any server reads and writes values identically, without time limits. */
export const plainSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local jit = off`;

/** Every table of the product, sorted by name, without the list of migrations. */
export async function productTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select c.relname::text as name, coalesce(k.key, '[]') as key,
      (select array_agg(a.attname::text order by a.attname::text collate "C") from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c left join lateral (
      select jsonb_agg(jsonb_build_object('column', a.attname, 'isText', a.attcollation <> 0) order by x.n) as key
      from pg_constraint p cross join unnest(p.conkey) with ordinality as x(attnum, n)
        join pg_attribute a on a.attrelid = p.conrelid and a.attnum = x.attnum
      where p.conrelid = c.oid and p.contype = 'p') k on true
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'knex\\_%'
    order by c.relname::text collate "C"`);
  return rows;
}

/** The sequences behind the columns of the product's tables, with their positions. */
export async function sequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; name: string }>(`
    select t.relname::text as "table", a.attname::text as "column", s.oid::regclass::text as name
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where d.deptype in ('a', 'i') and t.relnamespace = current_schema()::regnamespace and t.relname not like 'knex\\_%'
    order by 1, 2`);
  const sequences: Sequence[] = [];
  for (const { table, column, name } of rows) {
    const stands = await client.query<{ next: string }>(
      `select (last_value + case when is_called then 1 else 0 end)::text as next from ${name}`,
    );
    sequences.push({ table, column, next: Number(stands.rows[0]?.next ?? 1) });
  }
  return sequences;
}

/** The rows of a table in PostgreSQL COPY format, in primary key order. The same rows always yield the same bytes. */
export function readTableRows(client: pg.ClientBase, table: BackupTable): AsyncIterable<Buffer> {
  const order = table.key.map(({ column, isText }) => `${quoteName(column)}${isText ? ' collate "C"' : ''}`);
  const columns = table.columns.map(quoteName).join(', ');
  return client.query(
    copyTo(
      `copy (select ${columns} from ${quoteName(table.name)} t order by ${order.join(', ') || 't::text collate "C"'}) to stdout`,
    ),
  );
}
