import type { WriteCtx } from '../../kernel/context.js';
import type { Pace } from '../../kernel/pace.js';
import { storeInChunks, takeOut } from '../../orders/intake/take-in.js';
import { type PlannedOrder, replacedBy, getTaken, withPricing } from './plan.js';

interface Storing {
  readonly importId: string;
  readonly pace: Pace;
  /** Throws where a row that is refused stops all of them. */
  readonly refuse: (rows: readonly PlannedOrder[]) => void;
}

/**
 * Prices and stores the orders of a plan and takes out those whose place they take, which the import keeps for its undoing.
 * Answers the rows as they turned out and the ids of the new orders, in their order.
 */
export async function storeOrders(
  tx: WriteCtx,
  planned: readonly PlannedOrder[],
  { importId, pace, refuse }: Storing,
): Promise<{ rows: PlannedOrder[]; ids: string[] }> {
  const { ids, ...priced } = await storeInChunks(tx, getTaken(planned), importId, pace);
  const rows = withPricing(planned, priced);
  refuse(rows);
  const { before, shopIds } = await takeOut(tx, replacedBy(rows), importId);
  if (before)
    await tx
      .db('imports')
      .where({ id: importId })
      .update({ before: JSON.stringify(before) });
  if (ids.length > 0) await tx.publish({ topic: 'orders', shopIds: [null, ...shopIds] });
  return { rows, ids };
}
