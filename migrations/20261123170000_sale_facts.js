// What the sales system reports about an order's sale and delivery. Columns without a value for existing rows rewrite
// no table.
export async function up(knex) {
  await knex.raw(`
    alter table orders
      add column delivery_scheduled date,
      add column date_delivered date,
      add column driver text,
      add column delivery_line_one text,
      add column delivery_line_two text,
      add column delivery_city text,
      add column delivery_state text,
      add column delivery_zip text,
      add column customer_phone text,
      add column customer_email text,
      add column rto boolean not null default false,
      add column rto_company text,
      add column rto_months int,
      add column balance bigint,
      add column sale_status text`);
}

export async function down(knex) {
  await knex.raw(`
    alter table orders
      drop column delivery_scheduled,
      drop column date_delivered,
      drop column driver,
      drop column delivery_line_one,
      drop column delivery_line_two,
      drop column delivery_city,
      drop column delivery_state,
      drop column delivery_zip,
      drop column customer_phone,
      drop column customer_email,
      drop column rto,
      drop column rto_company,
      drop column rto_months,
      drop column balance,
      drop column sale_status`);
}
