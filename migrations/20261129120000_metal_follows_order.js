// Metal ordered for an order is found by the order's serial number. If the sales system gives the order another one, the
// packages get it, too, unless another order of the shop has the earlier one. A form of the metal order that is still
// open must not bring the earlier one back, so this counts as a change of it.
export async function up(knex) {
  await knex.raw(`
    create function orders_give_metal_serial() returns trigger language plpgsql as $$ begin
      with renamed as (
        update metal_order_packages p set serial_number = new.serial_number from metal_orders m
         where m.id = p.metal_order_id and m.shop_id in (old.shop_id, new.shop_id)
           and lower(p.serial_number) = lower(old.serial_number)
           and not exists (select from orders o where o.id <> new.id and o.shop_id = m.shop_id
             and lower(o.serial_number) = lower(old.serial_number))
         returning p.metal_order_id)
      update metal_orders set revision = revision + 1, updated_at = new.updated_at
       where id in (select metal_order_id from renamed);
      return null;
    end $$;
    create trigger orders_metal_serial_changed after update of serial_number on orders
      for each row when (new.serial_number <> old.serial_number) execute function orders_give_metal_serial()`);
}

export async function down(knex) {
  await knex.raw(`
    drop trigger orders_metal_serial_changed on orders;
    drop function orders_give_metal_serial`);
}
