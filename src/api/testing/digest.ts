import type { Knex } from 'knex';

/**
 * Tables that a refused call may write: attempt counters, the logs, when sessions were used, and the tools' own
 * tables.
 */
const apart = ['access_events', 'rate_limits', 'error_logs', 'sessions', 'knex_migrations', 'knex_migrations_lock'];

/** Columns that every call with a key may write: when and from where it was used or refused. */
const ofUse: Readonly<Record<string, string>> = {
  api_key_secrets: `(to_jsonb(t) - '{used_at,used_from,refused_at,refused_from,refused_why}'::text[])::text`,
};

/** The content of every business table as row count and digest, which are equal if nothing changed. */
export async function computeDigest(db: Knex): Promise<Record<string, string>> {
  const tables = (await db('pg_tables')
    .where({ schemaname: 'public' })
    .whereNotIn('tablename', apart)
    .orderBy('tablename')
    .pluck('tablename')) as string[];
  const one = (table: string) =>
    `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${ofUse[table] ?? 't::text'}, 0)), 0) as digest from "${table}" t`;
  const { rows } = (await db.raw(tables.map(one).join(' union all '))) as { rows: { name: string; digest: string }[] };
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
