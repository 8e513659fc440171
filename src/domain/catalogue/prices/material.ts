import { defaultPercentSql } from '../../pricing/allocation.js';
import type { TableSource } from './as-of.js';

/**
 * P3: SQL for the dollars of one unit of every item, at standard values and at the shop's; each value falls back
 * separately.
 */
export const itemTotals = (from: TableSource): string => `
  select i.id, i.sub_total + i.freight as standard,
         coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight) as shop
    from ${from('items')} i
    left join ${from('shop_item_values')} v on v.item_id = i.id and v.shop_id = :shop::uuid`;

/**
 * P3: SQL for the dollars of one component, rounded to the cent; `ids` is a query for the components. Needs
 * `item_totals`.
 */
export const componentTotals = (from: TableSource, ids: string): string => `
  select x.component_id, round(sum(t.standard * x.quantity), 2) as standard, round(sum(t.shop * x.quantity), 2) as shop
    from ${from('component_items')} x join item_totals t on t.id = x.item_id
   where x.component_id in (${ids}) group by 1`;

/**
 * P3: SQL for the dollars of material for one unit of an add-on with four decimals, and P4: its labor and shop
 * percent. `ids` is a query for the add-ons. A shop's own items replace the standard ones; a line without an item
 * means that the shop has no items for the add-on. Needs `item_totals`.
 */
export const addOnUnits = (from: TableSource, ids: string): string => `
  with lines as (
    select x.add_on_id, x.shop_id is not null as own, x.quantity,
           bool_or(x.shop_id is not null) over (partition by x.add_on_id) as has_own,
           coalesce(t.standard, 0) - case when x.replace_item then coalesce(r.standard, 0) else 0 end as standard,
           coalesce(t.shop, 0) - case when x.replace_item then coalesce(r.shop, 0) else 0 end as shop
      from ${from('add_on_items')} x
      left join item_totals t on t.id = x.item_id
      left join item_totals r on r.id = x.replacement_item_id
     where x.add_on_id in (${ids}) and (x.shop_id is null or x.shop_id = :shop::uuid)),
  material as (
    select add_on_id, round(sum(standard * quantity) filter (where not own), 4) as standard,
           round(sum(shop * quantity) filter (where own = has_own), 4) as shop
      from lines group by 1)
  select a.id, a.type, a.mode, a.discount, a.retail_price as retail,
         coalesce(a.shop_percent, s.shop_add_on_percent,
           ${defaultPercentSql('a.mode', 'a.type')}) as percent,
         case when a.non_inventory then a.standard_non_inv_cost else coalesce(m.standard, 0) end as material_standard,
         case when a.non_inventory then a.standard_non_inv_cost else coalesce(m.shop, 0) end as material_shop,
         coalesce(l.type, 'piece') as labor_type_standard, coalesce(l.total, 0) as labor_standard,
         coalesce(o.type, l.type, 'piece') as labor_type_shop, coalesce(o.total, l.total, 0) as labor_shop
    from ${from('add_ons')} a
    left join material m on m.add_on_id = a.id
    left join ${from('addon_labor')} l on l.id = a.addon_labor_id
    left join ${from('shop_addon_labor')} o on o.addon_labor_id = l.id and o.shop_id = :shop::uuid
    left join ${from('shops')} s on s.id = :shop::uuid
   where a.id in (${ids})`;
