// Metal ordered for an order is left out of demand. The items of packages are catalogue items, and the packages are
// found
// by the order's serial number. Names entered so far become the items with the same name. A package without an order
// stores the size of shed it was made for.
export async function up(knex) {
  await knex.raw(`
    alter table metal_order_packages
      add column shed_id uuid references sheds on delete set null,
      add column shed_name text not null default '';
    create index metal_order_packages_shed on metal_order_packages (shed_id);
    create index metal_order_packages_serial on metal_order_packages (lower(serial_number));

    alter table metal_order_items add column item_id uuid references items on delete set null;
    create index metal_order_items_item on metal_order_items (item_id);
    update metal_order_items x set item_id = found.item_id from (
      select distinct on (t.id) t.id, i.id as item_id
        from metal_order_items t
        join metal_order_packages p on p.id = t.package_id join metal_orders m on m.id = p.metal_order_id
        cross join items i left join shop_item_values v on v.item_id = i.id and v.shop_id = m.shop_id
       where lower(t.name) in (lower(coalesce(v.name, i.name)), lower(i.name))
       order by t.id, lower(coalesce(v.name, i.name)) <> lower(t.name), i.id) found
     where found.id = x.id;`);
}

export async function down(knex) {
  await knex.raw(`
    drop index metal_order_packages_serial;
    alter table metal_order_packages drop column shed_id, drop column shed_name;
    alter table metal_order_items drop column item_id;`);
}
