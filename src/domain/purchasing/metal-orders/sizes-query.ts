import type { Knex } from 'knex';
import { drafts, materials, needs } from '../../stock/materials.js';
import { ordersWithMetal } from '../../orders/life/metal.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

/** A quantity of an item. */
export interface Amount {
  readonly item: string;
  readonly quantity: number;
}

/** An order of the shop, and the items of one component in its snapshot: component quantity × item quantity. */
export interface MetalOrderPart {
  readonly order: string;
  readonly items: readonly Amount[];
}

const AMOUNTS = `json_agg(json_build_object('item', item, 'quantity', quantity) order by position)`;

/**
 * The shop's order with a serial number that needs metal, with its items of a component; undefined if there is none.
 */
export async function findOrderPart(
  db: Knex,
  shop: string,
  { serialNumber, component }: { readonly serialNumber: string; readonly component: string },
): Promise<MetalOrderPart | undefined> {
  return queryFirstRow<MetalOrderPart>(
    ordersWithMetal(db, shop)
      .whereRaw('lower(o.serial_number) = lower(?)', [serialNumber])
      .orderBy('o.id', 'desc')
      .select({ order: 'o.id' })
      .select(
        db.raw(
          `coalesce((select ${AMOUNTS} from (
           select (i.part ->> 'itemId') as item, min(i.n) as position,
                  round(sum((c ->> 'quantity')::numeric * (i.part ->> 'quantity')::numeric), 4) as quantity
             from price_snapshots s cross join lateral list_of(s.content -> 'components') c
             cross join lateral jsonb_array_elements(c -> 'items') with ordinality as i(part, n)
            where s.hash = o.snapshot and c ->> 'componentId' = ? group by 1) x), '[]') as items`,
          [component],
        ),
      )
      .first(),
  );
}

/** The items of a component in a shed of the catalogue. */
export async function findShedPart(db: Knex, shed: string, component: string): Promise<Amount[]> {
  return queryRows<Amount>(
    db.raw(
      `select x.item_id as item, round(sum(sc.quantity * x.quantity), 4) as quantity
       from shed_components sc join component_items x on x.component_id = sc.component_id
      where sc.shed_id = ? and sc.component_id = ? group by 1 order by min(x.position), 1`,
      [shed, component],
    ),
  );
}

/** How much of each item metal orders have for a serial number: `here` for one component, `all` in total. */
export interface OrderedMetal {
  readonly item: string;
  readonly here: number;
  readonly all: number;
}

interface ForSerial {
  readonly shop: string;
  readonly serialNumber: string;
  readonly component: string;
  /** A metal order to leave out, such as the one being edited. */
  readonly except: string | null;
}

/** What a shop's metal orders already have for a serial number. */
export async function findOrderedMetal(db: Knex, { shop, serialNumber, component, except }: ForSerial) {
  return queryRows<OrderedMetal>(
    db.raw(
      `select i.item_id as item, sum(i.quantity) as "all",
            coalesce(sum(i.quantity) filter (where p.component_id = :component), 0) as here
       from metal_orders m join metal_order_packages p on p.metal_order_id = m.id
       join metal_order_items i on i.package_id = p.id
      where m.shop_id = :shop and lower(p.serial_number) = lower(:serialNumber) and i.item_id is not null
        and m.id is distinct from :except::uuid
      group by 1`,
      { shop, serialNumber, component, except },
    ),
  );
}

/** How much of an item an order still needs, and how much of that is bought with material orders. */
export interface StillNeeded {
  readonly item: string;
  readonly needed: number;
  readonly bought: number;
}

/**
 * What a shop's order needs beyond its metal orders, and how much of that is covered by material orders: drafted, on
 * order, received, or moved to stock and not used yet. Covered quantities go to orders in the sequence in which they
 * are built, those under construction first. Stock that was only counted is not reserved: earlier orders use it
 * first.
 */
export async function findStillNeeded(
  db: Knex,
  { shop, order, except }: { readonly shop: string; readonly order: string; readonly except: string | null },
): Promise<StillNeeded[]> {
  return queryRows<StillNeeded>(db.raw(stillNeededSql, { shop, order, except, statuses: ['InQueue', 'Building'] }));
}

const stillNeededSql = `
  with chosen as materialized (
    select id, snapshot, sqft, shop_id, lower(serial_number) as serial from orders
     where shop_id = :shop and (status = any(:statuses::text[]) or id = :order)),
  ${materials}, ${needs}, ${drafts},
  mine as (select item_id from needs where order_id = :order and whole > 0),
  queue as (
    select n.order_id, n.item_id, n.needed, sum(n.needed) over (
             partition by n.item_id order by (case o.status when 'Building' then 0 when 'InQueue' then 1 else 2 end),
               o.date_ordered, o.id) - n.needed as before
      from needs n join orders o on o.id = n.order_id where n.item_id in (select item_id from mine)),
  moved as (
    select item_id, greatest(sum(current), 0) as current from stock_movements
     where shop_id = :shop and (source in ('material-order', 'order') or current < 0) and item_id in (select item_id from mine) group by 1),
  pool as (
    select v.item_id, greatest(v.quantity_in_current, 0) as current,
           least(greatest(v.quantity_in_current, 0), coalesce(m.current, 0)) as pushed,
           v.quantity_on_order + v.quantity_in_received + least(v.quantity_in_current, 0) as coming
      from shop_item_values v left join moved m using (item_id)
     where v.shop_id = :shop and v.item_id in (select item_id from mine))
  select q.item_id as item, round(q.needed, 4) as needed,
         round(least(q.needed, greatest(0,
           coalesce(p.coming, 0) + coalesce(p.pushed, 0) + coalesce(d.drafted, 0)
             - greatest(0, q.before - coalesce(p.current - p.pushed, 0)))), 4) as bought
    from queue q left join pool p using (item_id) left join drafts d using (item_id)
   where q.order_id = :order`;
