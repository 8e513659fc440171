import type { WriteCtx } from '../../kernel/context.js';
import { getScope } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import type { OrderStatus } from '../../kernel/order/status.js';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';

/** An order locked until the transaction ends; amounts in cents. */
export interface LockedOrder {
  readonly id: string;
  readonly revision: number;
  readonly serialNumber: string;
  readonly shopId: string | null;
  readonly status: OrderStatus;
  readonly grandTotal: { readonly shop: number; readonly company: number; readonly order: number };
}

/** Locks an order in the actor's scope. Throws not-found for another shop's order. */
export async function lockOrder(tx: WriteCtx, id: string): Promise<LockedOrder> {
  const shopId = getScope(tx.actor);
  const query = tx.db('orders').where({ id }).forUpdate();
  const row = await queryFirstRow<Omit<LockedOrder, 'grandTotal'> & { shop: number; company: number; order: number }>(
    (shopId ? query.where({ shop_id: shopId }) : query).first({
      id: 'id',
      revision: 'revision',
      serialNumber: 'serial_number',
      shopId: 'shop_id',
      status: 'status',
      shop: 'grand_total_shop',
      company: 'grand_total_company',
      order: 'grand_total_order',
    }),
  );
  if (!row || (shopId && row.status === 'New')) throw notFound('Order');
  const { shop, company, order, ...rest } = row;
  return { ...rest, grandTotal: { shop, company, order } };
}

/** Sets a Finished order to Invoiced; only for the creation of its invoice. `day` is the invoice date. */
export async function markInvoiced(tx: WriteCtx, orderId: string, day: string): Promise<void> {
  await moveOrders(tx, [orderId], { status: 'Invoiced', invoiced_date: day });
}

/** Sets the invoiced date of a locked order to the new date of its invoice. */
export async function moveInvoicedDate(tx: WriteCtx, { id, shopId }: LockedOrder, day: string): Promise<void> {
  const stamps = { updated_at: tx.clock.now(), updated_by: tx.actor.name };
  await tx
    .db('orders')
    .where({ id })
    .update({ invoiced_date: day, ...stamps })
    .increment('revision', 1);
  await tx.publish({ topic: 'orders', shopIds: [shopId], ids: [id] });
}

/** Sets orders whose invoice was deleted back to Finished. */
export async function markFinishedAgain(tx: WriteCtx, orderIds: string[]): Promise<void> {
  await moveOrders(tx, orderIds, { status: 'Finished', invoiced_date: null });
}

async function moveOrders(tx: WriteCtx, ids: string[], change: { status: OrderStatus; invoiced_date: string | null }) {
  const rows = await queryRows<{ id: string; shop_id: string | null }>(
    tx
      .db('orders')
      .whereRaw('id = any(?)', [ids])
      .update({
        ...change,
        is_building: false,
        status_since: tx.clock.now(),
        updated_at: tx.clock.now(),
        updated_by: tx.actor.name,
      })
      .increment('revision', 1)
      .returning(['id', 'shop_id']),
  );
  for (const { id, shop_id } of rows) {
    await tx.audit({ action: 'change status', entity: 'order', id, shopId: shop_id, after: { status: change.status } });
  }
  await tx.publish({ topic: 'orders', shopIds: rows.map((row) => row.shop_id), ids: rows.map((row) => row.id) });
}
