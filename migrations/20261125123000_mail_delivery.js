// Each try to deliver a message with its answer, and the addresses that mail servers permanently refuse.
const statuses = `'waiting', 'sent', 'kept', 'failed'`;

export async function up(knex) {
  await knex.raw(`
    alter table outbox_messages
      drop constraint outbox_messages_status_check,
      add constraint outbox_messages_status_check check (status in (${statuses}, 'refused'));
    create index outbox_messages_refused on outbox_messages (created_at) where status = 'refused';

    create table outbox_attempts (
      id uuid primary key,
      message_id uuid not null references outbox_messages on delete cascade,
      at timestamptz not null,
      outcome text not null check (outcome in ('sent', 'refused', 'failed', 'postponed')),
      answer text not null);
    create index outbox_attempts_message on outbox_attempts (message_id, at);

    create table refused_addresses (
      address text primary key check (address = lower(address)),
      refusals int not null check (refusals > 0),
      answer text not null,
      first_at timestamptz not null, last_at timestamptz not null);`);
}

export async function down(knex) {
  await knex.raw(`
    drop table refused_addresses;
    drop table outbox_attempts;
    drop index outbox_messages_refused;
    update outbox_messages set status = 'failed' where status = 'refused';
    alter table outbox_messages
      drop constraint outbox_messages_status_check,
      add constraint outbox_messages_status_check check (status in (${statuses}));`);
}
