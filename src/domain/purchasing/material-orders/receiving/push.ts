import type { WriteCtx } from '../../../kernel/context.js';
import { ownItemKind } from '../../../catalogue/items/queries.js';
import { changeShopValues } from '../../../kernel/records/shop-values.js';
import { costInStock, getWaiting } from '../rules.js';
import type { OrderDetail, OrderLine } from '../schema.js';
import { moveFor } from './stock.js';

/** P11: moves a waiting line to stock, and sets the shop's item cost to what the line cost; the order must be locked. */
export async function pushReceived(tx: WriteCtx, order: OrderDetail, line: OrderLine): Promise<void> {
  await setItemCost(tx, order, line);
  await moveReceived(tx, order, line);
}

/**
 * P11: moves to stock what was received of a line and not moved yet; the order must be locked. Marks the receipts so
 * that they are moved only once, and moves the quantity from received to current. If the item is no longer in the
 * catalogue, only marks the receipts.
 */
export async function moveReceived(tx: WriteCtx, order: OrderDetail, line: OrderLine): Promise<void> {
  const quantity = getWaiting(line);
  const pushStamp = { pushed_at: tx.clock.now(), pushed_by: tx.actor.name };
  await tx.db('material_receipts').where({ line_id: line._id }).whereNull('pushed_at').update(pushStamp);
  const { _id: item } = line.item;
  if (item !== null) await moveFor(tx, order, 'moved to stock', [{ item, received: -quantity, current: quantity }]);
}

/** P11: sets the shop's item cost to what a line cost. An item that is no longer in the catalogue has none. */
export async function setItemCost(tx: WriteCtx, { shop }: OrderDetail, line: OrderLine): Promise<void> {
  const { _id: id } = line.item;
  if (id === null) return;
  const { subTotal, freight } = costInStock(line);
  await changeShopValues(tx, ownItemKind, { shop: shop._id, id }, { subTotal, freight });
}
