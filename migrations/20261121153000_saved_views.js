// Filters of reports that users save under a name, for themselves or for everyone on their side.
export async function up(knex) {
  await knex.raw(`
    create table saved_views (
      id uuid primary key,
      owner_id uuid not null references users on delete cascade,
      shop_id uuid references shops on delete cascade,
      report text not null check (report <> ''),
      name text not null check (name <> '' and length(name) <= 100),
      filter jsonb not null check (jsonb_typeof(filter) = 'object'),
      shared boolean not null default false,
      revision int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create unique index saved_views_name on saved_views (owner_id, report, lower(name));
    create index saved_views_side on saved_views (shop_id, report);`);
}

export async function down(knex) {
  await knex.raw('drop table saved_views');
}
