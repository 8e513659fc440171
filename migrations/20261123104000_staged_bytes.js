// The size of an import's rows, so that imports that were never applied can be limited without reading them.
export async function up(knex) {
  await knex.raw(`
    alter table imports add column staged_bytes bigint not null default 0;
    update imports i set staged_bytes = (
      select coalesce(sum(pg_column_size(cells) + pg_column_size(changes) + pg_column_size(problems)), 0)
      from import_rows where import_id = i.id) where staged;
    create index imports_staged on imports (at desc) where staged;
    create index idempotency_keys_at on idempotency_keys (actor, at desc);`);
}

export async function down(knex) {
  await knex.raw(`
    drop index idempotency_keys_at, imports_staged;
    alter table imports drop column staged_bytes;`);
}
