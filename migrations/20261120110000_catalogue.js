// The parts of sheds and their costs, at the company's standard values and at each shop's own (null for the standard
// one).
const percents = `
      eight_ten_twelve_nb_percent numeric(9,4), eight_ten_twelve_inv_percent numeric(9,4),
      fourteen_sixteen_nb_percent numeric(9,4), fourteen_sixteen_inv_percent numeric(9,4),
      standard_eight_ten_twelve_nb_percent numeric(9,4), standard_eight_ten_twelve_inv_percent numeric(9,4),
      standard_fourteen_sixteen_nb_percent numeric(9,4), standard_fourteen_sixteen_inv_percent numeric(9,4)`;
const stamps =
  'revision int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now()';
const types = `('piece', 'percent', 'sqft', 'linearFt')`;

export async function up(knex) {
  await knex.raw(`
    create table item_categories (id uuid primary key, name text not null check (name <> ''), ${stamps});
    create unique index item_categories_name on item_categories (lower(name));
    create table items (
      id uuid primary key, name text not null check (name <> ''), type text not null default '', category_id uuid not null references item_categories,
      sub_total numeric(14,4) not null default 0, freight numeric(14,4) not null default 0,
      total numeric(14,4) generated always as (sub_total + freight) stored,
      inventory_item boolean not null default false, ${stamps});
    create unique index items_name on items (category_id, lower(name));
    create table shop_item_values (
      shop_id uuid not null references shops on delete cascade, item_id uuid not null references items on delete cascade,
      name text, sub_total numeric(14,4), freight numeric(14,4),
      inventory_item boolean, order_point_warning numeric(14,4), order_point_critical numeric(14,4), full_point numeric(14,4),
      quantity_on_order numeric(14,4) not null default 0, quantity_in_received numeric(14,4) not null default 0, quantity_in_current numeric(14,4) not null default 0,
      revision int not null default 1, primary key (shop_id, item_id));
    create index shop_item_values_item on shop_item_values (item_id);

    create table base_styles (
      id uuid primary key, name text not null check (name <> ''), door_type text not null check (door_type in ('tall', 'short')),
      door_cost bigint not null default 0,
      build_value numeric(14,4) not null, build_type text not null check (build_type in ('percent', 'piece')),
      roof_value numeric(14,4) not null, roof_type text not null check (roof_type in ('percent', 'piece')),
      truss_value numeric(14,4) not null, truss_type text not null check (truss_type in ('percent', 'piece')),
      paint_value numeric(14,4) not null, paint_type text not null check (paint_type in ('percent', 'piece')), ${stamps});
    create unique index base_styles_name on base_styles (lower(name));
    create table shop_base_styles (
      shop_id uuid not null references shops on delete cascade, base_style_id uuid not null references base_styles on delete cascade,
      door_cost bigint,
      build_value numeric(14,4), build_type text, roof_value numeric(14,4), roof_type text,
      truss_value numeric(14,4), truss_type text, paint_value numeric(14,4), paint_type text,
      primary key (shop_id, base_style_id));

    create table addon_parent_categories (
      id uuid primary key, name text not null check (name <> ''), new_build boolean not null default false, off_lot boolean not null default false, ${stamps});
    create unique index addon_parent_categories_name on addon_parent_categories (lower(name));
    create table addon_categories (id uuid primary key, name text not null check (name <> ''), parent_id uuid not null references addon_parent_categories, ${stamps});
    create unique index addon_categories_name on addon_categories (parent_id, lower(name));
    create table addon_labor (
      id uuid primary key, name text not null check (name <> ''), category_id uuid references addon_categories,
      type text not null check (type in ${types}), total numeric(14,4) not null default 0, ${stamps});
    create table shop_addon_labor (
      shop_id uuid not null references shops on delete cascade, addon_labor_id uuid not null references addon_labor on delete cascade,
      type text not null check (type in ${types}), total numeric(14,4) not null, primary key (shop_id, addon_labor_id));
    create table add_ons (
      id uuid primary key, name text not null check (name <> ''), category_id uuid not null references addon_categories,
      type text not null check (type in ${types}), ss_id text,
      retail_price numeric(14,4) not null default 0, shop_percent numeric(9,4),
      mode text check (mode in ('passThrough', 'dealerSpecific', 'companySpecific', 'companyDealerSplit', 'companyDealerShopSplit', 'companyShopSplit', 'shopSpecific')),
      discount boolean not null default false, steeper_pitch boolean not null default false, on_site_fee boolean not null default false,
      non_inventory boolean not null default false, standard_non_inv_cost numeric(14,4),
      addon_labor_id uuid references addon_labor, ${stamps},
      check (not non_inventory or standard_non_inv_cost is not null));
    create index add_ons_category on add_ons (category_id);
    create index add_ons_name on add_ons (lower(name));
    create table add_on_items (
      id uuid primary key, add_on_id uuid not null references add_ons on delete cascade, shop_id uuid references shops on delete cascade,
      item_id uuid not null references items, description text not null default '', quantity numeric(14,4) not null default 1,
      replace_item boolean not null default false, replacement_item_id uuid references items, position int not null default 0);
    create index add_on_items_of on add_on_items (add_on_id, shop_id);

    create table shed_categories (id uuid primary key, name text not null check (name <> ''), ${stamps});
    create unique index shed_categories_name on shed_categories (lower(name));
    create table shed_category_addon_parents (
      shed_category_id uuid not null references shed_categories on delete cascade, addon_parent_category_id uuid not null references addon_parent_categories on delete cascade,
      primary key (shed_category_id, addon_parent_category_id));
    create table component_categories (id uuid primary key, name text not null check (name <> ''), priority int not null default 0, ${stamps});
    create unique index component_categories_name on component_categories (lower(name));
    create table components (
      id uuid primary key, name text not null check (name <> ''), category_id uuid not null references component_categories,
      shed_category_id uuid not null references shed_categories, metal_package boolean not null default false, ${stamps});
    create table component_items (
      id uuid primary key, component_id uuid not null references components on delete cascade, item_id uuid not null references items,
      description text not null default '', quantity numeric(14,4) not null default 1, position int not null default 0);
    create index component_items_of on component_items (component_id);

    create table shed_models (
      id uuid primary key, name text not null check (name <> ''), code text not null default '', category_id uuid not null references shed_categories, ${stamps});
    create unique index shed_models_name on shed_models (category_id, lower(name));
    create table shed_model_add_ons (
      model_id uuid not null references shed_models on delete cascade, add_on_id uuid not null references add_ons on delete cascade,
      quantity numeric(14,4) not null default 1, primary key (model_id, add_on_id));
    create table sheds (
      id uuid primary key, model_id uuid not null references shed_models, base_style_id uuid not null references base_styles,
      width numeric(7,4) not null check (width > 0 and width < 1000), length numeric(7,4) not null check (length > 0 and length < 1000),
      ss_id text, retail_price bigint not null default 0, ${stamps});
    create unique index sheds_size on sheds (model_id, width, length, base_style_id);
    create table shed_components (
      shed_id uuid not null references sheds on delete cascade, component_id uuid not null references components on delete cascade,
      quantity numeric(14,4) not null default 1, primary key (shed_id, component_id));
    create table shed_add_ons (
      shed_id uuid not null references sheds on delete cascade, add_on_id uuid not null references add_ons on delete cascade,
      quantity numeric(14,4) not null default 1, primary key (shed_id, add_on_id));
    create table shed_labor (
      id uuid primary key, model_id uuid not null references shed_models on delete cascade, base_style_id uuid not null references base_styles,
      width numeric(7,4) not null, length numeric(7,4) not null,
      build_base numeric(14,4) not null default 0, roof_base numeric(14,4) not null default 0, truss_count numeric(14,4) not null default 0,
      paint_hours numeric(14,4) not null default 0, door_cost bigint, ${stamps});
    create unique index shed_labor_size on shed_labor (model_id, width, length, base_style_id);
    create table shop_shed_labor (
      shop_id uuid not null references shops on delete cascade, shed_labor_id uuid not null references shed_labor on delete cascade,
      build_base numeric(14,4), roof_base numeric(14,4), truss_count numeric(14,4), paint_hours numeric(14,4), door_cost bigint,
      primary key (shop_id, shed_labor_id));
    create table haul_bases (
      id uuid primary key, model_id uuid not null references shed_models on delete cascade, base_style_id uuid not null references base_styles,
      width numeric(7,4) not null, length numeric(7,4) not null, haul_base bigint not null default 0, ${stamps});
    create unique index haul_bases_size on haul_bases (model_id, width, length, base_style_id);

    alter table shops
      add column default_category_id uuid references shed_categories,
      add column nb_addon_category_id uuid references addon_parent_categories,
      add column ol_addon_category_id uuid references addon_parent_categories,
      add column metal_panel numeric(14,4), add column wood_rake numeric(14,4), add column metal_rake numeric(14,4), add column ridge_cap numeric(14,4), add column j_chan numeric(14,4),
      add column angle_two_by_two numeric(14,4), add column oa_three_by_three numeric(14,4), add column corner_three_by_three numeric(14,4), add column drip_edge numeric(14,4), add column door_trim numeric(14,4);
    create table shop_percents (
      id uuid primary key, shop_id uuid not null references shops on delete cascade,
      category_id uuid references shed_categories on delete cascade, model_id uuid references shed_models on delete cascade, ${percents},
      check (category_id is null or model_id is null));
    create unique index shop_percents_default on shop_percents (shop_id) where category_id is null and model_id is null;
    create unique index shop_percents_category on shop_percents (shop_id, category_id) where category_id is not null;
    create unique index shop_percents_model on shop_percents (shop_id, model_id) where model_id is not null;

    create table dealers (
      id uuid primary key, name text not null check (name <> ''), shop_id uuid references shops, city text not null default '',
      haul_percent numeric(9,4) check (haul_percent between 0 and 1000), ${stamps});
    create unique index dealers_name on dealers (lower(name), coalesce(shop_id, '00000000-0000-0000-0000-000000000000'));`);
}

export async function down(knex) {
  await knex.raw(`
    drop table dealers, shop_percents;
    alter table shops drop column default_category_id, drop column nb_addon_category_id, drop column ol_addon_category_id,
      drop column metal_panel, drop column wood_rake, drop column metal_rake, drop column ridge_cap, drop column j_chan, drop column angle_two_by_two,
      drop column oa_three_by_three, drop column corner_three_by_three, drop column drip_edge, drop column door_trim;
    drop table haul_bases, shop_shed_labor, shed_labor, shed_add_ons, shed_components, sheds, shed_model_add_ons, shed_models, component_items, components,
      component_categories, shed_category_addon_parents, shed_categories, add_on_items, add_ons, shop_addon_labor, addon_labor, addon_categories,
      addon_parent_categories, shop_base_styles, base_styles, shop_item_values, items, item_categories;`);
}
