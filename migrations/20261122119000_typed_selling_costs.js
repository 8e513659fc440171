// Commissions, escort or haul that the office entered instead of calculated ones: cents by name; null if all are
// calculated.
export async function up(knex) {
  await knex.raw(`
    alter table orders add column typed_costs jsonb check (
      typed_costs - '{dealerCommission,salesRepCommission,escort,haul}'::text[] = '{}'::jsonb
      and not jsonb_path_exists(typed_costs, '$.* \\? (@.type() != "number")'))`);
}

export async function down(knex) {
  await knex.raw(`alter table orders drop column typed_costs`);
}
