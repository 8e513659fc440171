/**
 * SQL: what orders are made of, from the snapshots they were priced with (P12). Follows a common table `chosen` (id,
 * snapshot, sqft) and makes two: `used` (hash, order_id, units), a box once and an add-on line by the units its material
 * counts by (P4: square feet for `sqft`), a discount not at all, and `parts` (hash, item_id, quantity), what one unit of a
 * snapshot is made of: component quantity × item quantity, an add-on's items with what they replace taken off (P3). Where a
 * shop has a list of its own for an add-on, the standard list counts for nothing; an add-on that is not in inventory is made
 * of nothing. The database keeps the parts beside each snapshot; join the two by their hash.
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

/** Orders whose material is still to be used: in the queue, under construction, and on hold where they are counted too. */
export type NeedingStatus = 'InQueue' | 'Building' | 'On Hold';

/** SQL: the orders of `:shop` in one of `:statuses`, as `materials` and `needs` take them. */
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

/** SQL: how much of each item the draft material orders of `:shop` have, as `drafts` (item_id, drafted). */
export const drafts = `
  drafts as materialized (
    select l.item_id, sum(l.quantity) as drafted from material_orders m join material_order_lines l on l.order_id = m.id
     where m.shop_id = :shop and m.draft and l.item_id is not null group by 1)`;
