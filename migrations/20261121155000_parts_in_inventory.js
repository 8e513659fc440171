// No one buys the items of an add-on that is not in inventory, so its snapshots have no parts. Stored parts are
// computed
// again, because a stored column follows its function only when its row is written.
const partsOf = (lines) => `
  create or replace function snapshot_parts(content jsonb) returns snapshot_part[] language sql immutable as $$
      select coalesce(array_agg((item_id, quantity)::snapshot_part order by item_id), '{}') from (
        select (x.item_id)::uuid as item_id, sum(x.quantity) as quantity from (
          select i ->> 'itemId' as item_id, (c ->> 'quantity')::numeric * (i ->> 'quantity')::numeric as quantity
            from list_of(content -> 'components') c cross join lateral list_of(c -> 'items') i
          union all
          select i ->> 'itemId', (i ->> 'quantity')::numeric from list_of(content -> 'items') i
           where ${lines}
          union all
          select i ->> 'replacementItemId', -(i ->> 'quantity')::numeric from list_of(content -> 'items') i
           where ${lines} and (i ->> 'replaceItem')::boolean) x
         where x.item_id is not null group by 1 having sum(x.quantity) <> 0) y $$;
  update price_snapshots set content = content where content -> 'nonInventory' = 'true';`;

const listed = `i ->> 'only' is distinct from 'standard'`;

export async function up(knex) {
  await knex.raw(partsOf(`${listed} and content -> 'nonInventory' is distinct from 'true'`));
}

export async function down(knex) {
  await knex.raw(partsOf(listed));
}
