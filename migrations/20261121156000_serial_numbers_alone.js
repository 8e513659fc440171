// Serial numbers that several orders have are found in the index alone, which needs the number as it is written too.
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
