// One small index to count, sum and sort what waits for approval, in every sort order.
export async function up(knex) {
  await knex.raw(`
    set local statement_timeout = 0;
    create index invoices_waiting on invoices (status_since, id) include (shop_id, shop_total, company_total, number_key)
     where status in ('New', 'Adjusted') and deleted_at is null`);
}

export async function down(knex) {
  await knex.raw('drop index invoices_waiting');
}
