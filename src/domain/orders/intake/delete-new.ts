import { z } from 'zod';
import { queryRows } from '../../kernel/database/rows.js';
import { service } from '../../kernel/service.js';
import { plural } from '../../kernel/text/plural.js';
import { changeAll } from './change-all.js';
import { lockNewOrders } from './new-orders-lock.js';

export const deleteNewOrders = service({
  summary: 'Delete all New orders',
  permission: 'orders.delete-new',
  effect: 'write',
  input: z.object({}),
  output: z.object({ msg: z.string(), deleted: z.int() }),
  run: async (ctx) => {
    await lockNewOrders(ctx);
    const rows = await queryRows<{ serialNumber: string; total: number }>(ctx.db.raw(deletedOrders));
    const deletedCount = await changeAll(ctx, `delete from orders where status = 'New'`, []);
    await ctx.audit({ action: 'delete new', entity: 'order', ids: deletedCount.ids, before: { orders: rows } });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return { msg: `${deletedCount.n} New ${plural(deletedCount.n, 'order')} deleted.`, deleted: deletedCount.n };
  },
});

const deletedOrders = `select serial_number as "serialNumber", grand_total_company / 100.0 as total from orders where status = 'New'`;
