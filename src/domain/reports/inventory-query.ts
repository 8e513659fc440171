import type { Knex } from 'knex';
import type { ActorCtx } from '../context.js';
import { visible } from '../orders/queries.js';
import type { InventoryReportFilter } from './inventory-schema.js';
import type { Period } from './period.js';
import { dateColumns, selectOrders, within } from './selection.js';

/** The orders whose material is counted. */
export const countedOrders = (ctx: ActorCtx, filter: InventoryReportFilter, period: Period): Knex.QueryBuilder =>
  within(selectOrders(visible(ctx), filter), dateColumns[filter.orderDate ?? 'dateOrdered'], period);

/**
 * P12: per item the sum over the orders' snapshots of component quantity × item quantity, plus units of an add-on line ×
 * item quantity with replaced items taken off (P3). Equal snapshots are taken apart once. What a discount takes off, what
 * is not in inventory and what counts in the standard view alone where a shop has a list of its own is no material.
 */
export const materialSql = `
  with chosen as materialized (?),
  boxes as (select snapshot, count(*) as n from chosen where snapshot is not null group by 1),
  lines as (
    select l.snapshot, sum(l.quantity * case when l.type = 'sqft' then c.sqft else 1 end) as n
      from chosen c join order_lines l on l.order_id = c.id
     where l.kind = 'addOn' and l.snapshot is not null and not l.discount
     group by 1),
  parts as (
    select i.item, b.n * c.quantity * i.quantity as quantity
      from boxes b join price_snapshots p on p.hash = b.snapshot
     cross join lateral (select (c->>'quantity')::numeric as quantity, c->'items' as items
                           from jsonb_array_elements(p.content->'components') c) c
     cross join lateral (select i->>'itemId' as item, (i->>'quantity')::numeric as quantity
                           from jsonb_array_elements(c.items) i) i
    union all
    select x.item, x.way * l.n * (i->>'quantity')::numeric
      from lines l join price_snapshots p on p.hash = l.snapshot
     cross join lateral jsonb_array_elements(p.content->'items') i
     cross join lateral (values (i->>'itemId', 1), (case when i->'replaceItem' = 'true' then i->>'replacementItemId' end, -1))
                x (item, way)
     where p.content->'nonInventory' is distinct from 'true' and i->>'only' is distinct from 'standard' and x.item is not null),
  used as (select item::uuid as id, sum(quantity) as quantity from parts group by 1)
  select u.id, coalesce(i.name, 'Deleted item') as name, c.name as category, round(u.quantity, 4)::float8 as quantity
    from used u left join items i on i.id = u.id left join item_categories c on c.id = i.category_id
   where round(u.quantity, 4) <> 0 order by lower(i.name) nulls last, u.id`;
