import type { Knex } from 'knex';
import type { Cents } from '../../kernel/cents.js';
import { type ActorCtx, getScope } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { readStatus } from '../../kernel/order/status.js';

type Query = Knex.QueryBuilder;
/** The status and shop that totals are stored by; all of them if left out. */
interface Filter {
  readonly status?: string | undefined;
  readonly shop?: string | undefined;
}

/** The totals stored by shop and status, for the actor's scope and optionally one shop. */
function summaryRows(ctx: ActorCtx, shop: string | undefined): Query {
  const scope = getScope(ctx.actor);
  let query: Query = ctx.db('order_totals');
  if (scope) query = query.where({ shop_id: scope }).whereNot('status', 'New');
  return shop ? query.where({ shop_id: shop }) : query;
}

const summarySums =
  'coalesce(sum(n), 0) as n, coalesce(sum(shop_total), 0) as shop, coalesce(sum(company_total), 0) as company';

/** Their count and sums, for a status or for all of them. */
export const readSummaryTotals = (ctx: ActorCtx, of: Filter): Query =>
  storedTotals(ctx, of).select(ctx.db.raw(summarySums));

/** The totals stored for a status, or for all of them. */
function storedTotals(ctx: ActorCtx, { status, shop }: Filter): Query {
  const wantedStatus = status === undefined ? undefined : readStatus(status);
  const query: Query = summaryRows(ctx, shop);
  return wantedStatus ? query.where({ status: wantedStatus }) : query;
}

/** How many orders each shop has, from the stored totals; those of orders without a shop have no shop there either. */
export const countOrdersByShop = (ctx: ActorCtx, of: Filter): Query =>
  storedTotals(ctx, of)
    .leftJoin('shops as s', 's.id', 'order_totals.shop_id')
    .groupBy('s.id')
    .select({ shop: 's.id' })
    .sum({ n: 'order_totals.n' });

/** Count, shop total and company total by status, from the stored totals. */
export async function findTotals(ctx: ActorCtx, shop: string | undefined) {
  const query = summaryRows(ctx, shop)
    .select('status')
    .sum({ count: 'n', shop: 'shop_total', company: 'company_total' })
    .groupBy('status')
    .having(ctx.db.raw('sum(n) > 0'));
  const rows = await queryRows<{ status: string; count: number; shop: Cents; company: Cents }>(query);
  return rows.map(({ status, count, shop: shopTotal, company }) => ({
    status,
    count,
    total: { shop: shopTotal, company },
  }));
}
