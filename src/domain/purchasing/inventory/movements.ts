import { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { getList } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { shopNamed } from './demand.js';
import { Movement } from '../../stock/schema.js';
import { queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

export const listMovements = service({
  summary: 'List the stock movements of an item at a shop: who, when, why and the stock after each; newest first',
  permission: 'inventory.read',
  effect: 'read',
  input: z.object({
    id: Id,
    item: Id,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: getList(Movement),
  run: async (ctx, { id, item, page, size }) => {
    const { _id: shop } = await shopNamed(ctx, id);
    if (!(await ctx.db('items').where({ id: item }).first('id'))) throw notFound('Item');
    const rows = await queryRows<z.output<typeof Movement> & { total: number }>(
      ctx.db.raw(
        `select id::text as _id, at, why, source as "sourceKind", source_id as "sourceId", actor_name as by,
              on_order as "onOrder", received, current, count(*) over ()::int as total,
              json_build_object('onOrder', sum(on_order) over before, 'received', sum(received) over before,
                'current', sum(current) over before) as after
         from stock_movements where shop_id = :shop and item_id = :item
       window before as (order by id)
        order by stock_movements.id desc limit :size offset :skip`,
        { shop, item, size, skip: (page - 1) * size },
      ),
    );
    return { items: rows, total: rows[0]?.total ?? 0 };
  },
});
