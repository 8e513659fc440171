import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { linesColumn, readMaterialRows, selectMaterialRows, STATE, visibleOrders } from './queries.js';
import type {
  DetailedList,
  ListMaterialOrders,
  ListReceived,
  MaterialOrderList,
  OrderSort,
  ReceivedOrders,
} from './schema.js';
import { queryCount, queryRows, queryOnlyRow } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';

type OrderFilter = Pick<ListMaterialOrders, 'shop' | 'vendor' | 'state' | 'search'>;

/** The orders that an actor may see and a filter matches. A search text matches the number and the vendor. */
export const filterMaterialOrders = (
  db: Knex,
  actor: Actor,
  { shop, vendor, state, search }: OrderFilter,
): Knex.QueryBuilder =>
  visibleOrders(db, actor).modify((query) => {
    if (shop) void query.where('m.shop_id', shop);
    if (vendor) void query.where('m.vendor_id', vendor);
    if (state) void query.whereRaw(`${STATE} = ?`, [state]);
    if (search) void query.whereRaw('(m.purchase_order_number ilike ? or v.name ilike ?)', searchBinds(search));
  });

const searchBinds = (search: string): [string, string] => [likeText(search), likeText(search)];

/** Sorts numbers within a text by value: 9 before 10, A-9 before A-10. */
const columns: Record<OrderSort, string> = {
  purchaseOrderNumber: 'm.number_key collate "C"',
  vendor: 'lower(v.name)',
  orderedDate: 'm.ordered_on',
  recievedDate: 'm.received_on',
  grandTotal: 'm.grand_total',
};

/** Orders in the sort order of a list; orders without a value come last. */
export function sortMaterialOrders(query: Knex.QueryBuilder, sort: ListMaterialOrders['sort']): Knex.QueryBuilder {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const last = sort.endsWith('recievedDate') ? ' nulls last' : '';
  return query.orderByRaw(`${columns[toField(sort)]} ${direction}${last}, m.id ${direction}`);
}

const limitToPage = (
  query: Knex.QueryBuilder,
  { page, size }: Pick<ListMaterialOrders, 'page' | 'size'>,
): Knex.QueryBuilder => query.limit(size).offset((page - 1) * size);

type Sums = { total: number } & z.output<typeof MaterialOrderList.office>['totals'];
const computeSums = (db: Knex, query: Knex.QueryBuilder): Promise<Sums> =>
  queryOnlyRow(
    query
      .count({ total: '*' })
      .select(db.raw('coalesce(sum(m.freight), 0) as freight, coalesce(sum(m.grand_total), 0) as "grandTotal"')),
  );

/** A page of orders with count and sums over all matches. */
export async function listFilteredMaterialOrders(
  db: Knex,
  actor: Actor,
  list: ListMaterialOrders,
): Promise<z.output<typeof MaterialOrderList.office>> {
  const items = await readMaterialRows(
    db,
    limitToPage(sortMaterialOrders(filterMaterialOrders(db, actor, list), list.sort), list),
  );
  const { total, ...totals } = await computeSums(db, filterMaterialOrders(db, actor, list));
  return { items, total, totals };
}

interface Days {
  readonly first: string;
  readonly last: string;
  readonly shop: string | undefined;
  readonly page: number;
  readonly size: number;
}

/** Lists the orders placed between two days, both included, with their lines. The sums cover all of them. */
export async function orderedWithin(
  db: Knex,
  actor: Actor,
  { first, last, shop, page, size }: Days,
): Promise<z.output<typeof DetailedList>> {
  const within = () =>
    filterMaterialOrders(db, actor, { shop }).where('m.draft', false).whereBetween('m.ordered_on', [first, last]);
  const rows = selectMaterialRows(limitToPage(sortMaterialOrders(within(), 'orderedDate'), { page, size }), db).select(
    linesColumn(db),
  );
  const items = await queryRows<z.output<typeof DetailedList>['items'][number]>(rows);
  const { total, ...totals } = await computeSums(db, within());
  return { items, total, totals };
}

const CAME = 'exists (select from material_order_lines l where l.order_id = m.id and l.received > 0)';
const WAITING = 'exists (select from material_order_lines l where l.order_id = m.id and l.pushed < l.received)';

/** A shop's orders with receipts, newest first, each with its received lines. */
export async function findReceived(
  db: Knex,
  actor: Actor,
  { id: shop, show, search, ...page }: ListReceived,
): Promise<z.output<typeof ReceivedOrders.office>> {
  const withReceipts = () =>
    filterMaterialOrders(db, actor, { shop, search }).whereRaw(show === 'waiting' ? WAITING : CAME);
  const rows = selectMaterialRows(limitToPage(sortMaterialOrders(withReceipts(), '-orderedDate'), page), db).select(
    linesColumn(db, 'l.received > 0'),
  );
  const items = await queryRows<z.output<typeof ReceivedOrders.office>['items'][number]>(rows);
  const n = await queryCount(withReceipts());
  return { items, total: n };
}
