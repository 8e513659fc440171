import type { WriteCtx } from '../../kernel/context.js';

/**
 * The SQL query of what material orders say of each shop's items: `on_order` is open on placed orders, and `received`
 * was not moved to stock yet.
 */
export const ORDERED = `select m.shop_id, l.item_id,
    coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where not m.draft), 0) as on_order,
    sum(l.received - l.pushed) as received
  from material_orders m join material_order_lines l on l.order_id = m.id group by 1, 2`;

/** Lets material orders neither change nor move stock until the transaction ends. */
export const lockMaterialOrders = async ({ db }: WriteCtx): Promise<void> =>
  void (await db.raw('lock table material_orders in exclusive mode'));
