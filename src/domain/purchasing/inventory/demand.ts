import { z } from 'zod';
import { invalid, notFound } from '../../kernel/errors.js';
import { cents } from '../../kernel/cents.js';
import { createDraftOrders } from '../material-orders/life/draft.js';
import { Total } from '../../kernel/money.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { getList } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import type { ActorCtx } from '../../kernel/context.js';
import { countedStatuses, findNeedingOrders, findPositions } from '../../stock/demand-query.js';
import { computeDemand, orderAmount } from '../../stock/rules.js';
import { CountedOrders, DemandList, type DemandRow, NeedingOrder, OrderDemand } from '../../stock/schema.js';
import { queryCount, queryFirstRow } from '../../kernel/database/rows.js';

const look = { permission: 'purchasing.read', effect: 'read' } as const;
const OfShop = z.object({ id: Id });

/** The shop with this ID; throws not-found if it does not exist or the actor may not see it. */
export async function shopNamed(ctx: ActorCtx, id: string): Promise<{ _id: string; name: string }> {
  const shop = await findRequestedShop(ctx, id);
  const shopRow = await queryFirstRow<{ _id: string; name: string }>(
    ctx.db('shops').where({ id: shop }).first({ _id: 'id', name: 'name' }),
  );
  if (!shopRow) throw notFound('Shop');
  return shopRow;
}

export const getDemand = service({
  ...look,
  summary:
    'List the material that the open orders of a shop need compared with its stock, by vendor, with quantities to order',
  input: OfShop.extend({ ...CountedOrders.shape, only: z.enum(['toOrder', '']).default('') }),
  output: DemandList,
  run: async (ctx, { id, only, ...counted }) => {
    const shop = await shopNamed(ctx, id);
    const positions = await findPositions(ctx.db, id, counted);
    const all = positions
      .map((position) => ({ ...position, ...computeDemand(position) }))
      .filter(({ needed, suggested }) => needed > 0 || suggested > 0);
    const n = await queryCount(ctx.db('orders').where({ shop_id: id }).whereIn('status', countedStatuses(counted)));
    const items = only === 'toOrder' ? all.filter(({ suggested }) => suggested > 0) : all;
    return { shop, orders: n, items, total: items.length, totals: computeTotals(all) };
  },
});

const computeTotals = (rows: readonly z.output<typeof DemandRow>[]): z.output<typeof DemandList>['totals'] => ({
  needed: rows.filter(({ needed }) => needed > 0).length,
  toOrder: rows.filter(({ suggested }) => suggested > 0).length,
  amount: cents(rows.reduce((sum, { suggested, price }) => sum + orderAmount(suggested, price), 0)),
});

export const orderDemand = service({
  summary:
    'Create draft material orders for the quantities to order, one per vendor; nothing is on order until a draft is placed',
  permission: 'purchasing.write',
  effect: 'write',
  input: OrderDemand,
  output: z.object({
    msg: z.string(),
    items: z.array(
      z.object({
        ...{ _id: z.uuid(), revision: z.int(), purchaseOrderNumber: z.string(), vendor: NamedRecord },
        grandTotal: Total,
      }),
    ),
  }),
  run: async (ctx, { id, orders }) => {
    const { _id: shop } = await shopNamed(ctx, id);
    if (orders.length === 0) throw invalid('orders', 'must have at least one item');
    const proposals = orders.map(({ vendor, items: lines }) => ({ vendor, lines }));
    const items = await createDraftOrders(ctx, shop, proposals);
    await ctx.publish({ topic: 'stock', shopIds: [null, shop] });
    return { msg: `${items.length} draft material order${items.length === 1 ? '' : 's'} created.`, items };
  },
});

export const listNeedingOrders = service({
  ...look,
  summary: 'List the open orders of a shop that need an item, with the quantity each needs',
  input: OfShop.extend({ item: Id, ...CountedOrders.shape }),
  output: getList(NeedingOrder),
  run: async (ctx, { id, item, ...counted }) => {
    const { _id: shop } = await shopNamed(ctx, id);
    if (!(await ctx.db('items').where({ id: item }).first('id'))) throw notFound('Item');
    const items = await findNeedingOrders(ctx.db, { shop, item, ...counted });
    return { items, total: items.length };
  },
});
