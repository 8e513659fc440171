// A stock movement has the time of the use case that causes it, like everything else the use case stores.
const body = (columns, values) => `
    create or replace function record_stock_movement(shop uuid, item uuid, on_order numeric, received numeric, current numeric) returns void
    language plpgsql as $$
    declare cause jsonb := coalesce(nullif(current_setting('shedworks.stock', true), ''), '{}')::jsonb;
    begin
      insert into stock_movements (shop_id, item_id, on_order, received, current, why, source, source_id, actor_id, actor_name${columns})
      values (shop, item, on_order, received, current, coalesce(cause->>'why', 'changed'), cause->>'source',
        (cause->>'sourceId')::uuid, (cause->>'actorId')::uuid, coalesce(cause->>'actorName', 'system')${values});
    end $$;`;

export async function up(knex) {
  await knex.raw(body(', at', `, coalesce((cause->>'at')::timestamptz, now())`));
}

export async function down(knex) {
  await knex.raw(body('', ''));
}
