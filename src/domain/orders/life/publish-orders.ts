import { queryRows } from '../../kernel/database/rows.js';
import type { WriteCtx } from '../../kernel/context.js';
import type { OrderStatus } from '../../kernel/order/status.js';

interface SeenOrder {
  readonly shopId: string | null;
  readonly status: OrderStatus;
}

/** Whether an order's shop does not see it yet. */
export const isHiddenFromShop = ({ status }: Pick<SeenOrder, 'status'>): boolean => status === 'New';

/** The shops that see these orders, each once; null stands for the office, which alone sees New orders. */
export const listSeeingShops = (orders: readonly SeenOrder[]): (string | null)[] => [
  ...new Set(orders.map((order) => (isHiddenFromShop(order) ? null : order.shopId))),
];

/**
 * Publishes changed orders, given as they were before: to the office, and to the shops that saw them or see them
 * now.
 */
export async function publishOrders(
  tx: WriteCtx,
  before: readonly (SeenOrder & { readonly id: string })[],
): Promise<void> {
  const ids = before.map(({ id }) => id);
  const now = await queryRows<SeenOrder>(
    tx.db('orders').whereRaw('id = any(?)', [ids]).select({ shopId: 'shop_id', status: 'status' }),
  );
  await tx.publish({ topic: 'orders', shopIds: listSeeingShops([...before, ...now]), ids });
}
