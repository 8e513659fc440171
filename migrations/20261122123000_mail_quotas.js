// Which emails were written together and by whom, and the outside domains to which reports may be emailed.
export async function up(knex) {
  await knex.raw(`
    alter table outbox_messages
      add column batch_id uuid,
      add column sender_id uuid references users on delete set null;
    update outbox_messages set batch_id = id;
    alter table outbox_messages alter column batch_id set default gen_random_uuid(), alter column batch_id set not null;
    create index outbox_messages_batch on outbox_messages (batch_id);
    create index outbox_messages_sent_by on outbox_messages (created_at) where sender_id is not null;

    alter table companies add column mail_domains text[] not null default '{}';
    update companies set mail_domains = array(
      select distinct lower(split_part(address, '@', 2)) from schedules, unnest(recipients) as address
      where shop_id is null and address like '%_@_%' order by 1);`);
}

export async function down(knex) {
  await knex.raw(`
    alter table companies drop column mail_domains;
    drop index outbox_messages_sent_by, outbox_messages_batch;
    alter table outbox_messages drop column batch_id, drop column sender_id;`);
}
