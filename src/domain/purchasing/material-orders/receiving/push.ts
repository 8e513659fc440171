import type { WriteCtx } from '../../../kernel/context.js';
import { tenThousandths } from '../../../pricing/exact.js';
import { ownItemKind } from '../../../catalogue/items/queries.js';
import { changeShopValues } from '../../../kernel/records/shop-values.js';
import { costInStock } from '../rules.js';
import type { OrderDetail, OrderLine } from '../schema.js';
import { moveFor } from './stock.js';

/** The received quantity of a line that was not moved to stock yet. */
export const getWaiting = ({ received, pushed }: Pick<OrderLine, 'received' | 'pushed'>): number =>
  (tenThousandths(received) - tenThousandths(pushed)) / 1e4;

/**
 * P11: moves to stock what was received of a line and not moved yet; the order must be locked. Marks the receipts so
 * that they are moved only once, moves the quantity from received to current, and sets the shop's item cost to what the
 * line cost. If the item is no longer in the catalogue, only marks the receipts.
 */
export async function pushReceived(tx: WriteCtx, order: OrderDetail, line: OrderLine): Promise<void> {
  const quantity = getWaiting(line);
  const pushStamp = { pushed_at: tx.clock.now(), pushed_by: tx.actor.name };
  await tx.db('material_receipts').where({ line_id: line._id }).whereNull('pushed_at').update(pushStamp);
  const { _id: id } = line.item;
  if (id === null) return;
  const { subTotal, freight } = costInStock(line);
  await changeShopValues(tx, ownItemKind, { shop: order.shop._id, id }, { subTotal, freight });
  await moveFor(tx, order, 'moved to stock', [{ item: id, received: -quantity, current: quantity }]);
}
