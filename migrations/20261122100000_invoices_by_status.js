// Invoices of a status are listed by their day, and counted and summed in the index alone: paid ones outnumber the others by far.
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
