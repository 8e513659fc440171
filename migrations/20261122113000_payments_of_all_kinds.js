// A payment also includes repair and driver invoices and waiting corrections, each in at most one payment, of its own
// shop.
// What the office marks as Paid outside a payment stores the day, the method and the reference.
export async function up(knex) {
  await knex.raw(`
    alter table payments add constraint payments_of_a_shop unique (id, shop_id),
      add column repair_count int not null default 0, add column repair_total bigint not null default 0,
      add column driver_count int not null default 0, add column driver_total bigint not null default 0,
      add column correction_count int not null default 0, add column correction_total bigint not null default 0,
      add column outdated boolean not null default false;

    alter table repair_invoices add column payment_id uuid,
      add column paid_on date, add column paid_method text check (paid_method in ('Check', 'Transfer', 'Card', 'Cash', 'Other')),
      add column paid_reference text not null default '',
      add constraint repair_invoices_payment foreign key (payment_id, shop_id) references payments (id, shop_id),
      add constraint repair_invoices_paid_outside check ((paid_on is null) = (paid_method is null) and (paid_on is not null or paid_reference = ''));
    update repair_invoices set paid_method = 'Other',
      paid_on = (status_since at time zone coalesce((select time_zone from companies limit 1), 'America/Chicago'))::date
      where status = 'Paid';
    alter table repair_invoices add constraint repair_invoices_paid_once
      check ((status = 'Paid') = (payment_id is not null or paid_on is not null) and (payment_id is null or paid_on is null));
    create index repair_invoices_of_payment on repair_invoices (payment_id);

    create table corrections (
      id uuid primary key, order_id uuid not null references orders, invoice_id uuid not null references invoices,
      shop_id uuid not null references shops,
      amount bigint not null check (amount <> 0 and abs(amount) < 1000000000), reason text not null check (reason <> ''),
      payment_id uuid, created_by uuid, made_by text not null, created_at timestamptz not null,
      constraint corrections_payment foreign key (payment_id, shop_id) references payments (id, shop_id));
    create index corrections_waiting on corrections (shop_id, id) where payment_id is null;
    create index corrections_of_order on corrections (order_id);
    create index corrections_of_invoice on corrections (invoice_id);
    create index corrections_of_payment on corrections (payment_id);`);
}

export async function down(knex) {
  await knex.raw(`
    drop table corrections;
    alter table repair_invoices drop column payment_id, drop column paid_on, drop column paid_method, drop column paid_reference;
    alter table payments drop constraint payments_of_a_shop, drop column outdated,
      drop column repair_count, drop column repair_total, drop column driver_count, drop column driver_total,
      drop column correction_count, drop column correction_total;`);
}
