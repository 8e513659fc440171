import type { Knex } from 'knex';
import type { ActorCtx } from '../../../kernel/context.js';
import { materials } from '../../../stock/materials.js';
import { visible } from '../../../orders/reads/queries.js';
import type { InventoryReportFilter } from './inventory-schema.js';
import type { Period } from '../period.js';
import { dateColumns, selectOrders, within } from '../selection.js';

/** The orders whose material is counted. */
export const countedOrders = (ctx: ActorCtx, filter: InventoryReportFilter, period: Period): Knex.QueryBuilder =>
  within(selectOrders(visible(ctx), filter), dateColumns[filter.orderDate ?? 'dateOrdered'], period);

/** P12: the material of the orders that the first binding selects (id, snapshot, sqft), by item. */
export const materialSql = `
  with chosen as materialized (?), ${materials},
  sums as (
    select p.item_id as id, round(sum(u.units * p.quantity), 4) as quantity
      from (select hash, sum(units) as units from used group by 1) u join parts p using (hash) group by 1)
  select s.id, coalesce(i.name, 'Deleted item') as name, c.name as category, s.quantity::float8 as quantity
    from sums s left join items i on i.id = s.id left join item_categories c on c.id = i.category_id
   where s.quantity <> 0 order by lower(i.name) nulls last, s.id`;
