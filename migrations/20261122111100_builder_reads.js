// What a Builder marks as read stays unread for the rest of the shop. A notice states whether it is about invoices,
// which Builders do not get.
export async function up(knex) {
  await knex.raw(`
    create table comment_reads (
      comment_id uuid not null references comments on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (comment_id, user_id));
    create index comment_reads_user on comment_reads (user_id);

    alter table notifications add column about text check (about = 'invoices');
    update notifications set about = 'invoices'
      where shop_id is not null and user_id is null and (msg like 'Invoice %' or id in (
        select unnest(entity_ids) from audit_entries where entity = 'alert' and after ->> 'invoice' is not null));`);
}

export async function down(knex) {
  await knex.raw(`
    drop table comment_reads;
    alter table notifications drop column about;`);
}
