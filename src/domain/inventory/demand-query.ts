import type { Knex } from 'knex';
import type { z } from 'zod';
import { materials } from './materials.js';
import type { Position } from './rules.js';
import type { DemandRow, NeedingOrder } from './schema.js';

type Found = Omit<z.output<typeof DemandRow>, 'left' | 'short' | 'suggested'> & Position;

/** The orders whose material is still to be used: in the queue, and under construction. */
const CHOSEN = `chosen as materialized (
  select id, snapshot, sqft from orders where shop_id = :shop and status in ('InQueue', 'Building'))`;

/** SQL of `findPositions`; binds `shop`. */
export const demandSql = `
  with ${CHOSEN}, ${materials},
  need as materialized (
    select p.item_id, round(sum(u.units * p.quantity), 4) as needed
      from (select hash, sum(units) as units from used group by 1) u join parts p using (hash) group by 1),
  drafts as materialized (
    select l.item_id, sum(l.quantity) as drafted from material_orders m join material_order_lines l on l.order_id = m.id
     where m.shop_id = :shop and m.draft and l.item_id is not null group by 1),
  sold as materialized (
    select distinct on (x.item_id) x.item_id, e.id as vendor_id, e.name as vendor
      from vendors e join vendor_items x on x.vendor_id = e.id where e.shop_id = :shop order by 1, lower(e.name), e.id)
  select i.id as _id, coalesce(v.name, i.name) as name, c.id as "categoryId", c.name as category,
         greatest(coalesce(n.needed, 0), 0) as needed, coalesce(v.quantity_in_current, 0) as current,
         coalesce(v.quantity_in_received, 0) as received, coalesce(v.quantity_on_order, 0) as "onOrder",
         coalesce(d.drafted, 0) as drafted, v.order_point_warning as "orderPointWarning",
         v.order_point_critical as "orderPointCritical", v.full_point as "fullPoint",
         coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight) as price,
         s.vendor_id as "vendorId", s.vendor
    from items i
    join item_categories c on c.id = i.category_id
    left join need n on n.item_id = i.id
    left join shop_item_values v on v.shop_id = :shop and v.item_id = i.id
    left join drafts d on d.item_id = i.id
    left join sold s on s.item_id = i.id
   where n.needed > 0 or greatest(v.order_point_warning, v.order_point_critical) > 0`;

interface PositionRow extends Omit<Found, 'category' | 'vendor'> {
  readonly categoryId: string;
  readonly category: string;
  readonly vendorId: string | null;
  readonly vendor: string | null;
}

/**
 * Every item that open orders of a shop need or that has order points, with how much there is, in one statement: by vendor,
 * category and name, those without a vendor last.
 */
export async function findPositions(db: Knex, shop: string): Promise<Found[]> {
  const { rows } = (await db.raw(demandSql, { shop })) as { rows: PositionRow[] };
  const found = rows.map(({ categoryId, category, vendorId, vendor, ...row }): Found => ({
    ...row,
    category: { _id: categoryId, name: category },
    vendor: vendorId === null ? null : { _id: vendorId, name: vendor ?? '' },
  }));
  return found.sort(
    (a, b) =>
      Number(a.vendor === null) - Number(b.vendor === null) ||
      collator.compare(a.vendor?.name ?? '', b.vendor?.name ?? '') ||
      collator.compare(a.category.name, b.category.name) ||
      collator.compare(a.name, b.name),
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The open orders of a shop that need an item, those that need most first. */
export async function findNeedingOrders(
  db: Knex,
  { shop, item }: { readonly shop: string; readonly item: string },
): Promise<z.output<typeof NeedingOrder>[]> {
  const { rows } = (await db.raw(
    `with ${CHOSEN}, ${materials}
     select o.id as _id, o.serial_number as "serialNumber", o.status, o.model_name as model, o.date_ordered as "dateOrdered",
            round(sum(u.units * p.quantity), 4) as quantity
       from used u join parts p using (hash) join orders o on o.id = u.order_id
      where p.item_id = :item
      group by o.id having round(sum(u.units * p.quantity), 4) <> 0
      order by quantity desc, o.serial_number, o.id`,
    { shop, item },
  )) as { rows: z.output<typeof NeedingOrder>[] };
  return rows;
}
