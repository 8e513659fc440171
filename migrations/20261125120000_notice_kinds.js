// Each notice has a kind, may wait for a record, and is resolved together with that record.
const kinds = `case
  when msg like 'Schedule %' then 'schedules'
  when msg like 'Source %' then 'sources'
  when msg like 'Webhook %' then 'webhooks'
  when msg like '"shedworks %' then 'commands'
  when msg = 'Failed sign-ins' then 'account'
  when msg = 'Support ticket answered' then 'tickets'
  when shop_id is null then 'canceledSales'
  when msg = 'Invoice Denied' then 'denied'
  when about = 'invoices' or msg = 'Correction' then 'invoices'
  else 'orders' end`;

export async function up(knex) {
  await knex.raw(`
    alter table notifications
      add column kind text,
      add column subject_id uuid,
      add column settled_at timestamptz,
      add column is_standing boolean not null default false;
    alter table notifications disable trigger user;
    update notifications set kind = ${kinds};
    alter table notifications enable trigger user;
    alter table notifications alter column kind set not null, add check (kind <> '');
    alter table notifications
      drop column about,
      drop constraint notifications_link, drop constraint notifications_link_to_check,
      add constraint notifications_link check (link_id is null or link_to is not null);
    create unique index notifications_standing
      on notifications (kind, coalesce(shop_id, '00000000-0000-0000-0000-000000000000')) where is_standing;
    create index notifications_open on notifications (kind, subject_id) where subject_id is not null and settled_at is null;`);
}

const oldPlaces = `('order', 'invoice', 'payment', 'repair', 'driver', 'orders', 'invoices')`;

export async function down(knex) {
  await knex.raw(`
    delete from notifications where is_standing;
    drop index notifications_open, notifications_standing;
    alter table notifications drop constraint notifications_link;
    alter table notifications rename column link_to to new_to;
    alter table notifications rename column link_id to new_id;
    alter table notifications
      add column about text check (about = 'invoices'),
      add column link_to text check (link_to in ${oldPlaces}),
      add column link_id uuid;
    alter table notifications disable trigger user;
    update notifications set about = 'invoices' where kind in ('invoices', 'denied') and msg <> 'Correction';
    update notifications set link_to = new_to, link_id = new_id where new_to in ${oldPlaces};
    alter table notifications enable trigger user;
    alter table notifications
      add constraint notifications_link check ((link_id is not null) = (coalesce(link_to, 'orders') not in ('orders', 'invoices'))),
      drop column new_to, drop column new_id,
      drop column kind, drop column subject_id, drop column settled_at, drop column is_standing;`);
}
