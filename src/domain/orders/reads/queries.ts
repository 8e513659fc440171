import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Cents } from '../../kernel/cents.js';
import { getScope, type ActorCtx } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { type NumberedRecords, withNumber } from '../../kernel/records/by-number.js';
import { isDescending, readPage, sortBy, type SortOrder, type SortKey } from '../../kernel/records/long-list.js';
import { isShort, NEWEST, newestIn } from '../../kernel/records/short-search.js';
import { refuseHiddenSort, toField } from '../../kernel/records/page.js';
import type { AlertSummary, DuplicateGroups, ExportOrders, ListOrders, OrderListRow } from '../schema.js';
import { readStatus } from '../../kernel/order/status.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { countOrdersByShop, readSummaryTotals } from './stored-totals.js';

type Query = Knex.QueryBuilder;

/** The columns of an order in a list. */
export const orderRowColumns = (db: Knex) => ({
  _id: 'o.id',
  serialNumber: 'o.serial_number',
  status: 'o.status',
  statusSince: 'o.status_since',
  type: 'o.type',
  dealer: 'o.dealer_name',
  customer: 'o.customer',
  model: 'o.model_name',
  width: 'o.width',
  length: 'o.length',
  dateOrdered: 'o.date_ordered',
  dateFinished: 'o.date_finished',
  deliveryScheduled: 'o.delivery_scheduled',
  dateDelivered: 'o.date_delivered',
  deliveryCity: 'o.delivery_city',
  driver: 'o.driver',
  rtoCompany: 'o.rto_company',
  balance: 'o.balance',
  metalOrdered: 'o.metal_ordered',
  openAlerts: 'o.open_alerts',
  holdReason: 'o.hold_reason',
  revision: 'o.revision',
  invoiceStatus: db.raw(
    `case when o.status = 'Invoiced' then (select i.status from invoices i where i.order_id = o.id and i.deleted_at is null) end`,
  ),
  waitingChange: db.raw(`(select json_build_object('_id', q.id, 'urgent', q.urgent,
      'canceled', exists (select from jsonb_array_elements(q.differences) d where d ->> 'key' = 'canceled' and d ->> 'after' is not null))
    from order_proposals q where q.order_id = o.id and q.state = 'open')`),
  shop: db.raw(`case when s.id is null then null else json_build_object('_id', s.id, 'name', s.name) end`),
  builder: db.raw(`case when b.id is null then null else json_build_object('_id', b.id, 'name', b.name) end`),
});
const totalColumns = {
  shopTotal: 'o.grand_total_shop',
  companyTotal: 'o.grand_total_company',
  orderTotal: 'o.grand_total_order',
};

/** Orders the actor may see: for a shop, its orders except New ones; for the office, all. */
export function visible(ctx: ActorCtx): Query {
  const shopId = getScope(ctx.actor);
  const query: Query = ctx.db('orders as o');
  return shopId ? query.where('o.shop_id', shopId).whereNot('o.status', 'New') : query;
}

/** Adds the names of shop and builder. */
export const withNames = (query: Query): Query =>
  query.leftJoin('shops as s', 's.id', 'o.shop_id').leftJoin('users as b', 'b.id', 'o.builder_id');

/** The filters and sort order of a list of orders. */
export type OrderListing = Omit<z.output<typeof ListOrders>, 'page' | 'size' | 'cursor'> &
  Pick<ExportOrders, 'anywhere'>;

/** A filter ready to query: over all orders, or only the newest of the status and shop. */
type ReadListing = OrderListing & { readonly newest?: number | undefined };

function filterOrders(
  ctx: ActorCtx,
  { status, search, shop, alerts, anywhere, newest: newestRank, ...of }: ReadListing,
): Query {
  let query = visible(ctx);
  const wantedStatus = status === undefined ? undefined : readStatus(status);
  if (wantedStatus) query = query.where('o.status', wantedStatus);
  if (shop) query = query.where('o.shop_id', shop);
  if (newestRank !== undefined) query = newestIn(query, 'o', NEWEST_FIRST);
  if (alerts !== undefined) query = alerts ? query.where('o.open_alerts', '>', 0) : query.where('o.open_alerts', 0);
  if (of.model) query = query.whereIn('o.model_id', of.model);
  if (of.orderedFrom) query = query.where('o.date_ordered', '>=', of.orderedFrom);
  if (of.orderedTo) query = query.where('o.date_ordered', '<=', of.orderedTo);
  if (of.deliveryFrom) query = query.where('o.delivery_scheduled', '>=', of.deliveryFrom);
  if (of.deliveryTo) query = query.where('o.delivery_scheduled', '<=', of.deliveryTo);
  if (of.late !== undefined) query = query.whereRaw(`(${isLate}) is ${of.late ? '' : 'not '}true`, [ctx.clock.now()]);
  if (of.updatedSince) query = query.where('o.changed_at', '>=', of.updatedSince);
  if (anywhere) query = containing(query, anywhere);
  return search ? query.whereRaw('o.serial_number ilike ?', [likeText(search)]) : query;
}

/** Whether an order is late: not delivered although its planned day has passed in the company's time zone. */
export const isLate = `o.date_delivered is null and o.delivery_scheduled <
  (?::timestamptz at time zone coalesce((select time_zone from companies limit 1), 'America/Chicago'))::date`;

const NEWEST_FIRST = 'o.id desc';

/**
 * How many of the newest orders of a status and shop to search for a short text; undefined if there are no more than
 * that.
 */
async function findNewest(ctx: ActorCtx, text: string | undefined, of: Pick<OrderListing, 'status' | 'shop'>) {
  if (!isShort(text)) return undefined;
  const { n } = await queryOnlyRow<{ n: number }>(readSummaryTotals(ctx, of));
  return n > NEWEST ? NEWEST : undefined;
}

const LONG = 12;
const END = 6;

/**
 * Finds a text in serial number or customer. For a long text, the index is searched only for its end, where serial
 * numbers differ, and each match is compared with the whole text, because looking up every three letters takes ten
 * times as long.
 */
const containing = (query: Query, text: string): Query => {
  if (text.length < LONG)
    return query.whereRaw('(o.serial_number ilike ? or o.customer ilike ?)', [likeText(text), likeText(text)]);
  const end = [...text].slice(-END).join('');
  return query.whereRaw(`((o.serial_number ilike ? and o.serial_number || '' ilike ?) or o.customer ilike ?)`, [
    likeText(end),
    likeText(text),
    likeText(text),
  ]);
};

/** Nulls come last in descending order. */
const nulls = (descending: boolean) => (descending ? 'last' : 'first');

const sortKeys: Readonly<Record<string, SortKey>> = {
  serialNumber: { sql: 'o.serial_number', type: 'text' },
  dateOrdered: { sql: 'o.date_ordered', type: 'date', isIndexed: true },
  shop: { sql: 's.name', type: 'text', nulls },
  dealer: { sql: 'o.dealer_name', type: 'text', nulls },
  customer: { sql: 'o.customer', type: 'text', nulls },
  status: { sql: 'o.status', type: 'text' },
  model: { sql: 'o.model_name', type: 'text' },
  grandTotal: { sql: 'o.grand_total_shop', type: 'bigint' },
  statusSince: { sql: 'o.status_since', type: 'timestamptz' },
  // users who sort by this column look for the rows that have a value
  deliveryScheduled: { sql: 'o.delivery_scheduled', type: 'date', nulls: () => 'last' },
  updatedAt: { sql: 'o.changed_at', type: 'timestamptz' },
};
const byDate: SortKey = { sql: 'o.date_ordered', type: 'date', isIndexed: true };

const toOrder = (sort: string): SortOrder => ({
  keys: [sortKeys[sort.replace('-', '')] ?? byDate, { sql: 'o.id', type: 'uuid' }],
  descending: isDescending(sort),
});

type ListedRow = Omit<z.output<typeof OrderListRow.office>, 'grandTotal'> &
  Readonly<Record<keyof typeof totalColumns, Cents>>;
const toListRow = ({ shopTotal, companyTotal, orderTotal, ...row }: ListedRow) => ({
  ...row,
  grandTotal: { shop: shopTotal, company: companyTotal, order: orderTotal },
});

/** All orders of a list as one query, in no order. */
function matchingOrders(ctx: ActorCtx, input: ReadListing): Query {
  refuseHiddenSort(ctx, input.sort, (field) => field !== 'grandTotal');
  return withNames(filterOrders(ctx, input)).select(orderRowColumns(ctx.db)).select(totalColumns);
}

/** All orders of a list as one query, in its sort order. */
export const listedOrders = (ctx: ActorCtx, input: OrderListing): Query =>
  sortBy(matchingOrders(ctx, input), toOrder(input.sort));

/** The requested page of orders, the number of matches and their totals. */
export async function findOrders(ctx: ActorCtx, list: z.output<typeof ListOrders>) {
  const newestRank = await findNewest(ctx, list.search, list);
  const input = { ...list, newest: newestRank };
  const page = await readPage<ListedRow, Awaited<ReturnType<typeof countListedOrders>>>(ctx, {
    ...{ name: 'orders', input, order: toOrder(input.sort) },
    rows: () => matchingOrders(ctx, input),
    ...waysToSort(ctx, input),
    sums: () => countListedOrders(ctx, input),
  });
  return { items: page.rows.map(toListRow), ...page.sums, ...page.next, newest: newestRank };
}

/** How a page is found: sorted by shop, among the orders of its shops, counted from the stored totals. */
function waysToSort(ctx: ActorCtx, input: ReadListing) {
  if (toField(input.sort) !== 'shop') return { bare: { rows: () => filterOrders(ctx, input), id: 'o.id' } };
  const bare = { rows: () => filterOrders(ctx, input).leftJoin('shops as s', 's.id', 'o.shop_id'), id: 'o.id' };
  return {
    bare,
    byShop: isStored(input) ? { counts: () => countOrdersByShop(ctx, input), column: 'o.shop_id' } : undefined,
  };
}

/** Whether the stored totals cover a list's filter. */
function isStored(input: ReadListing): boolean {
  const { search, anywhere, alerts, model, orderedFrom, orderedTo, deliveryFrom, deliveryTo, late } = input;
  const dates = [orderedFrom, orderedTo, deliveryFrom, deliveryTo, late, input.updatedSince];
  return [search, anywhere, alerts, model, ...dates].every((filter) => filter === undefined || filter === '');
}

/** Counts and sums a list: from the stored totals where they cover its filter, otherwise from the rows. */
export async function countListedOrders(ctx: ActorCtx, input: ReadListing) {
  const sums: Query = isStored(input)
    ? readSummaryTotals(ctx, input)
    : filterOrders(ctx, input).select(
        ctx.db.raw(
          'count(*) as n, coalesce(sum(o.grand_total_shop), 0) as shop, coalesce(sum(o.grand_total_company), 0) as company',
        ),
      );
  const row = await queryOnlyRow<{ n: number; shop: Cents; company: Cents }>(sums.first());
  return { total: row.n, totals: { shop: row.shop, company: row.company } };
}

/**
 * At most 50 orders whose serial number or customer contains the text (ignoring case), newest first, and whether
 * there are more. A short text is searched for among the newest orders only.
 */
export async function searchOrders(ctx: ActorCtx, text: string) {
  const newestRank = await findNewest(ctx, text, {});
  const orders = newestRank === undefined ? visible(ctx) : newestIn(visible(ctx), 'o', NEWEST_FIRST);
  const matches = await queryRows<ListedRow>(
    withNames(containing(orders, text))
      .select(orderRowColumns(ctx.db))
      .select(totalColumns)
      .orderBy('o.id', 'desc')
      .limit(MOST_FOUND + 1),
  );
  const rows = matches.slice(0, MOST_FOUND);
  return { items: rows.map(toListRow), total: rows.length, more: matches.length > MOST_FOUND, newest: newestRank };
}

const MOST_FOUND = 50;

/** The orders in the actor's scope with this serial number, newest first, each with its status. */
export const findOrdersNumbered = (ctx: ActorCtx, number: string) =>
  queryRows<z.output<typeof NumberedRecords>['items'][number]>(
    withNumber(visible(ctx), 'o.serial_number', number)
      .orderBy('o.id', 'desc')
      .select({ _id: 'o.id', distinction: 'o.status' }),
  );

/** Serial numbers that more than one order has, with those orders. An index-only scan finds them, then each is read. */
export async function findDuplicates(db: Knex) {
  const rows = await queryRows<z.output<typeof DuplicateGroups>['items'][number]>(
    db.raw(`
    with twice as materialized (select lower(serial_number) as key from orders group by 1 having count(*) > 1)
    select d."serialNumber", d.count, d.orders from twice t cross join lateral (
      select max(o.serial_number) as "serialNumber", count(*)::int as count,
        json_agg(json_build_object('_id', o.id, 'status', o.status, 'dateOrdered', o.date_ordered, 'shop', case when s.id is null then null else json_build_object('_id', s.id, 'name', s.name) end) order by o.id) as orders
        from orders o left join shops s on s.id = o.shop_id where lower(o.serial_number) = t.key) d
    order by 1`),
  );
  return { items: rows, total: rows.length };
}

/** Counts the open alerts of New orders by kind, most frequent first. */
export async function findAlertSummary(db: Knex): Promise<z.output<typeof AlertSummary>[]> {
  return queryRows<z.output<typeof AlertSummary>>(
    db.raw(
      `select a ->> 'code' as code, count(*)::int as alerts, count(distinct o.id)::int as orders,
        count(a -> 'difference')::int as priced, sum((a ->> 'difference')::bigint)::float8 as difference
       from orders o, jsonb_array_elements(o.alerts) a
      where o.status = 'New' and o.open_alerts > 0 and not (a ->> 'accepted')::boolean
      group by 1 order by 2 desc, 1`,
    ),
  );
}
