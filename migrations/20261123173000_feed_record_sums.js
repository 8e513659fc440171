// What a source reports about each of its records, including those without an order here, so that both sides can be
// compared.
export async function up(knex) {
  await knex.raw(`
    alter table feed_records
      add ordered_on date not null default current_date,
      add shop text, add serial text,
      add total bigint,
      add canceled boolean not null default false,
      add refused text,
      add gone boolean not null default false,
      add seen_at timestamptz not null default now();
    create index feed_records_without_order on feed_records (ordered_on) where order_id is null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop index feed_records_without_order;
    alter table feed_records drop ordered_on, drop shop, drop serial, drop total, drop canceled, drop refused, drop gone,
      drop seen_at;`);
}
