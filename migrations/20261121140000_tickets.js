// Support tickets, what the outbox needs to deliver them, and the shop that an entry of the error log is about.
export async function up(knex) {
  await knex.raw(`
    create table support_tickets (
      id uuid primary key,
      shop_id uuid references shops on delete set null,
      created_by uuid references users on delete set null,
      created_by_name text not null, email text not null,
      item_name text not null check (item_name <> ''),
      description text not null check (description <> ''),
      serial_number text not null default '',
      priority text not null check (priority in ('High', 'Medium', 'Low')),
      outbox_id uuid references outbox_messages on delete set null,
      board_item text,
      created_at timestamptz not null default now());
    create index support_tickets_created on support_tickets (created_at desc, id desc);
    create index support_tickets_outbox on support_tickets (outbox_id) where outbox_id is not null;

    alter table outbox_messages add column retry_at timestamptz;
    create index outbox_messages_created on outbox_messages (created_at desc, id desc);

    alter table error_logs
      add column shop_id uuid,
      add column kind text not null default 'unexpected' check (kind in ('unexpected', 'refused'));
    create index error_logs_shop on error_logs (shop_id, at desc) where shop_id is not null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop table support_tickets;
    drop index outbox_messages_created;
    alter table outbox_messages drop column retry_at;
    drop index error_logs_shop;
    alter table error_logs drop column shop_id, drop column kind;`);
}
