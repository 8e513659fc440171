import type { Knex } from 'knex';
import { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { Total } from '../../kernel/money.js';
import type { PricingCase } from '../../pricing/case/case.js';
import { fraction } from '../../pricing/exact.js';
import { costUnknown } from '../../pricing/unknown-cost.js';
import { service } from '../../kernel/service.js';
import type { BuiltOrder } from './build.js';
import type { AlertCode } from '../intake/incoming.js';
import type { FoundAlert } from '../intake/match.js';
import { loadNamesWithoutSheds, type NamesWithoutSheds } from '../intake/names.js';
import { buildOrders, storeBuilt } from '../intake/rematch.js';
import { toStoredFigures } from './reprice.js';
import { storedAlerts } from '../intake/insert-rows.js';
import { openStatuses } from '../../kernel/order/status.js';
import { toCase, toIncoming } from './case.js';
import { lockOrders, type StoredOrder } from './locked-orders.js';
import { CostUnknown, LeftOut } from '../../pricing/unknown-schema.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { plural } from '../../kernel/text/plural.js';
import { queryRows } from '../../kernel/database/rows.js';
import { cents } from '../../kernel/cents.js';
import { present, findOneOf, groupBy } from '../../kernel/objects.js';

const MOST = 5000;
const CHUNK = 500;

/** The pushed orders to price again: these IDs, or all open orders of a shop, but never Invoiced ones. */
const RepriceOrders = z.object({
  ids: z.array(Id).min(1, 'must have at least 1 order').max(MOST).optional(),
  shop: Id.optional(),
});

/** `costUnknown` lists why the cost is not known when the figures are incomplete. */
const Figures = z.object({
  shopTotal: Total,
  shopCost: Total,
  companyProfit: Total,
  shopProfit: Total,
  costUnknown: CostUnknown,
});
const RepriceRow = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.enum(openStatuses),
  state: z.enum(['changed', 'unchanged', 'refused']),
  reason: z.string().nullable(),
  before: Figures,
  after: Figures,
});
/** Null if no cost is known. */
const Profit = z.object({ grossProfit: Total.nullable(), percent: z.number().nullable() });
const ShopSum = z.object({
  shop: NamedRecord,
  orders: z.int(),
  /** Orders in neither sum, because their cost is unknown before or after. */
  leftOut: LeftOut,
  before: Profit,
  after: Profit,
});
const Repricing = z.object({
  msg: z.string(),
  counts: z.object({ changed: z.int(), unchanged: z.int(), refused: z.int() }),
  orders: z.array(RepriceRow),
  shops: z.array(ShopSum),
});

interface Plan {
  readonly order: StoredOrder;
  /** The order to store; null if it is unchanged. */
  readonly built: BuiltOrder | null;
  readonly row: z.output<typeof RepriceRow>;
}
/** What the answer reports about an order. */
interface RepricedOrder {
  readonly row: Plan['row'];
  readonly shop: { readonly _id: string; readonly name: string };
}

const use = { permission: 'prices.change', input: RepriceOrders, output: Repricing } as const;

export const previewReprice = service({
  ...use,
  summary: "Preview re-pricing open orders at today's prices and costs",
  effect: 'read',
  run: (ctx, input) =>
    ctx.db.transaction(async (trx) => {
      const orders: RepricedOrder[] = [];
      for await (const plans of plansInChunks({ ...ctx, db: trx }, input)) orders.push(...plans.map(toRepricedOrder));
      return answer(orders, input, 'would change');
    }),
});

export const repriceOrders = service({
  ...use,
  summary:
    "Re-price open orders at today's prices and costs; entered and uploaded values and Invoiced orders do not change",
  effect: 'write',
  run: async (ctx, input) => {
    const orders: RepricedOrder[] = [];
    for await (const plans of plansInChunks(ctx, input)) {
      await store(ctx, plans);
      orders.push(...plans.map(toRepricedOrder));
    }
    const changedOrders = orders.filter(({ row }) => row.state === 'changed');
    if (changedOrders.length === 0) await ctx.audit({ action: 're-price nothing', entity: 'order' });
    await ctx.publish({ topic: 'orders', shopIds: [null, ...new Set(changedOrders.map(({ shop }) => shop._id))] });
    return answer(orders, input, 'changed');
  },
});

async function store(ctx: WriteCtx, plans: readonly Plan[]): Promise<void> {
  const changedPlans = plans.flatMap(({ built, ...plan }) => (built ? [{ ...plan, built }] : []));
  if (changedPlans.length === 0) return;
  await storeBuilt(
    ctx,
    changedPlans.map(({ built }) => built),
    changedPlans.map(({ order }) => order),
  );
  await ctx.audit(
    changedPlans.map(({ order, row: { _id: id, before, after } }) => ({
      action: 're-price',
      entity: 'order',
      id,
      shopId: order.shopId,
      before: z.encode(Figures, before),
      after: z.encode(Figures, after),
    })),
  );
}

/** Plans all requested open orders, locking and pricing one chunk at a time to limit memory use. */
async function* plansInChunks(ctx: ActorCtx, input: z.output<typeof RepriceOrders>): AsyncGenerator<Plan[]> {
  const ids = await openOrderIds(ctx.db, input);
  if (ids.length === 0) return;
  const names = await loadNamesWithoutSheds(ctx.db);
  for (let at = 0; at < ids.length; at += CHUNK) {
    yield planFor(ctx.db, ids.slice(at, at + CHUNK), names);
    ctx.progress?.report(Math.min(at + CHUNK, ids.length), ids.length, 'orders');
  }
}

async function openOrderIds(db: Knex, { ids, shop }: z.output<typeof RepriceOrders>): Promise<string[]> {
  if (!ids && !shop) throw invalid('ids', 'is required unless shop is set');
  const openOrders = db('orders').whereIn('status', openStatuses).orderBy('id').select('id');
  if (ids) openOrders.whereRaw('id = any(?)', [ids]);
  if (shop) openOrders.where('shop_id', shop);
  return (await queryRows<{ id: string }>(openOrders)).map(({ id }) => id);
}

async function planFor(db: Knex, ids: string[], names: NamesWithoutSheds): Promise<Plan[]> {
  const orders = await lockOrders(db, (q) => q.whereRaw('o.id = any(?)', [ids]).whereIn('o.status', openStatuses));
  const incoming = orders.map((order) => toIncoming(order));
  const results = await buildOrders(db, incoming, names);
  return orders.map((order, n) => toPlan(order, present(results[n])));
}

/**
 * Kinds of alerts about a catalogue value that the price or cost needs and that is missing; all others are about
 * entered or uploaded values.
 */
const matchAlerts: ReadonlySet<AlertCode> = new Set([
  'shop',
  'shop-missing',
  'dealer',
  'model',
  'size',
  'add-on',
  'haul-base',
  'shed-labor',
  'shop-percent',
]);

/** Why an order keeps its current prices; null if it can be priced again. */
function explainRefused(order: StoredOrder, { matchedOrder, alerts }: BuiltOrder): string | null {
  if (matchedOrder.shop?.id !== order.shopId) return 'its shop is no longer in the catalogue';
  if (order.shedId !== null && matchedOrder.shed !== null && matchedOrder.shed.id !== order.shedId)
    return 'its shed is no longer in the catalogue';
  const isAccepted = ({ code, text }: FoundAlert) =>
    order.alerts.some((known) => known.accepted && known.code === code && known.text === text);
  return alerts.find((alert) => matchAlerts.has(alert.code) && !isAccepted(alert))?.text ?? null;
}

/** Drops new alerts, because a pushed order keeps only those that were accepted before the push. */
function withoutNews(built: BuiltOrder, order: StoredOrder): BuiltOrder {
  const knownIds = new Set(order.alerts.map(({ _id }) => _id));
  return { ...built, alerts: storedAlerts(built.alerts, order.alerts).filter(({ _id }) => knownIds.has(_id)) };
}

/** The plan for an order; `outcome` is the order at today's prices, or why it cannot be priced. */
function toPlan(order: StoredOrder, outcome: BuiltOrder | string): Plan {
  const oldFigures = toStoredFigures(order);
  const reason = typeof outcome === 'string' ? outcome : explainRefused(order, outcome);
  const built = typeof outcome === 'string' || reason !== null ? null : withoutNews(outcome, order);
  const before = toCase(order);
  const [was, now] = [
    toShownPlan(oldFigures, before),
    built ? toShownPlan(built.figures, built.case) : toShownPlan(oldFigures, before),
  ];
  const isChanged =
    built !== null &&
    JSON.stringify([oldFigures, was.costUnknown]) !== JSON.stringify([built.figures, now.costUnknown]);
  const state = reason !== null ? 'refused' : isChanged ? 'changed' : 'unchanged';
  const status = present(findOneOf(openStatuses, order.status)); // the query selects only open statuses
  const row = { _id: order.id, serialNumber: order.serialNumber, status, state, reason } as const;
  return { order, built: isChanged ? built : null, row: { ...row, before: was, after: now } };
}

const toRepricedOrder = ({ row, order }: Plan): RepricedOrder => ({
  row,
  shop: { _id: order.shopId ?? '', name: order.shopName ?? '' },
});

const toShownPlan = (
  { grandTotal, totalCost, profitDollars }: BuiltOrder['figures'],
  pricingCase: PricingCase,
): z.output<typeof Figures> => ({
  shopTotal: grandTotal.shop,
  shopCost: totalCost.shop,
  companyProfit: profitDollars.company,
  shopProfit: profitDollars.shop,
  costUnknown: costUnknown(pricingCase),
});

const isKnown = ({ row: { before, after } }: RepricedOrder): boolean =>
  before.costUnknown.length === 0 && after.costUnknown.length === 0;

/** The part of the message about requested orders that are not open; empty if all are. */
function getClosed(orders: readonly RepricedOrder[], { ids }: z.output<typeof RepriceOrders>): string {
  const closedCount = ids ? new Set(ids).size - orders.length : 0;
  if (closedCount === 0) return '';
  const which = closedCount === 1 ? '1 order is not open' : `${closedCount} orders are not open`;
  return ` ${which}. Only orders in ${openStatuses.join(', ')} can be re-priced.`;
}

function answer(
  orders: readonly RepricedOrder[],
  input: z.output<typeof RepriceOrders>,
  verb: string,
): z.output<typeof Repricing> {
  const count = (state: string) => orders.filter(({ row }) => row.state === state).length;
  const counts = { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') };
  const sentence = `${counts.changed} of ${orders.length} open ${plural(orders.length, 'order')} ${verb}.`;
  const msg = `${sentence}${getClosed(orders, input)}`;
  return { msg, counts, orders: orders.map(({ row }) => row), shops: byShop(orders) };
}

function byShop(orders: readonly RepricedOrder[]): z.output<typeof ShopSum>[] {
  return [...groupBy(orders, ({ shop }) => shop._id).values()].map((all) => ({
    shop: present(all[0]).shop, // a group has at least one order
    orders: all.length,
    leftOut: all.filter((one) => !isKnown(one)).length,
    before: computeProfit(all.filter(isKnown).map(({ row }) => row.before)),
    after: computeProfit(all.filter(isKnown).map(({ row }) => row.after)),
  }));
}

function computeProfit(figures: readonly z.output<typeof Figures>[]) {
  if (figures.length === 0) return { grossProfit: null, percent: null };
  const sum = (of: (one: z.output<typeof Figures>) => number) => figures.reduce((all, one) => all + of(one), 0);
  const grossProfit = sum(({ shopProfit }) => shopProfit);
  return {
    grossProfit: cents(grossProfit),
    percent: fraction(
      grossProfit,
      sum(({ shopTotal }) => shopTotal),
    ),
  };
}
