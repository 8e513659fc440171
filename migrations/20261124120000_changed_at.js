// When the database stored the last change of an order, an invoice or a payment, for readers that keep a copy up to
// date.
// `updated_at` is the time of the request by the application's clock; this one is the database's own, and is never
// earlier than the start of the transaction that made the change. The transaction gets its ID before the time is read,
// so a reader who saw no such transaction has seen the change.
const tables = ['orders', 'invoices', 'repair_invoices', 'payments'];

export async function up(knex) {
  await knex.raw(`create function keep_changed_at() returns trigger language plpgsql as $$ begin
    new.changed_at := case when pg_current_xact_id() is not null then clock_timestamp() end;
    return new; end $$`);
  for (const table of tables)
    await knex.raw(`
      alter table ${table} add column changed_at timestamptz not null default now();
      create trigger ${table}_changed_at before insert or update on ${table} for each row execute function keep_changed_at();
      create index ${table}_changed on ${table} (changed_at, id);`);
}

export async function down(knex) {
  for (const table of tables)
    await knex.raw(`drop trigger ${table}_changed_at on ${table}; alter table ${table} drop column changed_at;`);
  await knex.raw('drop function keep_changed_at');
}
