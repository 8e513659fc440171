import type { Knex } from 'knex';

/** Tables that a refused call may write: counts of attempts, the error log, and what the tools keep for themselves. */
const apart = ['rate_limits', 'error_logs', 'knex_migrations', 'knex_migrations_lock'];

/** The content of every business table as a number of rows and a digest: equal when nothing was changed. */
export async function digestOf(db: Knex): Promise<Record<string, string>> {
  const tables = (await db('pg_tables')
    .where({ schemaname: 'public' })
    .whereNotIn('tablename', apart)
    .orderBy('tablename')
    .pluck('tablename')) as string[];
  const one = (table: string) =>
    `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from "${table}" t`;
  const { rows } = (await db.raw(tables.map(one).join(' union all '))) as { rows: { name: string; digest: string }[] };
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
