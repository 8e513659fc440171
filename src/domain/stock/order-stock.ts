import type { WriteCtx } from '../kernel/context.js';
import { type OrderStatus, stockEffectOf } from '../kernel/order/status.js';
import { materials, needs } from './materials.js';
import { type Move, moveBack, moveStock } from './movements.js';
import { rowsOf } from '../kernel/database/rows.js';

interface LockedOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly shopId: string | null;
}

/**
 * Lets the stock of an order's shop follow its status; the order must be locked. Finished takes its items where the shop
 * has switched that on, once until they are returned, less the metal that was ordered for it alone, which never was in stock.
 * Stock may fall below zero, because the shed was built. Any other status but Invoiced returns exactly what was taken,
 * whatever the switch says by then.
 */
export async function followStatus(
  tx: WriteCtx,
  order: LockedOrder,
  from: OrderStatus,
  to: OrderStatus,
): Promise<void> {
  const effect = stockEffectOf(from, to);
  if (effect === 'take') await takeItems(tx, order);
  if (effect === 'return') await returnItems(tx, order, `order ${order.serialNumber} changed back to ${to}`);
}

/** Returns what an order took from stock and still has; `why` as people read it. */
export const returnItems = (tx: WriteCtx, { id }: { readonly id: string }, why: string): Promise<void> =>
  moveBack(tx, [id], { why, source: 'order', sourceId: id });

async function takeItems(tx: WriteCtx, { id, serialNumber, shopId }: LockedOrder): Promise<void> {
  if (shopId === null) return;
  const rows = await rowsOf<Move>(
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
