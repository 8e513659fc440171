import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError, invalid } from '../../../kernel/errors.js';
import { newId } from '../../../kernel/ids.js';
import { updateRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { companyDay } from '../day.js';
import { storeReceived } from '../store.js';
import { pushReceived } from './push.js';
import { lockMaterialOrder, materialOrderKind } from '../queries.js';
import { getOpenQuantity, getOverQuantity } from '../rules.js';
import { OrderAnswer, type OrderDetail, type OrderLine, ReceiveOrder } from '../schema.js';
import { moveFor } from './stock.js';

export const receiveMaterialOrder = service({
  summary: 'Receive quantities of some lines, or everything still open; undo receipts that were not moved to stock',
  permission: 'purchasing.write',
  effect: 'write',
  input: ReceiveOrder,
  output: OrderAnswer,
  run: async (ctx, { id, revision, recieved, recievedDate, overDelivery, items = [] }) => {
    const before = await lockMaterialOrder(ctx, id);
    const item = await updateRecord(ctx, materialOrderKind, { id, revision }, async () => {
      if (before.draft) throw toRefusal(before, 'is a draft. Place it before you receive items');
      const day = await companyDay(ctx, recievedDate);
      if (recieved === false) await reverseReceipt(ctx, before);
      else
        await receive(ctx, before, {
          day,
          come: readReceipts(before, items, { all: recieved === true, overDelivery }),
        });
      await storeReceived(ctx, id, day);
      await pushFlagged(ctx, id, items);
    });
    return { msg: 'Material Order is updated', item };
  },
});

const toRefusal = ({ purchaseOrderNumber: number }: OrderDetail, why: string) =>
  new DomainError('purchase-order-refused', { number, why });

interface LineReceipt {
  readonly line: OrderLine;
  readonly quantity: number;
}
type Parts = NonNullable<ReceiveOrder['items']>;

interface ReceiptOptions {
  /** Whether to receive the open quantity of every line, besides the given parts. */
  readonly all: boolean;
  readonly overDelivery: boolean;
}

/** The quantity to receive for each line; more than the open quantity only if over-delivery is accepted. */
function readReceipts({ items }: OrderDetail, parts: Parts, { all, overDelivery }: ReceiptOptions): LineReceipt[] {
  for (const [n, { _id, receive }] of parts.entries()) {
    const line = items.find((one) => one._id === _id);
    if (!line) throw invalid(`items.${n}._id`, 'is not a line of this order');
    if (parts.findIndex((part) => part._id === _id) < n) throw invalid(`items.${n}._id`, 'is a duplicate');
    const openQuantity = getOpenQuantity(line);
    if (receive !== undefined && receive > openQuantity && !overDelivery)
      throw invalid(`items.${n}.receive`, `must be at most ${openQuantity}, the open quantity of ${line.item.name}`);
  }
  const getPart = (line: OrderLine) => parts.find(({ _id }) => _id === line._id)?.receive ?? 0;
  return items
    .map((line) => ({ line, quantity: all ? Math.max(getOpenQuantity(line), getPart(line)) : getPart(line) }))
    .filter(({ quantity }) => quantity > 0);
}

async function receive(
  ctx: WriteCtx,
  order: OrderDetail,
  { day, come }: { readonly day: string; readonly come: readonly LineReceipt[] },
): Promise<void> {
  if (come.length === 0) return;
  for (const { line, quantity } of come) await acceptExtra(ctx, line, line.received + quantity);
  const receipts = come.map(({ line, quantity }) => ({
    ...{ id: newId(), line_id: line._id, quantity, received_on: day },
    ...{ received_at: ctx.clock.now(), received_by: ctx.actor.name },
  }));
  await ctx.db('material_receipts').insert(receipts);
  const moves = come.flatMap(({ line, quantity }) =>
    line.item._id
      ? [{ item: line.item._id, onOrder: -Math.min(quantity, getOpenQuantity(line)), received: quantity }]
      : [],
  );
  await moveFor(ctx, order, 'received', moves);
}

/** Stores how much more than ordered was accepted for a line, given its new received quantity. */
async function acceptExtra(ctx: WriteCtx, { _id: id, quantity }: OrderLine, receivedQuantity: number): Promise<void> {
  await ctx
    .db('material_order_lines')
    .where({ id })
    .update({ extra: getOverQuantity({ quantity, received: receivedQuantity }) });
}

/** P11: undoes the receipts that were not moved to stock. Throws if all of them were moved. */
async function reverseReceipt(ctx: WriteCtx, order: OrderDetail): Promise<void> {
  const waitingLines = order.items.filter(({ received, pushed }) => received > pushed);
  if (waitingLines.length === 0 && order.items.some(({ pushed }) => pushed > 0))
    throw toRefusal(order, 'is already in stock, so its receipts cannot be undone');
  const ids = waitingLines.map(({ _id }) => _id);
  await ctx.db('material_receipts').whereRaw('line_id = any(?::uuid[])', [ids]).whereNull('pushed_at').delete();
  for (const line of waitingLines) await acceptExtra(ctx, line, line.pushed);
  const moves = waitingLines.flatMap(({ item, quantity, received, pushed }) => {
    const onOrder = getOpenQuantity({ quantity, received: pushed }) - getOpenQuantity({ quantity, received });
    return item._id ? [{ item: item._id, onOrder, received: pushed - received }] : [];
  });
  await moveFor(ctx, order, 'not received', moves);
}

/** Moves to stock the lines that the caller marked as in inventory and that were not moved yet. */
async function pushFlagged(ctx: WriteCtx, id: string, parts: Parts): Promise<void> {
  const lineIds = parts.filter(({ inInventory }) => inInventory === true).map(({ _id }) => _id);
  if (lineIds.length === 0) return;
  const order = await lockMaterialOrder(ctx, id);
  for (const line of order.items)
    if (lineIds.includes(line._id) && line.received > line.pushed) await pushReceived(ctx, order, line);
}
