import { z } from 'zod';
import { queryCount } from '../../kernel/database/rows.js';
import { service } from '../../kernel/service.js';
import { changeAll } from './change-all.js';
import { lockNewOrders } from './new-orders-lock.js';
import { notifyOfOrders } from './notices.js';

export const pushOrders = service({
  summary: 'Push New orders to shops (InQueue) if all alerts are accepted and the shop is known',
  permission: 'orders.push',
  effect: 'write',
  input: z.strictObject({}), // strict: a misspelled list of orders must not push all of them
  output: z.object({ msg: z.string(), pushed: z.int(), left: z.int() }),
  run: async (ctx) => {
    await lockNewOrders(ctx);
    const now = ctx.clock.now();
    const movedCount = await changeAll(
      ctx,
      `update orders set status = 'InQueue', status_since = ?, updated_at = ?, updated_by = ?, revision = revision + 1
      where status = 'New' and open_alerts = 0 and shop_id is not null`,
      [now, now, ctx.actor.name],
    );
    const leftCount = await queryCount(ctx.db('orders').where({ status: 'New' }));
    await ctx.audit({
      action: 'push to shops',
      entity: 'order',
      ids: movedCount.ids,
      after: { status: 'InQueue', orders: movedCount.n },
    });
    await notifyOfOrders(ctx, 'pushed', movedCount.byShop);
    if (movedCount.n > 0)
      await ctx.publish({ topic: 'orders', shopIds: [null, ...movedCount.byShop.map((shop) => shop.shopId)] });
    return { msg: 'Orders are updated to InQueue', pushed: movedCount.n, left: leftCount };
  },
});
