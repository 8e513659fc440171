// How many of an item a vendor sells in one pack; null for any quantity.
export async function up(knex) {
  await knex.raw('alter table vendor_items add column pack numeric(14,4) check (pack > 0);');
}

export async function down(knex) {
  await knex.raw('alter table vendor_items drop column pack;');
}
