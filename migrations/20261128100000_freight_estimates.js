// What the price of a material order's line contains as an estimate of freight, so that its paper stays the same after
// the item's cost changes. A line stored before gets the estimate that its paper left out until now: the item's present
// one, if the line's price is still the item's cost at the shop.
export async function up(knex) {
  await knex.raw(`
    alter table material_order_lines add column freight_estimate numeric(14,4) not null default 0,
      add constraint material_order_lines_estimate_in_price check (freight_estimate >= 0 and freight_estimate <= new_price);
    update material_order_lines l set freight_estimate = x.freight from (
      select n.id, coalesce(v.freight, i.freight) as freight, coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight) as total
        from material_order_lines n join material_orders m on m.id = n.order_id join items i on i.id = n.item_id
        left join shop_item_values v on v.item_id = i.id and v.shop_id = m.shop_id) x
     where x.id = l.id and x.total = l.new_price and x.freight > 0 and x.freight <= l.new_price`);
}

export async function down(knex) {
  await knex.raw('alter table material_order_lines drop column freight_estimate');
}
