import type { Knex } from 'knex';
import type { IncomingOrder } from '../../orders/intake/incoming.js';
import { queryRows } from '../../kernel/database/rows.js';

/** The compared values of an order, by display name. */
export type Summary = Readonly<Record<string, string | number | null>>;

/** An uploaded order as it would be stored: New, without builder and metal ordered. */
export const summarizeIncoming = (order: IncomingOrder): Summary => ({
  Shop: order.shop,
  Customer: order.customer,
  Type: order.type,
  Model: order.model,
  Size: `${order.width}x${order.length}`,
  Base_Price: order.basePrice,
  Lines: order.addOns.length + order.customAddOns.length,
  Status: 'New',
  Builder: null,
  Metal_Ordered: null,
});

/** The compared values of stored orders, by ID, and what else tells them apart: the day they were ordered and their total. */
export async function summarizeStored(db: Knex, ids: readonly string[]): Promise<Map<string, Summary>> {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<Record<string, string | number | null> & { id: string; price: string; total: string }>(
    db('orders as o')
      .leftJoin('shops as s', 's.id', 'o.shop_id')
      .leftJoin('shed_models as m', 'm.id', 'o.model_id')
      .leftJoin('users as b', 'b.id', 'o.builder_id')
      .whereRaw('o.id = any(?)', [[...ids]])
      .select({ id: 'o.id', Customer: 'o.customer', Type: 'o.type', Status: 'o.status', Builder: 'b.name' })
      .select(
        db.raw(`coalesce(s.name, o.shop_name) as "Shop", coalesce(m.name, o.model_name) as "Model",
        case when o.metal_ordered then 'Yes' end as "Metal_Ordered",
        trim_scale(o.width) || 'x' || trim_scale(o.length) as "Size", o.date_ordered::text as "Date_Ordered",
        o.base_price_company / 100.0 as price, o.grand_total_company / 100.0 as total,
        (select count(*)::int from order_lines l where l.order_id = o.id) as "Lines"`),
      ),
  );
  return new Map(
    rows.map(({ id, price, total, ...summary }) => [
      id,
      { ...summary, Base_Price: Number(price), Total: Number(total) },
    ]),
  );
}

/** The columns whose value in `after` differs from `before`. */
export const differencesBetween = (before: Summary, after: Summary) =>
  Object.entries(after).flatMap(([column, value]) =>
    (before[column] ?? null) === value ? [] : [{ column, before: before[column] ?? null, after: value }],
  );
