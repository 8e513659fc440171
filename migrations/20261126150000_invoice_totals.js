// Counts and sums of live invoices by shop and status, stored so that no list adds up hundreds of thousands of
// invoices;
// and indexes for every sort order of such lists, which return any page without sorting.

/** The live invoices of a transition table, counted and summed with a sign. */
const counted = (rows, sign) => `
  select shop_id, status, ${sign}count(*) as n, ${sign}sum(shop_total) as shop_total, ${sign}sum(company_total) as company_total,
    ${sign}sum(order_total) as order_total from ${rows} where deleted_at is null group by 1, 2`;

/**
 * A statement adds its change to the stored row of each shop and status. If another transaction has locked that row,
 * it adds a row of its own beside it, which a later statement merges, so that no one waits or deadlocks.
 */
const keep = (name, changes) => `
  create function ${name}() returns trigger language plpgsql as $$ begin
    with changed as (
      select shop_id, status, sum(n) as n, sum(shop_total) as shop_total, sum(company_total) as company_total, sum(order_total) as order_total
        from (${changes.join(' union all ')}) c group by 1, 2
       having (sum(n), sum(shop_total), sum(company_total), sum(order_total)) <> (0, 0, 0, 0)
    ), taken as (
      delete from invoice_totals where id in (select t.id from invoice_totals t join changed using (shop_id, status) for update of t skip locked)
      returning shop_id, status, n, shop_total, company_total, order_total
    )
    insert into invoice_totals (shop_id, status, n, shop_total, company_total, order_total)
    select shop_id, status, sum(n), sum(shop_total), sum(company_total), sum(order_total)
      from (select * from changed union all select * from taken) t group by 1, 2
     having (sum(n), sum(shop_total), sum(company_total), sum(order_total)) <> (0, 0, 0, 0);
    return null; end $$`;

export async function up(knex) {
  await knex.raw(`
    set local statement_timeout = 0; -- a million invoices take minutes
    alter table invoices add column serial_number text;
    create function order_serial(order_id uuid) returns text language sql stable as 'select serial_number from orders where id = $1';
    -- rewrites the table once: an update would leave every row and its index entries twice, and mark each as changed
    alter table invoices alter column serial_number type text using order_serial(order_id);
    drop function order_serial;

    create table invoice_totals (
      id uuid primary key default gen_random_uuid(), shop_id uuid not null, status text not null,
      n bigint not null, shop_total bigint not null, company_total bigint not null, order_total bigint not null);
    create index invoice_totals_of on invoice_totals (shop_id, status);
    insert into invoice_totals (shop_id, status, n, shop_total, company_total, order_total) ${counted('invoices', '')};
    ${keep('invoice_totals_add', [counted('new_rows', '')])};
    ${keep('invoice_totals_take', [counted('old_rows', '-')])};
    ${keep('invoice_totals_move', [counted('new_rows', ''), counted('old_rows', '-')])};
    create trigger invoice_totals_insert after insert on invoices referencing new table as new_rows
      for each statement execute function invoice_totals_add();
    create trigger invoice_totals_delete after delete on invoices referencing old table as old_rows
      for each statement execute function invoice_totals_take();
    create trigger invoice_totals_update after update on invoices referencing old table as old_rows new table as new_rows
      for each statement execute function invoice_totals_move();

    create function invoices_take_serial() returns trigger language plpgsql as $$ begin
      new.serial_number := (select serial_number from orders where id = new.order_id); return new; end $$;
    create trigger invoices_serial before insert or update of order_id on invoices
      for each row when (new.order_id is not null) execute function invoices_take_serial();
    create function orders_give_serial() returns trigger language plpgsql as $$ begin
      update invoices set serial_number = new.serial_number where order_id = new.id; return null; end $$;
    create trigger orders_serial_changed after update of serial_number on orders
      for each row when (new.serial_number <> old.serial_number) execute function orders_give_serial();

    create index invoices_amount on invoices (shop_total, id) where deleted_at is null;
    create index invoices_number_sorted on invoices (number_key collate "C", id) where deleted_at is null;
    create index invoices_serial on invoices (serial_number, id) where deleted_at is null;
    create index invoices_status_amount on invoices (status, shop_total, id) where deleted_at is null;
    create index invoices_status_number on invoices (status, number_key collate "C", id) where deleted_at is null;
    create index invoices_status_serial on invoices (status, serial_number, id) where deleted_at is null;

    create index payments_sorted on payments (payment_date, lower(payment_number), id)
      include (shop_id, total, company_total, order_total) where deleted_at is null`);
}

export async function down(knex) {
  await knex.raw(`
    drop index payments_sorted;
    drop trigger orders_serial_changed on orders;
    drop trigger invoices_serial on invoices;
    drop function orders_give_serial, invoices_take_serial;
    drop index invoices_amount, invoices_number_sorted, invoices_status_amount, invoices_status_number;
    alter table invoices drop column serial_number;
    drop trigger invoice_totals_insert on invoices;
    drop trigger invoice_totals_delete on invoices;
    drop trigger invoice_totals_update on invoices;
    drop function invoice_totals_add, invoice_totals_take, invoice_totals_move;
    drop table invoice_totals`);
}
