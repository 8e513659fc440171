// Billed amounts can be corrected: who may read the messages about it, what was ever approved, and the day an order was
// invoiced.
export async function up(knex) {
  await knex.raw(`
    alter table invoices add column was_approved boolean not null default false;
    update invoices set was_approved = true where was_paid or status in ('Approved', 'Paid')
      or id in (select invoice_id from invoice_messages where msg = 'This Invoice has been Approved.')
      or id in (select unnest(entity_ids) from audit_entries where entity = 'invoice' and after ->> 'status' = 'Approved');
    create function invoices_keep_was_approved() returns trigger language plpgsql as $$ begin new.was_approved := true; return new; end $$;
    create trigger invoices_was_approved before insert or update of status on invoices
      for each row when (new.status in ('Approved', 'Paid')) execute function invoices_keep_was_approved();

    alter table invoice_messages
      add column kind text not null default 'message' check (kind in ('message', 'denial', 'correction', 'adjustment')),
      add column office_only boolean not null default false check (not office_only or kind = 'correction');
    update invoice_messages set kind = 'denial' where msg = 'This Invoice has been Denied.';

    alter table notifications
      add column link_to text check (link_to in ('order', 'invoice', 'payment', 'repair', 'driver', 'orders', 'invoices')), add column link_id uuid,
      add constraint notifications_link check ((link_id is not null) = (coalesce(link_to, 'orders') not in ('orders', 'invoices')));

    update orders o set invoiced_date = i.invoiced_date from invoices i
      where i.order_id = o.id and i.deleted_at is null and o.invoiced_date is distinct from i.invoiced_date;`);
}

export async function down(knex) {
  await knex.raw(`
    alter table notifications drop column link_to, drop column link_id;
    alter table invoice_messages drop column kind, drop column office_only;
    drop trigger invoices_was_approved on invoices;
    drop function invoices_keep_was_approved;
    alter table invoices drop column was_approved;`);
}
