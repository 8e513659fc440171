import type { WriteCtx } from '../context.js';
import { DomainError, invalid } from '../errors.js';
import { newId } from '../ids.js';
import { changeRecord } from '../records/record.js';
import { service } from '../service.js';
import { companyDay } from './day.js';
import { keepReceived } from './model.js';
import { pushReceived } from './push.js';
import { lockOrder, orderKind } from './queries.js';
import { openOf } from './rules.js';
import { OrderAnswer, type OrderDetail, type OrderLine, ReceiveOrder } from './schema.js';
import { moveFor } from './stock.js';

export const receiveOrder = service({
  summary: 'Receive a part of some lines, or the rest of all; take back what was received and not pushed',
  permission: 'purchasing.write',
  effect: 'write',
  input: ReceiveOrder,
  output: OrderAnswer,
  run: async (ctx, { id, revision, recieved, recievedDate, items = [] }) => {
    const before = await lockOrder(ctx, id);
    const item = await changeRecord(ctx, orderKind, { id, revision }, async () => {
      if (before.draft) throw refused(before, 'is a draft: place it before anything of it is received');
      if (recieved === false) await takeBack(ctx, before);
      else await receive(ctx, before, comeOf(before, items, recieved === true));
      await keepReceived(ctx, id, await companyDay(ctx, recievedDate));
      await pushFlagged(ctx, id, items);
    });
    return { msg: 'Material Order is updated', item };
  },
});

const refused = ({ purchaseOrderNumber: number }: OrderDetail, why: string) =>
  new DomainError('purchase-order-refused', { number, why });

interface Come {
  readonly line: OrderLine;
  readonly quantity: number;
}
type Parts = NonNullable<ReceiveOrder['items']>;

/** What came of which line; never more than was still to come. */
function comeOf({ items }: OrderDetail, parts: Parts, all: boolean): Come[] {
  for (const [n, { _id, receive }] of parts.entries()) {
    const line = items.find((one) => one._id === _id);
    if (!line) throw invalid(`items.${n}._id`, 'is no line of this order');
    if (parts.findIndex((part) => part._id === _id) < n) throw invalid(`items.${n}._id`, 'is there twice');
    const open = openOf(line);
    if (receive !== undefined && receive > open)
      throw invalid(`items.${n}.receive`, `of ${line.item.name} only ${open} are still to come`);
  }
  const partOf = (line: OrderLine) => parts.find(({ _id }) => _id === line._id)?.receive ?? 0;
  return items
    .map((line) => ({ line, quantity: all ? openOf(line) : partOf(line) }))
    .filter(({ quantity }) => quantity > 0);
}

async function receive(ctx: WriteCtx, order: OrderDetail, come: readonly Come[]): Promise<void> {
  if (come.length === 0) return;
  const receipts = come.map(({ line, quantity }) => ({
    ...{ id: newId(), line_id: line._id, quantity },
    ...{ received_at: ctx.clock.now(), received_by: ctx.actor.name },
  }));
  await ctx.db('material_receipts').insert(receipts);
  const moves = come.flatMap(({ line: { item }, quantity }) =>
    item._id ? [{ item: item._id, onOrder: -quantity, received: quantity }] : [],
  );
  await moveFor(ctx, order, 'received', moves);
}

/** P11: the receipts that were not pushed; refused where all of them were. */
async function takeBack(ctx: WriteCtx, order: OrderDetail): Promise<void> {
  const waiting = order.items.filter(({ received, pushed }) => received > pushed);
  if (waiting.length === 0 && order.items.some(({ pushed }) => pushed > 0))
    throw refused(order, 'is in the current inventory: nothing of it can be taken back');
  const ids = waiting.map(({ _id }) => _id);
  await ctx.db('material_receipts').whereRaw('line_id = any(?::uuid[])', [ids]).whereNull('pushed_at').delete();
  const moves = waiting.flatMap(({ item, received, pushed }) =>
    item._id ? [{ item: item._id, onOrder: received - pushed, received: pushed - received }] : [],
  );
  await moveFor(ctx, order, 'not received', moves);
}

/** Lines that a caller marks as in the inventory are pushed where they were not. */
async function pushFlagged(ctx: WriteCtx, id: string, parts: Parts): Promise<void> {
  const flagged = parts.filter(({ inInventory }) => inInventory === true).map(({ _id }) => _id);
  if (flagged.length === 0) return;
  const order = await lockOrder(ctx, id);
  for (const line of order.items)
    if (flagged.includes(line._id) && line.received > line.pushed) await pushReceived(ctx, order, line);
}
