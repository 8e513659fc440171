// Finds serial numbers that several orders have in the index alone, which therefore also needs the number as written.
export async function up(knex) {
  await knex.raw(`
    drop index orders_serial;
    create index orders_serial on orders (lower(serial_number)) include (serial_number);`);
}

export async function down(knex) {
  await knex.raw(`
    drop index orders_serial;
    create index orders_serial on orders (lower(serial_number));`);
}
