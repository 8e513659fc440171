import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import type { OrderStatus } from '../../kernel/order/status.js';
import { queryRows } from '../../kernel/database/rows.js';

/** Statuses in which a shop may mark the metal of an order as ordered. */
const withMetal: readonly OrderStatus[] = ['InQueue', 'Building', 'Finished', 'On Hold'];

/** A shop's orders that need metal, as `o`. */
export const ordersWithMetal = (db: Knex, shopId: string): Knex.QueryBuilder =>
  db('orders as o')
    .where('o.shop_id', shopId)
    .whereRaw('o.status = any(?)', [[...withMetal]]);

/**
 * Marks metal as ordered on a shop's orders with these serial numbers, and records it; returns the numbers of the
 * orders it changed.
 */
export async function markMetalOrdered(tx: WriteCtx, shopId: string, serials: readonly string[]): Promise<string[]> {
  const keys = serials.map((serial) => serial.toLowerCase());
  const rows = await queryRows<{ id: string; serialNumber: string }>(
    ordersWithMetal(tx.db, shopId)
      .whereRaw('lower(o.serial_number) = any(?)', [keys])
      .where('o.metal_ordered', false)
      .orderBy('o.id')
      .forUpdate()
      .select({ id: 'o.id', serialNumber: 'o.serial_number' }),
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const stamps = { updated_at: tx.clock.now(), updated_by: tx.actor.name };
  await tx
    .db('orders')
    .whereRaw('id = any(?)', [ids])
    .update({ metal_ordered: true, ...stamps })
    .increment('revision', 1);
  const change = { before: { metalOrdered: false }, after: { metalOrdered: true } };
  await tx.audit(ids.map((id) => ({ action: 'change', entity: 'order', id, shopId, ...change })));
  await tx.publish({ topic: 'orders', shopIds: [shopId], ids });
  return rows.map(({ serialNumber }) => serialNumber);
}
