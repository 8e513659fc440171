import { up as earlier } from './20261121155000_parts_in_inventory.js';

// `pg_restore` and `pg_upgrade` set no search path, and a stored column's function that names another without its
// schema fails there. A body in standard SQL is bound to what it names when it is created.
const parts = `
  select coalesce(array_agg((item_id, quantity)::snapshot_part order by item_id), '{}') from (
    select (x.item_id)::uuid as item_id, sum(x.quantity) as quantity from (
      select i ->> 'itemId' as item_id, (c ->> 'quantity')::numeric * (i ->> 'quantity')::numeric as quantity
        from list_of(content -> 'components') c cross join lateral list_of(c -> 'items') i
      union all
      select i ->> 'itemId', (i ->> 'quantity')::numeric from list_of(content -> 'items') i
       where i ->> 'only' is distinct from 'standard' and content -> 'nonInventory' is distinct from 'true'
      union all
      select i ->> 'replacementItemId', -(i ->> 'quantity')::numeric from list_of(content -> 'items') i
       where i ->> 'only' is distinct from 'standard' and content -> 'nonInventory' is distinct from 'true' and (i ->> 'replaceItem')::boolean) x
     where x.item_id is not null group by 1 having sum(x.quantity) <> 0) y`;

export async function up(knex) {
  await knex.raw(
    `create or replace function snapshot_parts(content jsonb) returns snapshot_part[] language sql immutable begin atomic ${parts}; end`,
  );
}

export const down = earlier;
