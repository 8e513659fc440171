import type { Knex } from 'knex';

/** What imports and undoing may leave behind: the trail, the imports themselves, versions, jobs and messages on their way. */
const apart = [
  'audit_entries',
  'imports',
  'import_rows',
  'import_mappings',
  'catalogue_versions',
  'rate_limits',
  'error_logs',
];
const left = `- 'revision' - 'updated_at' - 'created_at'`;

/** The business columns of every table as a number of rows and a digest. */
export async function businessDigest(db: Knex): Promise<Record<string, string>> {
  const tables = (await db('pg_tables')
    .where({ schemaname: 'public' })
    .whereNotIn('tablename', apart)
    .whereRaw(`tablename not like 'knex%'`)
    .orderBy('tablename')
    .pluck('tablename')) as string[];
  const one = (table: string) =>
    `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) ${left})::text, 0)), 0) as digest from "${table}" t`;
  const { rows } = (await db.raw(tables.map(one).join(' union all '))) as { rows: { name: string; digest: string }[] };
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
