// Every change of a shop's stock is a row with who, when and why. The database writes it, so that no writer can forget
// it.
export async function up(knex) {
  await knex.raw(`
    create table stock_movements (
      id bigint generated always as identity primary key,
      shop_id uuid not null references shops on delete cascade, item_id uuid not null references items on delete cascade,
      on_order numeric(14,4) not null, received numeric(14,4) not null, current numeric(14,4) not null,
      why text not null, source text, source_id uuid,
      actor_id uuid references users on delete set null, actor_name text not null,
      at timestamptz not null default now());
    create index stock_movements_item on stock_movements (shop_id, item_id, id desc);
    create index stock_movements_source on stock_movements (source_id) where source_id is not null;
    create index stock_movements_by_item on stock_movements (item_id);

    create function record_stock_movement(shop uuid, item uuid, on_order numeric, received numeric, current numeric) returns void
    language plpgsql as $$
    declare cause jsonb := coalesce(nullif(current_setting('shedworks.stock', true), ''), '{}')::jsonb;
    begin
      insert into stock_movements (shop_id, item_id, on_order, received, current, why, source, source_id, actor_id, actor_name)
      values (shop, item, on_order, received, current, coalesce(cause->>'why', 'changed'), cause->>'source',
        (cause->>'sourceId')::uuid, (cause->>'actorId')::uuid, coalesce(cause->>'actorName', 'system'));
    end $$;

    create function keep_stock_movements() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform record_stock_movement(new.shop_id, new.item_id, new.quantity_on_order, new.quantity_in_received, new.quantity_in_current);
        return null;
      elsif tg_op = 'UPDATE' then
        perform record_stock_movement(new.shop_id, new.item_id, new.quantity_on_order - old.quantity_on_order,
          new.quantity_in_received - old.quantity_in_received, new.quantity_in_current - old.quantity_in_current);
        return null;
      elsif exists (select from shops where id = old.shop_id) and exists (select from items where id = old.item_id) then
        perform record_stock_movement(old.shop_id, old.item_id, -old.quantity_on_order, -old.quantity_in_received, -old.quantity_in_current);
      end if;
      return null;
    end $$;

    create trigger stock_movements_insert after insert on shop_item_values for each row
      when (new.quantity_on_order <> 0 or new.quantity_in_received <> 0 or new.quantity_in_current <> 0)
      execute function keep_stock_movements();
    create trigger stock_movements_update after update on shop_item_values for each row
      when ((old.quantity_on_order, old.quantity_in_received, old.quantity_in_current)
        is distinct from (new.quantity_on_order, new.quantity_in_received, new.quantity_in_current))
      execute function keep_stock_movements();
    create trigger stock_movements_delete after delete on shop_item_values for each row
      when (old.quantity_on_order <> 0 or old.quantity_in_received <> 0 or old.quantity_in_current <> 0)
      execute function keep_stock_movements();

    insert into stock_movements (shop_id, item_id, on_order, received, current, why, actor_name)
      select shop_id, item_id, quantity_on_order, quantity_in_received, quantity_in_current, 'opening stock', 'system'
      from shop_item_values where quantity_on_order <> 0 or quantity_in_received <> 0 or quantity_in_current <> 0;`);
}

export async function down(knex) {
  await knex.raw(`
    drop trigger stock_movements_insert on shop_item_values;
    drop trigger stock_movements_update on shop_item_values;
    drop trigger stock_movements_delete on shop_item_values;
    drop function keep_stock_movements();
    drop function record_stock_movement(uuid, uuid, numeric, numeric, numeric);
    drop table stock_movements;`);
}
