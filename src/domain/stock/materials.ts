/**
 * SQL: the materials of orders, from the snapshots they were priced with (P12). Needs a common table `chosen` (id,
 * snapshot, sqft) before it and defines two. `used` (hash, order_id, units) has each box once and each add-on line by
 * the units of its material (P4: square feet for `sqft`); discounts are left out. `parts` (hash, item_id, quantity) has
 * the materials of one unit of a snapshot: component quantity × item quantity, and an add-on's items minus those they
 * replace (P3). A shop's own list for an add-on replaces the standard list; an add-on that is not in inventory has no
 * materials. The database stores the parts with each snapshot; join the two tables by hash.
 */
export const materials = `
  used as (
    select snapshot as hash, id as order_id, 1::numeric as units from chosen where snapshot is not null
    union all
    select l.snapshot, l.order_id, l.quantity * case when l.type = 'sqft' then c.sqft else 1 end
      from chosen c join order_lines l on l.order_id = c.id
     where l.kind = 'addOn' and l.snapshot is not null and not l.discount),
  parts as (
    select s.hash, p.item_id, p.quantity
      from price_snapshots s cross join lateral unnest(s.parts) as p)`;

/** Orders that still need their material: in the queue, under construction, and, if counted, on hold. */
export type NeedingStatus = 'InQueue' | 'Building' | 'On Hold';

/** SQL: the orders of `:shop` in one of `:statuses`, as input for `materials` and `needs`. */
export const chosenOrders = `chosen as materialized (
  select id, snapshot, sqft, shop_id, lower(serial_number) as serial from orders
   where shop_id = :shop and status = any(:statuses::text[]))`;

/**
 * SQL: what each order of `chosen` (with shop_id and serial, in lower case) needs of an item, after `materials`. Makes `metal`,
 * what the shop's metal orders have for its serial number, and `needs` (order_id, item_id, whole, ordered, needed): the whole
 * of its snapshot, and what is left of that besides its metal. Metal beyond what an order needs does not count for another order.
 * Leaves out the metal order `:except`, null for none.
 */
export const needs = `
  metal as (
    select c.id as order_id, i.item_id, sum(i.quantity) as ordered
      from chosen c join metal_order_packages p on lower(p.serial_number) = c.serial
      join metal_orders m on m.id = p.metal_order_id and m.shop_id = c.shop_id
      join metal_order_items i on i.package_id = p.id
     where i.item_id is not null and m.id is distinct from :except::uuid group by 1, 2),
  needs as (
    select n.order_id, n.item_id, n.whole, coalesce(m.ordered, 0) as ordered,
           case when n.whole > 0 then greatest(n.whole - coalesce(m.ordered, 0), 0) else n.whole end as needed
      from (select u.order_id, p.item_id, sum(u.units * p.quantity) as whole
              from used u join parts p using (hash) group by 1, 2) n
      left join metal m using (order_id, item_id))`;

/** SQL: the quantity of each item on the draft material orders of `:shop`, as `drafts` (item_id, drafted). */
export const drafts = `
  drafts as materialized (
    select l.item_id, sum(l.quantity) as drafted from material_orders m join material_order_lines l on l.order_id = m.id
     where m.shop_id = :shop and m.draft and l.item_id is not null group by 1)`;
