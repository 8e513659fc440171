// Imports are staged with their rows, reviewed, applied and undone. Each version of the catalogue names the import that
// created it.
export async function up(knex) {
  await knex.raw(`
    alter table imports
      add column staged boolean not null default false,
      add column shop_id uuid references shops on delete cascade,
      add column options jsonb not null default '{}',
      add column layout jsonb not null default '[]';
    create table import_rows (
      import_id uuid not null references imports on delete cascade, n int not null, sheet int not null, row int not null, cells jsonb not null,
      state text not null check (state in ('new', 'changed', 'unchanged', 'refused', 'unread')), name text not null,
      changes jsonb not null, problems jsonb not null, taken boolean not null default true, record_id uuid, primary key (import_id, n));
    create index import_rows_state on import_rows (import_id, state, n);
    create table import_mappings (kind text primary key, headers jsonb not null);
    alter table catalogue_versions add column import_id uuid default nullif(current_setting('shedworks.import', true), '')::uuid;
    create index catalogue_versions_import on catalogue_versions (import_id) where import_id is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    alter table catalogue_versions drop column import_id;
    drop table import_rows, import_mappings;
    delete from imports where staged;
    alter table imports drop column staged, drop column shop_id, drop column options, drop column layout;`);
}
