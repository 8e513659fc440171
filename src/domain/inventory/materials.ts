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
