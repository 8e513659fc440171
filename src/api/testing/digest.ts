import type { Knex } from 'knex';

/**
 * Tables that a refused call may write: attempt counters, the logs, when sessions were used, and the tools' own
 * tables.
 */
const apart = ['access_events', 'rate_limits', 'error_logs', 'sessions', 'knex_migrations', 'knex_migrations_lock'];

/** What identifies the state of a row: the transaction that wrote it, which is far faster to read than its content. */
const WRITER = 'xmin::text::bigint';
/** For keys, their content, without the columns that every call with a key may write. */
const states: Readonly<Record<string, string>> = {
  api_key_secrets: `hashtextextended((to_jsonb(t) - '{used_at,used_from,refused_at,refused_from,refused_why}'::text[])::text, 0)`,
};

/** The row count and state of every business table, which are equal if no row was written. */
export async function computeDigest(db: Knex): Promise<Record<string, string>> {
  const tables = (await db('pg_tables')
    .where({ schemaname: 'public' })
    .whereNotIn('tablename', apart)
    .orderBy('tablename')
    .pluck('tablename')) as string[];
  const digestRow = (table: string) =>
    `select '${table}' as name, count(*) || ' ' || coalesce(sum(${states[table] ?? WRITER}), 0) as digest from "${table}" t`;
  const { rows } = (await db.raw(tables.map(digestRow).join(' union all '))) as {
    rows: { name: string; digest: string }[];
  };
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
