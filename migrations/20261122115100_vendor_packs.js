// How many of an item a vendor sells at once; null where it sells any number.
export async function up(knex) {
  await knex.raw('alter table vendor_items add column pack numeric(14,4) check (pack > 0);');
}

export async function down(knex) {
  await knex.raw('alter table vendor_items drop column pack;');
}
