import type { Knex } from 'knex';
import { getScope, type ActorCtx } from '../../kernel/context.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { openStatuses, type OrderStatus } from '../../kernel/order/status.js';
import { isLate, visible } from '../../orders/reads/queries.js';
import { ageBands, type DaySum, type FigureDays } from './rules.js';

/** The orders the actor may see, of one shop if given. */
const queryOrders = (ctx: ActorCtx, shop: string | null): Knex.QueryBuilder => {
  const query = visible(ctx);
  return shop ? query.where('o.shop_id', shop) : query;
};

/** How many New orders have open alerts, and how many are ready to push. */
export const countNewOrders = (ctx: ActorCtx, shop: string | null): Promise<{ heldBack: number; ready: number }> =>
  queryOnlyRow(
    queryOrders(ctx, shop)
      .where('o.status', 'New')
      .select(
        ctx.db.raw(`count(*) filter (where o.open_alerts > 0) as "heldBack",
          count(*) filter (where o.open_alerts = 0 and o.shop_id is not null) as ready`),
      ),
  );

/** The kinds of open alerts of New orders and how many orders have each, most frequent first. */
export const findCauses = (ctx: ActorCtx, shop: string | null): Promise<{ code: string; orders: number }[]> =>
  queryRows(
    queryOrders(ctx, shop)
      .joinRaw(`cross join lateral jsonb_array_elements(o.alerts) a`)
      .where('o.status', 'New')
      .where('o.open_alerts', '>', 0)
      .whereRaw(`not (a ->> 'accepted')::boolean`)
      .select(ctx.db.raw(`a ->> 'code' as code, count(distinct o.id) as orders`))
      .groupByRaw('1')
      .orderByRaw('2 desc, 1'),
  );

interface WaitingTotals {
  readonly count: number;
  readonly oldest: string | null;
}

/** The orders On Hold since `since` or longer. */
export const countHolds = (ctx: ActorCtx, shop: string | null, since: Date): Promise<WaitingTotals> =>
  queryOnlyRow(
    queryOrders(ctx, shop)
      .where('o.status', 'On Hold')
      .where('o.status_since', '<', since)
      .select(ctx.db.raw('count(*) as count, min(o.status_since) as oldest')),
  );

/** How many open orders of each status are late, most first. */
export const countLateOrders = (ctx: ActorCtx, shop: string | null): Promise<{ code: OrderStatus; orders: number }[]> =>
  queryRows(
    queryOrders(ctx, shop)
      .whereIn('o.status', openStatuses)
      .whereRaw(isLate, [ctx.clock.now()])
      .select(ctx.db.raw('o.status as code, count(*) as orders'))
      .groupBy('o.status')
      .orderByRaw('2 desc, 1'),
  );

/** Open proposals of the sales system: those about canceled sales that were built, or all others. */
export const countOpenProposals = (ctx: ActorCtx, shop: string | null, urgent: boolean): Promise<WaitingTotals> =>
  queryOnlyRow(
    ctx
      .db('order_proposals as p')
      .join('orders as o', 'o.id', 'p.order_id')
      .where({ 'p.state': 'open', 'p.urgent': urgent, ...(shop ? { 'o.shop_id': shop } : {}) })
      .select(ctx.db.raw('count(*) as count, min(p.created_at) as oldest')),
  );

/** Expected commands that failed or did not run. */
export const countCommandProblems = (db: Knex): Promise<WaitingTotals> =>
  queryOnlyRow(
    db('expected_commands').whereNotNull('problem').select(db.raw('count(*) as count, min(problem_since) as oldest')),
  );

type Side = 'office' | 'shop';
const views = { office: 'company', shop: 'shop' } as const satisfies Record<Side, string>;

const sums = (side: Side): string => `count(*) as orders, coalesce(sum(o.grand_total_${views[side]}), 0) as revenue,
  coalesce(sum(o.grand_total_${views[side]}) filter (where o.cost_known), 0) as "knownRevenue",
  coalesce(sum(o.profit_dollars_${views[side]}) filter (where o.cost_known), 0) as profit,
  count(*) filter (where not o.cost_known) as "leftOut"`;

export interface ModelSum extends Omit<DaySum, 'day'> {
  readonly model: string;
}

/** P12: the orders of the weeks by order date and by model, in one pass; without Canceled ones. */
export async function sumOrders(
  ctx: ActorCtx,
  side: Side,
  shop: string | null,
  { weeks }: FigureDays,
): Promise<{ days: readonly DaySum[]; models: readonly ModelSum[] }> {
  const rows = await queryRows<Omit<DaySum, 'day'> & { day: string | null; model: string | null }>(
    queryOrders(ctx, shop)
      .whereNot('o.status', 'Canceled')
      .where('o.date_ordered', '>=', weeks[0]?.from ?? '')
      .where('o.date_ordered', '<=', weeks.at(-1)?.to ?? '')
      .select(ctx.db.raw(`o.date_ordered as day, o.model_name as model, ${sums(side)}`))
      .groupByRaw('grouping sets ((o.date_ordered), (o.model_name))')
      .orderByRaw('revenue desc, model'),
  );
  return {
    days: rows.flatMap(({ day, model: _, ...sum }) => (day === null ? [] : [{ ...sum, day }])),
    models: rows.flatMap(({ day: _, model, ...sum }) => (model === null ? [] : [{ ...sum, model }])),
  };
}

const finishedStatuses: readonly OrderStatus[] = ['Finished', 'Invoiced'];

/** The median days from order to finish, for both months and for each week (by its number) with finished orders. */
export async function findMedians(ctx: ActorCtx, shop: string | null, { month, before, weeks }: FigureDays) {
  const finishedOrders = queryOrders(ctx, shop)
    .whereRaw('o.status = any(?)', [[...finishedStatuses]])
    .where('o.date_finished', '>=', weeks[0]?.from ?? '')
    .where('o.date_finished', '<=', month.to)
    .select(
      ctx.db.raw(
        `o.date_finished - o.date_ordered as days, (o.date_finished - ?::date) / 7 as week,
         case when o.date_finished >= ?::date then 'now' when o.date_finished between ?::date and ?::date then 'before' end as period`,
        [weeks[0]?.from ?? '', month.from, before.from, before.to],
      ),
    );
  const rows = await queryRows<{ week: number | null; period: 'now' | 'before' | null; days: number }>(
    ctx.db
      .from(finishedOrders.as('f'))
      .select(ctx.db.raw('week, period, percentile_cont(0.5) within group (order by days) as days'))
      .groupByRaw('grouping sets ((week), (period))'),
  );
  const of = (period: 'now' | 'before') => rows.find((row) => row.period === period)?.days ?? null;
  return {
    now: of('now'),
    before: of('before'),
    weeks: weeks.map((_, at) => rows.find(({ week }) => week === at)?.days ?? null),
  };
}

/** The number of open orders by shop and status, from the stored totals. */
export function countByShop(ctx: ActorCtx, shop: string | null) {
  const query = ctx
    .db('order_totals as t')
    .join('shops as s', 's.id', 't.shop_id')
    .whereRaw('t.status = any(?)', [[...openStatuses]])
    .where('t.n', '>', 0)
    .select({ _id: 's.id', name: 's.name', status: 't.status', count: 't.n' })
    .orderByRaw('lower(s.name), s.id');
  const scope = getScope(ctx.actor) ?? shop;
  return queryRows<{ _id: string; name: string; status: (typeof openStatuses)[number]; count: number }>(
    scope ? query.where('t.shop_id', scope) : query,
  );
}

/** The number of open orders by age band and status; the age counts from the order date. */
export const countByAge = (ctx: ActorCtx, shop: string | null, today: string) =>
  queryRows<{ band: number; status: (typeof openStatuses)[number]; count: number }>(
    queryOrders(ctx, shop)
      .whereRaw('o.status = any(?)', [[...openStatuses]])
      .select({ status: 'o.status' })
      .select(
        ctx.db.raw(`width_bucket((?::date - o.date_ordered) / 7, ?::int[]) - 1 as band, count(*) as count`, [
          today,
          [...ageBands],
        ]),
      )
      .groupByRaw('1, 2'),
  );
