// The setting of shops that removes an order's items from stock when it is Finished, and the parts of each snapshot,
// stored
// with it because the demand of hundreds of open orders reads thousands of snapshots.
export async function up(knex) {
  await knex.raw(`
    alter table shops add column takes_stock_when_finished boolean not null default false;

    create type snapshot_part as (item_id uuid, quantity numeric);
    create function list_of(value jsonb) returns setof jsonb language sql immutable as
      $$ select jsonb_array_elements(case when jsonb_typeof(value) = 'array' then value end) $$;
    create function snapshot_parts(content jsonb) returns snapshot_part[] language sql immutable as $$
      select coalesce(array_agg((item_id, quantity)::snapshot_part order by item_id), '{}') from (
        select (x.item_id)::uuid as item_id, sum(x.quantity) as quantity from (
          select i ->> 'itemId' as item_id, (c ->> 'quantity')::numeric * (i ->> 'quantity')::numeric as quantity
            from list_of(content -> 'components') c cross join lateral list_of(c -> 'items') i
          union all
          select i ->> 'itemId', (i ->> 'quantity')::numeric from list_of(content -> 'items') i
           where i ->> 'only' is distinct from 'standard'
          union all
          select i ->> 'replacementItemId', -(i ->> 'quantity')::numeric from list_of(content -> 'items') i
           where i ->> 'only' is distinct from 'standard' and (i ->> 'replaceItem')::boolean) x
         where x.item_id is not null group by 1 having sum(x.quantity) <> 0) y $$;
    alter table price_snapshots add column parts snapshot_part[] generated always as (snapshot_parts(content)) stored;`);
}

export async function down(knex) {
  await knex.raw(`
    alter table price_snapshots drop column parts;
    drop function snapshot_parts(jsonb);
    drop function list_of(jsonb);
    drop type snapshot_part;
    alter table shops drop column takes_stock_when_finished;`);
}
