// Lists invoices of a status by day, and counts and sums them in the index alone, because most invoices are paid ones.
export async function up(knex) {
  await knex.raw(`
    drop index invoices_status;
    drop index invoices_status_shop;
    create index invoices_status on invoices (status, invoiced_date desc, id desc)
      include (shop_total, company_total, order_total) where deleted_at is null;
    create index invoices_status_shop on invoices (shop_id, status, invoiced_date desc, id desc)
      include (shop_total, company_total, order_total) where deleted_at is null;`);
}

export async function down(knex) {
  await knex.raw(`
    drop index invoices_status;
    drop index invoices_status_shop;
    create index invoices_status on invoices (status, id desc) where deleted_at is null;
    create index invoices_status_shop on invoices (status, shop_id, id desc) where deleted_at is null;`);
}
