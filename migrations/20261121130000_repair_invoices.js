// What shops bill besides their orders: repairs and driver block compensation, with items at rates.
// `company_total` is the total at standard rates, named as in lists that show these together with invoices.
export async function up(knex) {
  await knex.raw(`
    create table repair_invoices (
      id uuid primary key, revision int not null default 1,
      type text not null check (type in ('repair', 'driver')),
      invoice_number text not null check (invoice_number <> ''), invoiced_date date not null, bill_to text not null check (bill_to <> ''),
      status text not null check (status in ('New', 'Approved', 'Paid')), status_since timestamptz not null,
      shop_id uuid not null references shops,
      shop_total bigint not null, standard_total bigint not null, company_total bigint generated always as (standard_total) stored,
      number_key text generated always as (regexp_replace(
        regexp_replace(lower(invoice_number), '\\d+', '00000000000000000000\\&', 'g'), '\\d*(\\d{20})', '\\1', 'g')) stored,
      created_by uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), updated_by text,
      deleted_at timestamptz);
    create unique index repair_invoices_number on repair_invoices (shop_id, type, lower(invoice_number)) where deleted_at is null;
    create index repair_invoices_status on repair_invoices (type, status, id desc) where deleted_at is null;
    create index repair_invoices_status_shop on repair_invoices (shop_id, type, status, id desc) where deleted_at is null;
    create index repair_invoices_search on repair_invoices using gin (invoice_number gin_trgm_ops);

    create table repair_invoice_items (
      id uuid primary key, invoice_id uuid not null references repair_invoices on delete cascade, position int not null,
      item_id uuid references items on delete set null, name text not null,
      quantity numeric(14,4) not null check (quantity > 0),
      rate bigint not null check (rate >= 0), standard_rate bigint not null check (standard_rate >= 0),
      amount bigint not null, standard_amount bigint not null,
      unique (invoice_id, position));
    create index repair_invoice_items_item on repair_invoice_items (item_id);

    create table repair_invoice_messages (
      id uuid primary key, invoice_id uuid not null references repair_invoices on delete cascade,
      made_by text not null, at timestamptz not null, msg text not null);
    create index repair_invoice_messages_of on repair_invoice_messages (invoice_id, at);

    alter table payments add column number_key text generated always as (regexp_replace(
      regexp_replace(lower(payment_number), '\\d+', '00000000000000000000\\&', 'g'), '\\d*(\\d{20})', '\\1', 'g')) stored;`);
}

export async function down(knex) {
  await knex.raw(
    'drop table repair_invoice_messages, repair_invoice_items, repair_invoices; alter table payments drop column number_key;',
  );
}
