import { z } from 'zod';
import type { ActorCtx } from '../../../kernel/context.js';
import { DomainError, invalid } from '../../../kernel/errors.js';
import { updateRecord, findOwnRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { getWaiting } from '../rules.js';
import { pushReceived } from './push.js';
import { lockMaterialOrder, materialOrderKind } from '../queries.js';
import { MaterialOrder, type OrderDetail, type OrderLine, PushLine } from '../schema.js';
import { officeAndShop } from '../../../kernel/records/fields.js';

export const pushToInventory = service({
  summary: "Move what was received of a line to stock, once; sets the shop's cost of the item to its purchase cost",
  permission: 'purchasing.write',
  effect: 'write',
  input: PushLine,
  output: officeAndShop(z.object({ msg: z.string(), item: MaterialOrder })),
  run: async (ctx, input) => {
    const id = input.materialOrder;
    const order = await lockMaterialOrder(ctx, id);
    const line = lineToPush(order, input);
    const item = await updateRecord(ctx, materialOrderKind, { id, revision: undefined }, () =>
      pushReceived(ctx, order, line),
    );
    return { msg: `${line.item.name} moved to stock.`, item };
  },
});

/** The order and line to move to stock, as stored now. Throws the same errors as the move itself. */
export async function findPush(ctx: ActorCtx, input: PushLine): Promise<{ order: OrderDetail; line: OrderLine }> {
  const order = await findOwnRecord(ctx, materialOrderKind, input.materialOrder);
  return { order, line: lineToPush(order, input) };
}

/** The line to move to stock. Throws if none of it is waiting, or if it differs from what the caller saw. */
function lineToPush(order: OrderDetail, { id, line: lineId, quantity, newPrice, newFreight }: PushLine): OrderLine {
  const { purchaseOrderNumber: number, items } = order;
  const line = typeof lineId === 'number' ? items[lineId] : items.find(({ _id }) => _id === lineId);
  if (!line) throw invalid('line', 'is not a line of this order');
  if (line.item._id !== id) throw invalid('line', 'is not for this item');
  const waitingQuantity = getWaiting(line);
  const toRefusal = (why: string) => new DomainError('purchase-order-refused', { number, why });
  if (waitingQuantity === 0) throw toRefusal(`has no ${line.item.name} to move: everything received is in stock`);
  const isSeen = [
    [quantity, waitingQuantity],
    [newPrice, line.newPrice],
    [newFreight, line.newFreight],
  ].every(([seenValue, is]) => seenValue === undefined || seenValue === is);
  if (!isSeen)
    throw toRefusal(`changed while you were editing; check ${line.item.name} again before moving it to stock`);
  return line;
}
