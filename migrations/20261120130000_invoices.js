// The shops' invoices and payments: one live invoice per order, and each invoice in at most one payment.
export async function up(knex) {
  await knex.raw(`
    create table payments (
      id uuid primary key, revision int not null default 1,
      payment_number text not null check (payment_number <> ''), shop_id uuid not null references shops,
      payment_date date not null, memo text not null default '',
      invoice_count int not null,
      sub_total bigint not null, adjustment bigint not null default 0, total bigint generated always as (sub_total + adjustment) stored,
      company_total bigint not null, order_total bigint not null,
      haul_total bigint,
      figures jsonb not null,
      created_by uuid, made_by text not null, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), updated_by text,
      deleted_at timestamptz);
    create unique index payments_number on payments (shop_id, lower(payment_number)) where deleted_at is null;
    create index payments_date on payments (payment_date, shop_id) where deleted_at is null;

    create table invoices (
      id uuid primary key, revision int not null default 1,
      invoice_number text not null check (invoice_number <> ''), invoiced_date date not null, bill_to text not null,
      status text not null check (status in ('New', 'Denied', 'Adjusted', 'Approved', 'Paid')), status_since timestamptz not null,
      shop_id uuid not null references shops, order_id uuid references orders on delete set null,
      shop_total bigint not null, company_total bigint not null, order_total bigint not null,
      payment_id uuid references payments, was_paid boolean not null default false,
      number_key text generated always as (regexp_replace(
        regexp_replace(lower(invoice_number), '\\d+', '00000000000000000000\\&', 'g'), '\\d*(\\d{20})', '\\1', 'g')) stored,
      created_by uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), updated_by text,
      deleted_at timestamptz,
      constraint invoices_have_an_order check (order_id is not null or deleted_at is not null),
      constraint invoices_paid_in_a_payment check ((status = 'Paid') = (payment_id is not null)));
    create unique index invoices_number on invoices (shop_id, lower(invoice_number)) where deleted_at is null;
    create unique index invoices_one_an_order on invoices (order_id) where deleted_at is null;
    create index invoices_status on invoices (status, id desc) where deleted_at is null;
    create index invoices_status_shop on invoices (status, shop_id, id desc) where deleted_at is null;
    create index invoices_date on invoices (invoiced_date, shop_id) include (status, shop_total, company_total, order_total) where deleted_at is null;
    create index invoices_payment on invoices (payment_id);
    create index invoices_order on invoices (order_id);
    create index invoices_search on invoices using gin (invoice_number gin_trgm_ops);

    create function invoices_keep_was_paid() returns trigger language plpgsql as $$ begin new.was_paid := true; return new; end $$;
    create trigger invoices_was_paid before insert or update of status on invoices
      for each row when (new.status = 'Paid') execute function invoices_keep_was_paid();

    create table invoice_messages (
      id uuid primary key, invoice_id uuid not null references invoices on delete cascade,
      made_by text not null, at timestamptz not null, msg text not null);
    create index invoice_messages_of on invoice_messages (invoice_id, at);`);
}

export async function down(knex) {
  await knex.raw('drop table invoice_messages, invoices, payments; drop function invoices_keep_was_paid;');
}
