// The catalogue before each change of a price, cost, percent or rate, so that it can be read as of any past moment.
const versioned = {
  items: 'id',
  shop_item_values: 'shop_id,item_id',
  base_styles: 'id',
  shop_base_styles: 'shop_id,base_style_id',
  addon_labor: 'id',
  shop_addon_labor: 'shop_id,addon_labor_id',
  add_ons: 'id',
  add_on_items: 'id',
  components: 'id',
  component_items: 'id',
  sheds: 'id',
  shed_components: 'shed_id,component_id',
  shed_add_ons: 'shed_id,add_on_id',
  shed_labor: 'id',
  shop_shed_labor: 'shop_id,shed_labor_id',
  haul_bases: 'id',
  shops: 'id',
  shop_percents: 'id',
  companies: 'id',
  dealers: 'id',
};
const valued = ['shop_base_styles', 'shop_addon_labor', 'shop_shed_labor'];

export async function up(knex) {
  for (const table of valued) await knex.raw(`alter table ${table} add column revision int not null default 1`);
  await knex.raw(`
    create table catalogue_versions (
      id bigint generated always as identity primary key, table_name text not null, row_key text not null,
      at timestamptz not null default now(), before jsonb);
    create index catalogue_versions_of on catalogue_versions (table_name, row_key, at, id);
    create index catalogue_versions_since on catalogue_versions (table_name, at);
    comment on table catalogue_versions is 'Each row of the catalogue as it was before a change; before is null where there was no row yet.';
    create function row_key_of(r jsonb, columns text) returns text language sql immutable as
      $$ select string_agg(r ->> c, ',' order by n) from unnest(string_to_array(columns, ',')) with ordinality as x(c, n) $$;
    create function keep_catalogue_version() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into catalogue_versions (table_name, row_key, before)
          select tg_table_name, row_key_of(to_jsonb(n), tg_argv[0]), null from new_rows n;
      elsif tg_op = 'DELETE' then
        insert into catalogue_versions (table_name, row_key, before)
          select tg_table_name, row_key_of(to_jsonb(o), tg_argv[0]), to_jsonb(o) from old_rows o;
      else
        insert into catalogue_versions (table_name, row_key, before)
          select tg_table_name, row_key_of(o.r, tg_argv[0]), o.r
            from (select to_jsonb(x) as r from old_rows x) o
            left join (select to_jsonb(x) as r from new_rows x) n on row_key_of(n.r, tg_argv[0]) = row_key_of(o.r, tg_argv[0])
           where (o.r - 'revision' - 'updated_at') is distinct from (n.r - 'revision' - 'updated_at');
      end if;
      return null;
    end $$;`);
  for (const [table, key] of Object.entries(versioned)) {
    await knex.raw(`
      create trigger ${table}_version_i after insert on ${table} referencing new table as new_rows
        for each statement execute function keep_catalogue_version('${key}');
      create trigger ${table}_version_u after update on ${table} referencing old table as old_rows new table as new_rows
        for each statement execute function keep_catalogue_version('${key}');
      create trigger ${table}_version_d after delete on ${table} referencing old table as old_rows
        for each statement execute function keep_catalogue_version('${key}');`);
  }
}

export async function down(knex) {
  for (const table of Object.keys(versioned)) {
    await knex.raw(`
      drop trigger ${table}_version_i on ${table}; drop trigger ${table}_version_u on ${table}; drop trigger ${table}_version_d on ${table};`);
  }
  await knex.raw(
    'drop function keep_catalogue_version(); drop function row_key_of(jsonb, text); drop table catalogue_versions;',
  );
  for (const table of valued) await knex.raw(`alter table ${table} drop column revision`);
}
