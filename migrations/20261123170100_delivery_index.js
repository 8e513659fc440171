// Lists of orders of a status are sorted and filtered by the planned day of delivery.
export async function up(knex) {
  await knex.raw('create index orders_status_delivery on orders (status, delivery_scheduled, id)');
}

export async function down(knex) {
  await knex.raw('drop index orders_status_delivery');
}
