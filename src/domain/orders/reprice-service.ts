import { z } from 'zod';
import type { Cents } from '../cents.js';
import type { ActorCtx } from '../context.js';
import { invalid } from '../errors.js';
import { Total } from '../money.js';
import { fraction } from '../pricing/exact.js';
import { service } from '../service.js';
import { builderFor } from './build-chunks.js';
import type { BuiltOrder } from './build.js';
import { matchOrder } from './match.js';
import { loadNames } from './names.js';
import { storeBuilt } from './rematch.js';
import { figuresOf } from './reprice.js';
import { storedAlerts } from './rows.js';
import { openStatuses } from './status.js';
import { incomingOf } from './stored-case.js';
import { lockOrders, type StoredOrder } from './stored.js';

const MOST = 5000;

/** Which pushed orders: these, or all open ones of a shop. Never Invoiced ones. */
const RepriceOrders = z.object({
  ids: z.array(z.uuid('is no id')).min(1, 'name at least one order').max(MOST).optional(),
  shop: z.uuid('is no id').optional(),
});

const Figures = z.object({
  shopTotal: Total,
  shopCost: Total,
  companyProfit: Total,
  shopProfit: Total,
});
const Repriced = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.enum(openStatuses),
  state: z.enum(['changed', 'unchanged', 'refused']),
  reason: z.string().nullable(),
  before: Figures,
  after: Figures,
});
const ShopSum = z.object({
  shop: z.object({ _id: z.uuid(), name: z.string() }),
  orders: z.int(),
  before: z.object({ grossProfit: Total, percent: z.number() }),
  after: z.object({ grossProfit: Total, percent: z.number() }),
});
const Repricing = z.object({
  msg: z.string(),
  counts: z.object({ changed: z.int(), unchanged: z.int(), refused: z.int() }),
  orders: z.array(Repriced),
  shops: z.array(ShopSum),
});

interface Plan {
  readonly order: StoredOrder;
  readonly built: BuiltOrder;
  readonly row: z.output<typeof Repriced>;
}

const use = { permission: 'prices.change', input: RepriceOrders, output: Repricing } as const;

export const previewReprice = service({
  ...use,
  summary: "What open orders would cost at today's prices and costs",
  effect: 'read',
  run: (ctx, input) =>
    ctx.db.transaction(async (trx) => answer(await planFor({ ...ctx, db: trx }, input), input, 'would change')),
});

export const repriceOrders = service({
  ...use,
  summary: "Price open orders again at today's prices and costs; what was typed or given stays; never Invoiced ones",
  effect: 'write',
  run: async (ctx, input) => {
    const plans = await planFor(ctx, input);
    const changed = plans.filter(({ row }) => row.state === 'changed');
    if (changed.length > 0) {
      await storeBuilt(
        ctx,
        changed.map(({ built }) => built),
        changed.map(({ order }) => order),
      );
    }
    await ctx.audit(
      changed.map(({ order, row: { _id: id, before, after } }) => ({
        action: 're-price',
        entity: 'order',
        id,
        shopId: order.shopId,
        before: z.encode(Figures, before),
        after: z.encode(Figures, after),
      })),
    );
    if (changed.length === 0) await ctx.audit({ action: 're-price nothing', entity: 'order' });
    await ctx.publish({ topic: 'orders', shopIds: [null, ...changed.map(({ order }) => order.shopId)] });
    return answer(plans, input, 'changed');
  },
});

async function planFor(ctx: ActorCtx, { ids, shop }: z.output<typeof RepriceOrders>): Promise<Plan[]> {
  if (!ids && !shop) throw invalid('ids', 'name orders or a shop');
  const orders = await lockOrders(ctx.db, (query) => {
    const found = query.whereIn('o.status', openStatuses).limit(MOST);
    const some = ids ? found.whereRaw('o.id = any(?)', [ids]) : found;
    return shop ? some.where('o.shop_id', shop) : some;
  });
  if (orders.length === 0) return [];
  const names = await loadNames(ctx.db);
  const matched = orders.map((order) => matchOrder(incomingOf(order), names));
  const builder = await builderFor(ctx.db, names, matched);
  return orders.map((order, n) => planned(order, builder.build(matched[n] as (typeof matched)[number])));
}

function planned(order: StoredOrder, built: BuiltOrder): Plan {
  const old = figuresOf(order);
  const news = storedAlerts(built.alerts, order.alerts).filter((alert) => !alert.accepted);
  const moved = built.matched.shop?.id !== order.shopId;
  const reason = moved ? 'its shop is not in the catalogue any more' : (news[0]?.text ?? null);
  const same = JSON.stringify(old) === JSON.stringify(built.figures);
  const state = reason !== null ? 'refused' : same ? 'unchanged' : 'changed';
  const status = order.status as (typeof openStatuses)[number]; // the query asks for these alone
  const { id: _id, serialNumber } = order;
  const after = state === 'refused' ? old : built.figures;
  return { order, built, row: { _id, serialNumber, status, state, reason, before: shown(old), after: shown(after) } };
}

const shown = ({ grandTotal, totalCost, profitDollars }: BuiltOrder['figures']): z.output<typeof Figures> => ({
  shopTotal: grandTotal.shop,
  shopCost: totalCost.shop,
  companyProfit: profitDollars.company,
  shopProfit: profitDollars.shop,
});

/** Why some of the orders asked for are not priced; empty when all of them are open. */
function closedOf(plans: readonly Plan[], { ids }: z.output<typeof RepriceOrders>): string {
  const closed = ids ? new Set(ids).size - plans.length : 0;
  if (closed === 0) return '';
  const which = closed === 1 ? '1 order is not open' : `${closed} orders are not open`;
  return ` ${which}: only orders in ${openStatuses.join(', ')} are priced again.`;
}

function answer(
  plans: readonly Plan[],
  input: z.output<typeof RepriceOrders>,
  verb: string,
): z.output<typeof Repricing> {
  const count = (state: string) => plans.filter(({ row }) => row.state === state).length;
  const counts = { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') };
  const done = `${counts.changed} of ${plans.length} open order${plans.length === 1 ? '' : 's'} ${verb}.`;
  const msg = `${done}${closedOf(plans, input)}`;
  return { msg, counts, orders: plans.map(({ row }) => row), shops: byShop(plans) };
}

function byShop(plans: readonly Plan[]): z.output<typeof ShopSum>[] {
  const shops = new Map<string, Plan[]>();
  for (const plan of plans) {
    const id = plan.order.shopId ?? '';
    shops.set(id, [...(shops.get(id) ?? []), plan]);
  }
  return [...shops].map(([_id, all]) => ({
    shop: { _id, name: all[0]?.order.shopName ?? '' },
    orders: all.length,
    before: profitOf(all.map(({ row }) => row.before)),
    after: profitOf(all.map(({ row }) => row.after)),
  }));
}

function profitOf(figures: readonly z.output<typeof Figures>[]) {
  const sum = (of: (one: z.output<typeof Figures>) => number) => figures.reduce((all, one) => all + of(one), 0);
  const grossProfit = sum(({ shopProfit }) => shopProfit);
  return {
    grossProfit: grossProfit as Cents,
    percent: fraction(
      grossProfit,
      sum(({ shopTotal }) => shopTotal),
    ),
  };
}
