import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { addJob } from '../../kernel/queue/runs.js';
import { service } from '../../kernel/service.js';
import { lockNewOrders } from './new-orders-lock.js';
import { rematchInChunks, type UnpricedOrder } from './rematch.js';
import { plural } from '../../kernel/text/plural.js';
import { queryRows } from '../../kernel/database/rows.js';

/** The job that matches many New orders again. */
export const REMATCH = 'rematch-orders';
/** The most orders to match immediately; more are matched in the background. */
const AT_ONCE = 1000;

export const Rematch = z.object({ ids: z.array(z.uuid('is not a valid ID')).max(10_000).optional() });

export const rematchNewOrders = service({
  summary: "Match and price New orders again with today's catalogue; large batches run in the background",
  permission: 'orders.import',
  effect: 'write',
  input: Rematch,
  output: z.object({
    msg: z.string(),
    orders: z.int(),
    withAlerts: z.int(),
    /** Orders left unchanged because they cannot be priced with today's catalogue. */
    unpriced: z.array(z.object({ serialNumber: z.string(), reason: z.string() })),
    job: z.uuid().nullable(),
  }),
  run: async (ctx, { ids }) => {
    const newIds = await newOrderIds(ctx, ids);
    if ((ctx.via === 'web' || ctx.via === 'key') && newIds.length > AT_ONCE) {
      const job = await addJob(ctx, REMATCH, ids ? { ids } : {});
      await ctx.audit({ action: 're-match in the background', entity: 'order', after: { orders: newIds.length, job } });
      const msg = `${newIds.length} New orders are being checked again in the background.`;
      return { msg, orders: newIds.length, withAlerts: 0, unpriced: [], job };
    }
    const { withAlerts, unpriced } = await rematchAll(ctx, newIds);
    const unpricedIds = new Set(unpriced.map(({ id }) => id));
    const matchedIds = newIds.filter((id) => !unpricedIds.has(id));
    const after = { orders: matchedIds.length, withAlerts, unpriced: unpriced.map(({ serialNumber }) => serialNumber) };
    await ctx.audit({ action: 're-match', entity: 'order', ids: matchedIds, after });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    const msg = `${matchedIds.length} New ${plural(matchedIds.length, 'order')} checked again.${describeUnpriced(unpriced)}`;
    return { ...after, msg, unpriced, job: null };
  },
});

async function newOrderIds(ctx: WriteCtx, ids: string[] | undefined): Promise<string[]> {
  const query = ctx.db('orders').where({ status: 'New' }).orderBy('id').select('id');
  const rows = await queryRows<{ id: string }>(ids ? query.whereRaw('id = any(?)', [ids]) : query);
  return rows.map((row) => row.id);
}

/** Returns how many orders still have open alerts, and which orders were left unchanged. */
async function rematchAll(ctx: WriteCtx, ids: readonly string[]) {
  await lockNewOrders(ctx);
  let withAlerts = 0;
  const unpricedOrders: UnpricedOrder[] = [];
  for await (const after of rematchInChunks(ctx, ids)) {
    withAlerts += after.orders.filter((order) => order.alerts.some((alert) => !alert.accepted)).length;
    unpricedOrders.push(...after.unpriced);
  }
  return { withAlerts, unpriced: unpricedOrders };
}

/** How many of them a message lists. */
const NAMED = 5;

/** The end of a message, listing the orders that were left unchanged. */
function describeUnpriced(unpricedOrders: readonly UnpricedOrder[]): string {
  if (unpricedOrders.length === 0) return '';
  const namedOrders = unpricedOrders.slice(0, NAMED).map(({ serialNumber, reason }) => `${serialNumber} (${reason})`);
  const more = unpricedOrders.length > NAMED ? ` and ${unpricedOrders.length - NAMED} more` : '';
  return ` ${unpricedOrders.length} could not be priced: ${namedOrders.join(', ')}${more}.`;
}
