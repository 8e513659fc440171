// Invoiced orders far outnumber all others. These indexes cover the sort orders of their lists, so that no page sorts
// them. No import
// writes to these indexes, because its orders are New.
const sorted = {
  serial: 'serial_number, id',
  dealer: 'dealer_name nulls first, id',
  customer: 'customer nulls first, id',
  model: 'model_name, id',
  total: 'grand_total_shop, id',
  since: 'status_since, id',
  delivery: 'delivery_scheduled desc nulls last, id desc',
};

export async function up(knex) {
  await knex.raw('set local statement_timeout = 0'); // a million orders take minutes
  for (const [name, columns] of Object.entries(sorted))
    await knex.raw(`create index orders_invoiced_${name} on orders (${columns}) where status = 'Invoiced'`);
}

export async function down(knex) {
  await knex.raw(
    `drop index ${Object.keys(sorted)
      .map((name) => `orders_invoiced_${name}`)
      .join(', ')}`,
  );
}
