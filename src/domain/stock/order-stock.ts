import type { WriteCtx } from '../kernel/context.js';
import { type OrderStatus, computeStockEffect } from '../kernel/order/status.js';
import { materials, needs } from './materials.js';
import { type StockMove, moveBack, moveStock } from './movements.js';
import { queryRows } from '../kernel/database/rows.js';

interface LockedOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly shopId: string | null;
}

/**
 * Updates the shop's stock after a change of an order's status; the order must be locked. If the shop has enabled it,
 * Finished removes the order's items, only once until they are returned, minus the metal ordered only for this order,
 * which was never in stock. Stock may become negative, because the shed was built. Any other status except Invoiced
 * returns exactly what was removed, even if the shop has disabled the setting since.
 */
export async function followStatus(
  tx: WriteCtx,
  order: LockedOrder,
  from: OrderStatus,
  to: OrderStatus,
): Promise<void> {
  const effect = computeStockEffect(from, to);
  if (effect === 'take') await takeItems(tx, order);
  if (effect === 'return') await returnItems(tx, order, `order ${order.serialNumber} changed back to ${to}`);
}

/** Returns what an order removed from stock and still holds; `why` is a readable text. */
export const returnItems = (tx: WriteCtx, { id }: { readonly id: string }, why: string): Promise<void> =>
  moveBack(tx, [id], { why, source: 'order', sourceId: id });

async function takeItems(tx: WriteCtx, { id, serialNumber, shopId }: LockedOrder): Promise<void> {
  if (shopId === null) return;
  const rows = await queryRows<StockMove>(
    tx.db.raw(
      `with chosen as (select o.id, o.snapshot, o.sqft, o.shop_id, lower(o.serial_number) as serial
         from orders o join shops s on s.id = o.shop_id
        where o.id = :id and s.takes_stock_when_finished
          and not exists (select from stock_movements m where m.source_id = o.id group by m.item_id having sum(m.current) <> 0)),
     ${materials}, ${needs}
     select i.id as item, -round(n.needed, 4) as current
       from needs n join items i on i.id = n.item_id where round(n.needed, 4) > 0`,
      { id, except: null },
    ),
  );
  await moveStock(tx, shopId, { why: `order ${serialNumber} finished`, source: 'order', sourceId: id }, rows);
}
