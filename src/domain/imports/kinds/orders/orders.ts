import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError } from '../../../kernel/errors.js';
import { lockNewOrders } from '../../../orders/intake/new-orders-lock.js';
import { storeInChunks, takeOut } from '../../../orders/intake/take-in.js';
import { ordersInTheWay, undoOrders } from '../../orders/undo-import.js';
import { mapping, orderColumns } from './columns.js';
import { planOrders, type OrderTarget } from './plan-orders.js';
import { type OrderCells, readOrders, refusedOrders } from './read-orders.js';
import { Pace } from '../../../kernel/pace.js';
import type { ImportKind } from '../../reading/kind.js';

/** Orders as JSON, of the sales system, of our own format or of any other through a mapping; each becomes a New order. */
export const orders: ImportKind<OrderCells, OrderTarget> = {
  name: 'orders',
  title: 'Orders',
  entity: 'order',
  importing: 'orders.import',
  takes: ['duplicates'],
  lock: lockNewOrders,
  columns: () => orderColumns,
  read: readOrders,
  mapping,
  plan: planOrders,
  refused: refusedOrders,
  write: async (tx, changes, _options, importId) => {
    const targets = changes.map(({ target }) => target);
    const incoming = targets.map((target) => target.incoming);
    const { ids, refused } = await storeInChunks(tx, incoming, importId, new Pace(tx.signal));
    if (refused.length > 0) throw new DomainError('import-stale', { rows: refused.length });
    const shopIds = await replace(tx, targets, importId);
    await tx.publish({ topic: 'orders', shopIds: [null, ...shopIds] });
    return ids;
  },
  undo: undoOrders,
  inTheWay: ordersInTheWay,
  said: () => 'Orders are Uploaded.',
};

/** Takes out the orders whose place others took; answers whose they were. */
async function replace(tx: WriteCtx, targets: readonly OrderTarget[], importId: string): Promise<(string | null)[]> {
  const { before, shopIds } = await takeOut(
    tx,
    targets.flatMap(({ replaces }) => replaces ?? []),
    importId,
  );
  if (before)
    await tx
      .db('imports')
      .where({ id: importId })
      .update({ before: JSON.stringify(before) });
  return shopIds;
}
