import type { WriteCtx } from '../../../kernel/context.js';
import { tenThousandths } from '../../../pricing/exact.js';
import { ownItemKind } from '../../../catalogue/items/queries.js';
import { changeShopValues } from '../../../kernel/records/shop-values.js';
import type { OrderDetail, OrderLine } from '../schema.js';
import { moveFor } from './stock.js';

/** What came of a line and is not in the current inventory yet. */
export const waitingOf = ({ received, pushed }: Pick<OrderLine, 'received' | 'pushed'>): number =>
  (tenThousandths(received) - tenThousandths(pushed)) / 1e4;

/**
 * P11: pushes what came of a line and was not pushed; the order must be locked. Its receipts are marked, so that they are
 * pushed once; the quantity moves from received to current; the shop's item costs the line's price and freight of one unit.
 * A line whose item is gone from the catalogue is marked alone.
 */
export async function pushReceived(tx: WriteCtx, order: OrderDetail, line: OrderLine): Promise<void> {
  const quantity = waitingOf(line);
  const pushed = { pushed_at: tx.clock.now(), pushed_by: tx.actor.name };
  await tx.db('material_receipts').where({ line_id: line._id }).whereNull('pushed_at').update(pushed);
  const { _id: id } = line.item;
  if (id === null) return;
  const cost = { subTotal: line.newPrice, freight: line.newFreight };
  await changeShopValues(tx, ownItemKind, { shop: order.shop._id, id }, cost);
  await moveFor(tx, order, 'moved to stock', [{ item: id, received: -quantity, current: quantity }]);
}
