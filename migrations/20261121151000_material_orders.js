// The shops' material orders: lines at prices with their share of the freight, and what was received of each.
// The database maintains a line's `received` and `pushed` from its receipts, and they never exceed what was ordered.
export async function up(knex) {
  await knex.raw(`
    create table material_orders (
      id uuid primary key, revision int not null default 1, shop_id uuid not null references shops, vendor_id uuid not null,
      purchase_order_number text not null check (purchase_order_number <> ''), ordered_on date not null,
      draft boolean not null default false, received boolean not null default false, received_on date,
      freight bigint not null check (freight >= 0), grand_total bigint not null check (grand_total >= 0),
      number_key text generated always as (regexp_replace(
        regexp_replace(lower(purchase_order_number), '\\d+', '00000000000000000000\\&', 'g'), '\\d*(\\d{20})', '\\1', 'g')) stored,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      constraint material_orders_vendor_id_fkey foreign key (vendor_id, shop_id) references vendors (id, shop_id),
      constraint material_orders_received_date check (received = (received_on is not null)),
      constraint material_orders_draft_not_received check (not (draft and received)));
    create index material_orders_vendor on material_orders (vendor_id);
    create index material_orders_ordered on material_orders (ordered_on, id);
    create index material_orders_ordered_shop on material_orders (shop_id, ordered_on, id);
    create index material_orders_number_shop on material_orders (shop_id, number_key, id);
    create index material_orders_search on material_orders using gin (purchase_order_number gin_trgm_ops);

    create table material_order_lines (
      id uuid primary key, order_id uuid not null references material_orders on delete cascade, position int not null,
      item_id uuid references items on delete set null, name text not null check (name <> ''), description text not null default '',
      quantity numeric(14,4) not null check (quantity >= 0), new_price numeric(14,4) not null check (new_price >= 0),
      total bigint not null check (total >= 0),
      freight bigint not null check (freight >= 0), new_freight numeric(14,4) not null check (new_freight >= 0),
      received numeric(14,4) not null default 0, pushed numeric(14,4) not null default 0,
      constraint material_order_lines_received_of_ordered check (received <= quantity),
      constraint material_order_lines_pushed_of_received check (pushed >= 0 and pushed <= received),
      unique (order_id, position) deferrable initially deferred);
    create index material_order_lines_item on material_order_lines (item_id);
    create index material_order_lines_waiting on material_order_lines (order_id) where pushed < received;

    create table material_receipts (
      id uuid primary key, line_id uuid not null references material_order_lines,
      quantity numeric(14,4) not null check (quantity > 0),
      received_at timestamptz not null, received_by text not null, pushed_at timestamptz, pushed_by text,
      constraint material_receipts_pushed_once check ((pushed_at is null) = (pushed_by is null)));
    create index material_receipts_line on material_receipts (line_id);

    create function keep_material_received() returns trigger language plpgsql as $$
    begin
      update material_order_lines l set
        received = coalesce((select sum(quantity) from material_receipts r where r.line_id = l.id), 0),
        pushed = coalesce((select sum(quantity) from material_receipts r where r.line_id = l.id and r.pushed_at is not null), 0)
      where l.id = coalesce(new.line_id, old.line_id);
      return null;
    end $$;
    create trigger material_receipts_kept after insert or update or delete on material_receipts
      for each row execute function keep_material_received();
    create function refuse_second_push() returns trigger language plpgsql as $$
    begin
      raise exception 'a receipt that was pushed stays as it is' using errcode = 'check_violation', constraint = 'material_receipts_pushed_once';
    end $$;
    create trigger material_receipts_stay before update or delete on material_receipts
      for each row when (old.pushed_at is not null) execute function refuse_second_push();`);
}

export async function down(knex) {
  await knex.raw(`
    drop table material_receipts, material_order_lines, material_orders;
    drop function keep_material_received, refuse_second_push;`);
}
