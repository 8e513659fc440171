import type { WriteCtx } from '../../kernel/context.js';
import type { MaterialLine } from './life/lines.js';

/** Stores the lines of an order in the given order: existing lines are updated, missing ones deleted. */
export async function putLines(tx: WriteCtx, orderId: string, lines: readonly MaterialLine[]): Promise<void> {
  const ids = lines.map(({ _id }) => _id);
  await tx.db('material_order_lines').where({ order_id: orderId }).whereRaw('id <> all(?::uuid[])', [ids]).delete();
  if (lines.length === 0) return;
  const rows = lines.map((line, position) => ({
    id: line._id,
    order_id: orderId,
    position,
    item_id: line.item._id,
    name: line.item.name,
    description: line.description,
    quantity: line.quantity,
    new_price: line.newPrice,
    freight_estimate: line.freightEstimate,
    total: line.total,
    freight: line.freight,
    new_freight: line.newFreight,
  }));
  await tx.db('material_order_lines').insert(rows).onConflict('id').merge();
}

/** Stores whether an order is fully received, and the day of the receipt that completed it. */
export async function storeReceived(tx: WriteCtx, orderId: string, day: string): Promise<void> {
  await tx.db.raw(
    `update material_orders m set received = x.received, received_on = case when x.received then coalesce(m.received_on, ?::date) end
       from (select coalesce(bool_and(received >= quantity) and bool_or(quantity > 0), false) as received
               from material_order_lines where order_id = ?) x
      where m.id = ?`,
    [day, orderId, orderId],
  );
}
