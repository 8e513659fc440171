import type { Knex } from 'knex';
import type { z } from 'zod';
import { chosenOrders, drafts, materials, needs, type NeedingStatus } from './materials.js';
import type { WaitingRecord } from '../kernel/notices/waiting.js';
import type { Position } from './rules.js';
import type { CountedOrders, DemandRow, NeedingOrder } from './schema.js';
import { queryOnlyRow, queryRows } from '../kernel/database/rows.js';

type DemandFacts = Omit<z.output<typeof DemandRow>, 'left' | 'short' | 'suggested'> & Position;

/** The order statuses that count: in the queue and, optionally, under construction and on hold. */
export const countedStatuses = ({ building, onHold }: CountedOrders): NeedingStatus[] => [
  'InQueue',
  ...(building === 'no' ? [] : ['Building' as const]),
  ...(onHold === 'yes' ? ['On Hold' as const] : []),
];

/** The SQL of `findPositions`; binds `shop`, `statuses` and `except`. */
export const demandSql = `
  with ${chosenOrders}, ${materials}, ${needs}, ${drafts},
  need as materialized (select item_id, round(sum(needed), 4) as needed from needs group by 1),
  sold as materialized (
    select distinct on (x.item_id) x.item_id, x.pack, e.id as vendor_id, e.name as vendor
      from vendors e join vendor_items x on x.vendor_id = e.id where e.shop_id = :shop order by 1, lower(e.name), e.id)
  select i.id as _id, coalesce(v.name, i.name) as name, i.type, c.id as "categoryId", c.name as category,
         greatest(coalesce(n.needed, 0), 0) as needed, coalesce(v.quantity_in_current, 0) as current,
         coalesce(v.quantity_in_received, 0) as received, coalesce(v.quantity_on_order, 0) as "onOrder",
         coalesce(d.drafted, 0) as drafted, v.order_point_warning as "orderPointWarning",
         v.order_point_critical as "orderPointCritical", v.full_point as "fullPoint",
         coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight) as price,
         s.vendor_id as "vendorId", s.vendor, s.pack
    from items i
    join item_categories c on c.id = i.category_id
    left join need n on n.item_id = i.id
    left join shop_item_values v on v.shop_id = :shop and v.item_id = i.id
    left join drafts d on d.item_id = i.id
    left join sold s on s.item_id = i.id
   where n.needed > 0 or greatest(v.order_point_warning, v.order_point_critical) > 0`;

interface PositionRow extends Omit<DemandFacts, 'category' | 'vendor'> {
  readonly categoryId: string;
  readonly category: string;
  readonly vendorId: string | null;
  readonly vendor: string | null;
}

/**
 * Every item that a shop's open orders need or that has order points, with its quantities, in one statement. Sorted by
 * vendor, category and name; items without a vendor last.
 */
export async function findPositions(db: Knex, shop: string, countedOrders: CountedOrders): Promise<DemandFacts[]> {
  const binds = { shop, statuses: countedStatuses(countedOrders), except: null };
  const rows = await queryRows<PositionRow>(db.raw(demandSql, binds));
  const positions = rows.map(({ categoryId, category, vendorId, vendor, ...row }): DemandFacts => ({
    ...row,
    category: { _id: categoryId, name: category },
    vendor: vendorId === null ? null : { _id: vendorId, name: vendor ?? '' },
  }));
  return positions.sort(
    (a, b) =>
      Number(a.vendor === null) - Number(b.vendor === null) ||
      collator.compare(a.vendor?.name ?? '', b.vendor?.name ?? '') ||
      collator.compare(a.category.name, b.category.name) ||
      collator.compare(a.name, b.name),
  );
}

/** How many items of a shop are below an order point even with what is received, on order or on draft orders. */
export async function countToOrder(db: Knex, shop: string): Promise<number> {
  const { n } = await queryOnlyRow<{ n: number }>(
    db.raw(
      `with ${drafts}
     select count(*) as n from shop_item_values v left join drafts d on d.item_id = v.item_id
      where v.shop_id = :shop and v.quantity_in_current + v.quantity_in_received + v.quantity_on_order + coalesce(d.drafted, 0)
            < greatest(v.order_point_warning, v.order_point_critical)`,
      { shop },
    ),
  );
  return n;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The shop's open orders that need an item beyond the metal ordered for them, largest need first. */
export async function findNeedingOrders(
  db: Knex,
  { shop, item, ...counted }: CountedOrders & { readonly shop: string; readonly item: string },
): Promise<z.output<typeof NeedingOrder>[]> {
  return queryRows<z.output<typeof NeedingOrder>>(
    db.raw(
      `with ${chosenOrders}, ${materials}, ${needs}
     select o.id as _id, o.serial_number as "serialNumber", o.status, o.model_name as model, o.date_ordered as "dateOrdered",
            round(n.needed, 4) as quantity, round(n.ordered, 4) as "metalOrdered"
       from needs n join orders o on o.id = n.order_id
      where n.item_id = :item and (round(n.needed, 4) <> 0 or n.ordered > 0)
      order by quantity desc, o.serial_number, o.id`,
      { shop, item, statuses: countedStatuses(counted), except: null },
    ),
  );
}

/** The items that are below an order point of their shop, counted as in `countToOrder`, for all shops. */
export const findBelowOrderPoint = (db: Knex): Promise<WaitingRecord[]> =>
  queryRows<WaitingRecord>(
    db.raw(
      `with drafts as materialized (
         select m.shop_id, l.item_id, sum(l.quantity) as drafted
           from material_orders m join material_order_lines l on l.order_id = m.id
          where m.draft and l.item_id is not null group by 1, 2)
       select v.shop_id as "shopId", v.item_id as id, coalesce(v.name, i.name) as name
         from shop_item_values v join items i on i.id = v.item_id
         left join drafts d on d.shop_id = v.shop_id and d.item_id = v.item_id
        where v.quantity_in_current + v.quantity_in_received + v.quantity_on_order + coalesce(d.drafted, 0)
              < greatest(v.order_point_warning, v.order_point_critical)
        order by v.shop_id, lower(coalesce(v.name, i.name)), v.item_id`,
    ),
  );
