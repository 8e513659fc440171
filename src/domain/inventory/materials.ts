/**
 * SQL: what orders are made of, from the snapshots they were priced with (P12). Follows a common table `chosen` (id,
 * snapshot, sqft) and makes two: `used` (hash, order_id, units), a box once and an add-on line by the units its material
 * counts by (P5: square feet for `sqft`), and `parts` (hash, item_id, quantity), what one unit of a snapshot is made of:
 * component quantity × item quantity, an add-on's items with what they replace taken off. Where a shop has a list of its
 * own for an add-on, the standard list counts for nothing. The database keeps the parts beside each snapshot.
 */
export const materials = `
  used as materialized (
    select snapshot as hash, id as order_id, 1::numeric as units from chosen where snapshot is not null
    union all
    select l.snapshot, l.order_id, l.quantity * case when l.type = 'sqft' then c.sqft else 1 end
      from chosen c join order_lines l on l.order_id = c.id where l.snapshot is not null),
  parts as (
    select s.hash, p.item_id, p.quantity
      from price_snapshots s cross join lateral unnest(s.parts) as p
     where s.hash in (select hash from used))`;
