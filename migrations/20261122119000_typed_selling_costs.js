// What the office typed in place of a calculated commission, escort or haul: cents by name; null where all are calculated.
export async function up(knex) {
  await knex.raw(`
    alter table orders add column typed_costs jsonb check (
      typed_costs - '{dealerCommission,salesRepCommission,escort,haul}'::text[] = '{}'::jsonb
      and not jsonb_path_exists(typed_costs, '$.* \\? (@.type() != "number")'))`);
}

export async function down(knex) {
  await knex.raw(`alter table orders drop column typed_costs`);
}
