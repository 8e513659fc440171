// The shops' vendors, and the metal they order: packages for sheds, each with its items.
export async function up(knex) {
  await knex.raw(`
    create table vendors (
      id uuid primary key, revision int not null default 1, shop_id uuid not null references shops,
      name text not null check (name <> ''), email text not null default '', address text not null default '',
      city text not null default '', state text not null default '', zip_code text not null default '',
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      unique (id, shop_id));
    create unique index vendors_name on vendors (shop_id, lower(name));

    create table vendor_items (
      vendor_id uuid not null references vendors on delete cascade, item_id uuid not null references items on delete cascade,
      position int not null, primary key (vendor_id, item_id));
    create index vendor_items_item on vendor_items (item_id);

    create table metal_orders (
      id uuid primary key, revision int not null default 1, shop_id uuid not null references shops, vendor_id uuid not null,
      purchase_order_number text not null check (purchase_order_number <> ''), ordered_on date not null, received_on date,
      number_key text generated always as (regexp_replace(
        regexp_replace(lower(purchase_order_number), '\\d+', '00000000000000000000\\&', 'g'), '\\d*(\\d{20})', '\\1', 'g')) stored,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      constraint metal_orders_vendor_id_fkey foreign key (vendor_id, shop_id) references vendors (id, shop_id));
    create index metal_orders_vendor on metal_orders (vendor_id);
    create index metal_orders_ordered on metal_orders (ordered_on, id);
    create index metal_orders_ordered_shop on metal_orders (shop_id, ordered_on, id);
    create index metal_orders_search on metal_orders using gin (purchase_order_number gin_trgm_ops);

    create table metal_order_packages (
      id uuid primary key, metal_order_id uuid not null references metal_orders on delete cascade, position int not null,
      shed_category_id uuid references shed_categories on delete set null, shed_category_name text not null default '',
      component_id uuid references components on delete set null, name text not null default '',
      serial_number text not null check (serial_number <> ''),
      roof_color text not null default '', siding_color text not null default '', trim_color text not null default '',
      unique (metal_order_id, position));
    create index metal_order_packages_category on metal_order_packages (shed_category_id);
    create index metal_order_packages_component on metal_order_packages (component_id);
    create index metal_order_packages_search on metal_order_packages using gin (serial_number gin_trgm_ops);

    create table metal_order_items (
      id uuid primary key, package_id uuid not null references metal_order_packages on delete cascade, position int not null,
      name text not null check (name <> ''), quantity numeric(14,4) not null check (quantity >= 0),
      unique (package_id, position));`);
}

export async function down(knex) {
  await knex.raw('drop table metal_order_items, metal_order_packages, metal_orders, vendor_items, vendors;');
}
