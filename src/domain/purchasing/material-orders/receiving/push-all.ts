import { z } from 'zod';
import { findRequestedShop } from '../../../kernel/rights/requested-shop.js';
import type { ActorCtx, WriteCtx } from '../../../kernel/context.js';
import { queryColumn } from '../../../kernel/database/rows.js';
import { DomainError } from '../../../kernel/errors.js';
import { Id, officeAndShop } from '../../../kernel/records/fields.js';
import { fingerprint } from '../../../kernel/records/fingerprint.js';
import { updateRecord, findOwnRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { plural } from '../../../kernel/text/plural.js';
import { lockMaterialOrder, materialOrderKind, visibleOrders } from '../queries.js';
import { costInStock, getWaiting } from '../rules.js';
import type { OrderDetail, OrderLine } from '../schema.js';
import { moveReceived, setItemCost } from './push.js';

/** A shop. If `seen` comes from a preview, the move is refused when the waiting lines have changed since. */
export const PushAll = z.object({ id: Id, seen: z.number('must be a number').optional() });
export type PushAll = z.output<typeof PushAll>;

/** A received line that waits to be moved to stock, with its order. */
export interface WaitingLine {
  readonly order: OrderDetail;
  readonly line: OrderLine;
}

export const pushAllToInventory = service({
  summary: "Move everything received of a shop to stock, once; sets the shop's cost of each item to its purchase cost",
  permission: 'purchasing.write',
  effect: 'write',
  input: PushAll,
  output: officeAndShop(z.object({ msg: z.string(), orders: z.int(), lines: z.int() })),
  run: async (ctx, input) => {
    const waitingLines = await lockWaiting(ctx, input);
    const orders = [...new Set(waitingLines.map(({ order }) => order))];
    for (const order of orders)
      await updateRecord(ctx, materialOrderKind, { id: order._id, revision: undefined }, async () => {
        for (const one of waitingLines) if (one.order === order) await moveReceived(ctx, order, one.line);
      });
    const lastByItem = new Map(waitingLines.map((one) => [one.line.item._id, one]));
    for (const { order, line } of lastByItem.values()) await setItemCost(ctx, order, line);
    const movedText = `${waitingLines.length} ${plural(waitingLines.length, 'line')}`;
    const from = `${orders.length} ${plural(orders.length, 'purchase order')}`;
    return { msg: `${movedText} of ${from} moved to stock.`, orders: orders.length, lines: waitingLines.length };
  },
});

/** The shop's waiting lines in the order in which they were received. The last one of an item sets its cost. */
export async function findWaitingLines(ctx: ActorCtx, { id, seen }: PushAll): Promise<WaitingLine[]> {
  const orders: OrderDetail[] = [];
  for (const order of await waitingIds(ctx, id)) orders.push(await findOwnRecord(ctx, materialOrderKind, order));
  return listWaiting(ctx, orders, seen);
}

/**
 * Finds the waiting lines and locks their orders in ID order, so that two moves at the same time wait for each other.
 */
async function lockWaiting(ctx: WriteCtx, { id, seen }: PushAll): Promise<WaitingLine[]> {
  const orders: OrderDetail[] = [];
  for (const order of await waitingIds(ctx, id)) orders.push(await lockMaterialOrder(ctx, order));
  return listWaiting(ctx, orders, seen);
}

async function waitingIds(ctx: ActorCtx, shop: string): Promise<string[]> {
  await findRequestedShop(ctx, shop);
  return queryColumn<string>(
    visibleOrders(ctx.db, ctx.actor)
      .where('m.shop_id', shop)
      .whereRaw('exists (select from material_order_lines l where l.order_id = m.id and l.received > l.pushed)')
      .orderBy('m.id')
      .pluck('m.id'),
  );
}

/** The waiting lines of orders by their latest waiting receipt, the latest last. */
async function listWaiting(
  { db }: ActorCtx,
  orders: readonly OrderDetail[],
  seenCount: number | undefined,
): Promise<WaitingLine[]> {
  const lineById = new Map(orders.flatMap((order) => order.items.map((line) => [line._id, { order, line }] as const)));
  const ids = await queryColumn<string>(
    db('material_receipts as r')
      .join('material_order_lines as l', 'l.id', 'r.line_id')
      .whereRaw('l.order_id = any(?::uuid[])', [orders.map(({ _id }) => _id)])
      .whereNull('r.pushed_at')
      .orderByRaw('r.received_on, r.received_at, l.order_id, l.position')
      .pluck('l.id'),
  );
  const waitingLines = [...new Set(ids.toReversed())].toReversed().flatMap((id) => lineById.get(id) ?? []);
  if (waitingLines.length === 0) throw new DomainError('nothing-received', undefined);
  if (seenCount !== undefined && seenCount !== toSeen(waitingLines))
    throw new DomainError('received-changed', undefined);
  return waitingLines;
}

/** A number that identifies what a preview showed: equal for the same lines with the same quantities and costs. */
export const toSeen = (waitingLines: readonly WaitingLine[]): number =>
  fingerprint(waitingLines.map(({ line }) => [line._id, getWaiting(line), costInStock(line)]));
