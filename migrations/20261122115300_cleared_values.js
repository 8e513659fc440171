// What "Delete Inventory and Labor Items" deleted, row by row, so that it can be undone once.
export async function up(knex) {
  await knex.raw(`
    create table cleared_values (
      id uuid primary key, shop_id uuid references shops on delete cascade, cleared_at timestamptz not null, cleared_by text not null,
      items jsonb not null, shed_labor jsonb not null, add_on_labor jsonb not null,
      restored_at timestamptz, restored_by text,
      constraint cleared_values_restored_once check ((restored_at is null) = (restored_by is null)));
    create index cleared_values_shop on cleared_values (shop_id);`);
}

export async function down(knex) {
  await knex.raw('drop table cleared_values;');
}
