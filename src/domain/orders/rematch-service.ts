import { z } from 'zod';
import type { WriteCtx } from '../context.js';
import { addJob } from '../jobs/runs.js';
import { service } from '../service.js';
import { lockNewOrders } from './new-orders-lock.js';
import { rematchOrders } from './rematch.js';
import { lockOrders } from './stored.js';

/** The job that matches many New orders again. */
export const REMATCH = 'rematch-orders';
/** More orders than this are matched again in the background. */
const AT_ONCE = 1000;
const CHUNK = 500;

export const Rematch = z.object({ ids: z.array(z.uuid('is no id')).max(10_000).optional() });

export const rematchNewOrders = service({
  summary: "Match and price the New orders again with today's catalogue; many of them in the background",
  permission: 'orders.import',
  effect: 'write',
  input: Rematch,
  output: z.object({ msg: z.string(), orders: z.int(), withAlerts: z.int(), job: z.uuid().nullable() }),
  run: async (ctx, { ids }) => {
    const wanted = await newOrderIds(ctx, ids);
    if (ctx.via === 'web' && wanted.length > AT_ONCE) {
      const job = await addJob(ctx, REMATCH, ids ? { ids } : {});
      await ctx.audit({ action: 're-match in the background', entity: 'order', after: { orders: wanted.length, job } });
      const msg = `${wanted.length} New orders are being matched again in the background.`;
      return { msg, orders: wanted.length, withAlerts: 0, job };
    }
    const withAlerts = await rematchInChunks(ctx, wanted);
    const after = { orders: wanted.length, withAlerts };
    await ctx.audit({ action: 're-match', entity: 'order', ids: wanted, after });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    const msg = `${wanted.length} New order${wanted.length === 1 ? '' : 's'} matched again.`;
    return { msg, ...after, job: null };
  },
});

async function newOrderIds(ctx: WriteCtx, ids: string[] | undefined): Promise<string[]> {
  const query = ctx.db('orders').where({ status: 'New' }).orderBy('id').select('id');
  const rows = (await (ids ? query.whereRaw('id = any(?)', [ids]) : query)) as { id: string }[];
  return rows.map((row) => row.id);
}

/** Answers how many still have open alerts. */
async function rematchInChunks(ctx: WriteCtx, ids: readonly string[]): Promise<number> {
  await lockNewOrders(ctx);
  let withAlerts = 0;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const orders = await lockOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [chunk]).where('o.status', 'New'));
    const after = await rematchOrders(ctx, orders);
    withAlerts += after.filter((order) => order.alerts.some((alert) => !alert.accepted)).length;
    ctx.progress?.report(Math.min(at + CHUNK, ids.length), ids.length, 'orders');
  }
  return withAlerts;
}
