import { z } from 'zod';
import { findRequestedShop } from '../../../kernel/rights/requested-shop.js';
import type { ActorCtx, WriteCtx } from '../../../kernel/context.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { DomainError } from '../../../kernel/errors.js';
import { Id, officeAndShop } from '../../../kernel/records/fields.js';
import { fingerprint } from '../../../kernel/records/fingerprint.js';
import { updateRecord, findOwnRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { plural } from '../../../kernel/text/plural.js';
import { lockMaterialOrder, materialOrderKind, visibleOrders } from '../queries.js';
import { costInStock } from '../rules.js';
import type { OrderDetail, OrderLine } from '../schema.js';
import { getWaiting, pushReceived } from './push.js';

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
        for (const one of waitingLines) if (one.order === order) await pushReceived(ctx, order, one.line);
      });
    const movedText = `${waitingLines.length} ${plural(waitingLines.length, 'line')}`;
    const from = `${orders.length} ${plural(orders.length, 'purchase order')}`;
    return { msg: `${movedText} of ${from} moved to stock.`, orders: orders.length, lines: waitingLines.length };
  },
});

/** The shop's waiting lines in the order in which they are moved to stock. The last one sets the item's cost. */
export async function findWaitingLines(ctx: ActorCtx, { id, seen }: PushAll): Promise<WaitingLine[]> {
  const orders: OrderDetail[] = [];
  for (const order of await waitingIds(ctx, id)) orders.push(await findOwnRecord(ctx, materialOrderKind, order));
  return listWaiting(orders, seen);
}

/**
 * Finds the waiting lines and locks their orders in ID order, so that two moves at the same time wait for each other.
 */
async function lockWaiting(ctx: WriteCtx, { id, seen }: PushAll): Promise<WaitingLine[]> {
  const orderById = new Map<string, OrderDetail>();
  const ids = await waitingIds(ctx, id);
  for (const order of ids.toSorted()) orderById.set(order, await lockMaterialOrder(ctx, order));
  return listWaiting(
    ids.flatMap((order) => orderById.get(order) ?? []),
    seen,
  );
}

async function waitingIds(ctx: ActorCtx, shop: string): Promise<string[]> {
  await findRequestedShop(ctx, shop);
  const rows = await queryRows<{ id: string }>(
    visibleOrders(ctx.db, ctx.actor)
      .where('m.shop_id', shop)
      .whereRaw('exists (select from material_order_lines l where l.order_id = m.id and l.received > l.pushed)')
      .orderByRaw('m.received_on nulls last, m.id')
      .select('m.id'),
  );
  return rows.map(({ id }) => id);
}

function listWaiting(orders: readonly OrderDetail[], seenCount: number | undefined): WaitingLine[] {
  const waitingLines = orders.flatMap((order) =>
    order.items.filter((line) => getWaiting(line) > 0).map((line) => ({ order, line })),
  );
  if (waitingLines.length === 0) throw new DomainError('nothing-received', undefined);
  if (seenCount !== undefined && seenCount !== toSeen(waitingLines))
    throw new DomainError('received-changed', undefined);
  return waitingLines;
}

/** A number that identifies what a preview showed: equal for the same lines with the same quantities and costs. */
export const toSeen = (waitingLines: readonly WaitingLine[]): number =>
  fingerprint(waitingLines.map(({ line }) => [line._id, getWaiting(line), costInStock(line)]));
