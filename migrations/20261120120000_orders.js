// Orders with every figure in its own column (whole cents), their lines, and what they were priced with.
const views = {
  'shop standard': `builder_labor roof_labor truss_labor door_labor paint_labor shed_total_labor add_ons_total_labor custom_add_ons_total_labor total_labor
    shed_material_cost add_ons_material_cost_total custom_add_ons_material_cost_total total_material_cost`,
  'shop standard company': `shed_total_cost add_ons_total_cost custom_add_ons_total_cost overhead total_cost
    shed_profit_dollars add_ons_profit_dollars custom_add_ons_profit_dollars profit_dollars`,
  'shop company': 'base_price adjustment',
  'shop company order': 'add_ons_total custom_add_ons_total sub_total grand_total',
  '': 'dealer_commission sales_rep_commission escort haul',
};
const words = (text) => text.split(/\s+/).filter(Boolean);
const figures = Object.entries(views).flatMap(([view, names]) =>
  words(names).flatMap((name) => (view ? words(view).map((v) => `${name}_${v}`) : [name])),
);
const percents = [
  'shed_profit_percent',
  'add_ons_profit_percent',
  'custom_add_ons_profit_percent',
  'profit_percent',
].flatMap((name) => ['shop', 'standard', 'company'].map((v) => `${name}_${v}`));
const lineFigures = ['total_sale_price_shop', 'total_sale_price_company', 'total_sale_price_order'].concat(
  ['total_material_cost', 'total_labor_cost', 'total_cost', 'profit'].flatMap((name) => [
    `${name}_shop`,
    `${name}_standard`,
  ]),
);

export async function up(knex) {
  await knex.raw(`
    create table price_snapshots (hash text primary key, content jsonb not null);

    create table orders (
      id uuid primary key, revision int not null default 1,
      serial_number text not null check (serial_number <> ''), external_id text, order_number text,
      shop_id uuid references shops, shop_name text,
      dealer_id uuid references dealers on delete set null, dealer_name text, sales_rep text, customer text,
      category_id uuid references shed_categories on delete set null, category_name text,
      model_id uuid references shed_models on delete set null, model_name text not null,
      shed_id uuid references sheds on delete set null,
      type text not null check (type in ('Inventory', 'Customer')),
      status text not null check (status in ('New', 'InQueue', 'Building', 'Finished', 'On Hold', 'Invoiced', 'Canceled')),
      status_since timestamptz not null, hold_reason text,
      width numeric(7,4) not null check (width > 0 and width < 1000), length numeric(7,4) not null check (length > 0 and length < 1000),
      sqft numeric(14,4) generated always as (width * length) stored,
      siding_type text, siding_color text, siding_paint_color text, siding_paint_quantity numeric(14,4),
      roof_type text, roof_color text, trim_color text, trim_paint_color text, trim_paint_quantity numeric(14,4), condition text,
      date_ordered date not null, date_finished date, invoiced_date date,
      metal_ordered boolean not null default false, is_building boolean not null default false,
      builder_id uuid references users,
      adjustment_note text,
      shop_percent numeric(9,4) not null, percent_given boolean not null default false,
      shed_suite_total bigint,
      alerts jsonb not null default '[]',
      open_alerts int generated always as (jsonb_array_length(jsonb_path_query_array(alerts, '$[*] \\? (@.accepted == false)'))) stored,
      snapshot text references price_snapshots,
      import_id uuid,
      ${figures.map((name) => `${name} bigint not null`).join(', ')},
      ${percents.map((name) => `${name} numeric(18,6) not null`).join(', ')},
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(), updated_by text,
      constraint orders_pushed_when_settled check (status in ('New', 'Canceled') or (shop_id is not null and open_alerts = 0)),
      constraint orders_building_flag check (is_building = (status = 'Building')),
      constraint orders_invoiced_date check (invoiced_date is null or status in ('Invoiced', 'Canceled')));
    create index orders_status on orders (status, id desc);
    create index orders_status_ordered on orders (status, date_ordered, id);
    create index orders_status_shop_ordered on orders (status, shop_id, date_ordered, id);
    create index orders_by_day on orders (date_ordered, id);
    create index orders_status_shop on orders (status, shop_id, id desc);
    create index orders_serial_search on orders using gin (serial_number gin_trgm_ops);
    create index orders_customer_search on orders using gin (customer gin_trgm_ops);
    create index orders_serial on orders (lower(serial_number));
    create index orders_external on orders (external_id) where external_id is not null;
    create index orders_finished on orders (date_finished);
    create index orders_ordered on orders (shop_id, date_ordered);
    create index orders_import on orders (import_id) where import_id is not null;

    create table order_sources (order_id uuid primary key references orders on delete cascade, source jsonb not null);

    create table order_lines (
      order_id uuid not null references orders on delete cascade, line_no int not null,
      kind text not null check (kind in ('addOn', 'custom')),
      add_on_id uuid references add_ons on delete set null, name text not null,
      type text not null check (type in ('piece', 'percent', 'sqft', 'linearFt')), mode text, discount boolean not null default false,
      included boolean not null default false, unknown boolean not null default false, as_sold boolean not null default false, percent_given boolean not null default false, ss_id text,
      quantity numeric(14,4) not null, retail_price numeric(14,4) not null, shop_percent numeric(9,4) not null, extended_price bigint,
      material_shop bigint, material_standard bigint, labor_shop bigint, labor_standard bigint,
      snapshot text references price_snapshots,
      ${lineFigures.map((name) => `${name} bigint not null`).join(', ')},
      profit_percent_shop numeric(18,6) not null, profit_percent_standard numeric(18,6) not null,
      primary key (order_id, line_no));
    create index order_lines_add_on on order_lines (add_on_id);

    create table order_totals (
      shop_id uuid not null, status text not null, n bigint not null, shop_total bigint not null, company_total bigint not null,
      primary key (shop_id, status));
    create function order_totals_add() returns trigger language plpgsql as $$ begin
      insert into order_totals as t
      select coalesce(shop_id, '00000000-0000-0000-0000-000000000000'), status, count(*), sum(grand_total_shop), sum(grand_total_company)
        from new_rows group by 1, 2 order by 1, 2
      on conflict (shop_id, status) do update set n = t.n + excluded.n, shop_total = t.shop_total + excluded.shop_total,
        company_total = t.company_total + excluded.company_total;
      return null; end $$;
    create function order_totals_take() returns trigger language plpgsql as $$ begin
      insert into order_totals as t
      select coalesce(shop_id, '00000000-0000-0000-0000-000000000000'), status, -count(*), -sum(grand_total_shop), -sum(grand_total_company)
        from old_rows group by 1, 2 order by 1, 2
      on conflict (shop_id, status) do update set n = t.n + excluded.n, shop_total = t.shop_total + excluded.shop_total,
        company_total = t.company_total + excluded.company_total;
      return null; end $$;
    create function order_totals_move() returns trigger language plpgsql as $$ begin
      insert into order_totals as t
      select shop_id, status, sum(n), sum(s), sum(c) from (
        select coalesce(shop_id, '00000000-0000-0000-0000-000000000000') shop_id, status, count(*) n, sum(grand_total_shop) s, sum(grand_total_company) c from new_rows group by 1, 2
        union all
        select coalesce(shop_id, '00000000-0000-0000-0000-000000000000'), status, -count(*), -sum(grand_total_shop), -sum(grand_total_company) from old_rows group by 1, 2) x
      group by 1, 2 having sum(n) <> 0 or sum(s) <> 0 or sum(c) <> 0 order by 1, 2
      on conflict (shop_id, status) do update set n = t.n + excluded.n, shop_total = t.shop_total + excluded.shop_total,
        company_total = t.company_total + excluded.company_total;
      return null; end $$;
    create trigger order_totals_insert after insert on orders referencing new table as new_rows for each statement execute function order_totals_add();
    create trigger order_totals_delete after delete on orders referencing old table as old_rows for each statement execute function order_totals_take();
    create trigger order_totals_update after update on orders referencing old table as old_rows new table as new_rows
      for each statement execute function order_totals_move();

    create table imports (
      id uuid primary key,
      kind text not null, file_name text not null, sha256 text not null, actor_id uuid, actor_name text not null, at timestamptz not null,
      counts jsonb not null, report jsonb not null, before jsonb, undone_at timestamptz, undone_by text);
    create index imports_at on imports (at desc);
    create index imports_sha on imports (sha256);
    alter table orders add foreign key (import_id) references imports;`);
}

export async function down(knex) {
  await knex.raw(`
    drop table order_lines, order_sources, order_totals, orders, price_snapshots, imports;
    drop function order_totals_add, order_totals_take, order_totals_move;`);
}
