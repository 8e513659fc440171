import type { Knex } from 'knex';
import type { z } from 'zod';
import { getScope, type Actor, type ActorCtx } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { type NumberedRecords, withNumber } from '../../kernel/records/by-number.js';
import {
  invoiceRowColumns,
  liveInvoices,
  readInvoiceRows,
  toInvoiceRow,
  visibleInvoices,
  withInvoiceNames,
  type FlatInvoice,
} from './queries.js';
import { findChangesSinceDenial } from './messages/message-query.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';
import type {
  InvoiceChart,
  InvoiceColumn,
  InvoiceCounts,
  InvoiceList,
  ListAnyInvoices,
  ListedInvoice,
} from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';
import { isShort, NEWEST, newestIn } from '../../kernel/records/short-search.js';
import { isDescending, readPage, sortBy, type SortOrder, type SortKey } from '../../kernel/records/long-list.js';
import { cents } from '../../kernel/cents.js';

type List = z.output<typeof ListAnyInvoices>;
export type InvoiceFilter = { readonly status?: InvoiceStatus | undefined } & {
  [K in 'shop' | 'cutoff' | 'search' | 'updatedSince']?: string | undefined;
};
const MOST_FOUND = 50;

/** The invoices that an actor may see and a filter matches; any status if none is given. */
export const filterInvoices = (db: Knex, actor: Actor, filter: ReadFilter): Knex.QueryBuilder =>
  withInvoiceNames(selectInvoices(db, actor, filter));

/** A filter ready to query: over all invoices, or only the newest of the status and shop. */
type ReadFilter = InvoiceFilter & { readonly newest?: number | undefined };

/** The same invoices without joining order and shop, which makes counting and summing much faster. */
function selectInvoices(db: Knex, actor: Actor, filter: ReadFilter): Knex.QueryBuilder {
  const { status, shop, newest: newestRank } = filter;
  const of = liveInvoices(db, actor);
  if (status) void of.where('i.status', status);
  if (shop) void of.where('i.shop_id', shop);
  return applyFilter(newestRank === undefined ? of : newestIn(of, 'i', 'i.invoiced_date desc, i.id desc'), filter);
}

/**
 * How many of the newest invoices of a status and shop to search for a short text; undefined if there are no more
 * than that.
 */
async function findNewest(
  db: Knex,
  actor: Actor,
  { search, ...of }: Pick<InvoiceFilter, 'search' | 'status' | 'shop'>,
) {
  if (!isShort(search)) return undefined;
  return (await readKept(db, actor, of)).total > NEWEST ? NEWEST : undefined;
}

const applyFilter = (all: Knex.QueryBuilder, { cutoff, search, updatedSince }: InvoiceFilter) =>
  all.modify((query) => {
    if (cutoff) void query.where('i.invoiced_date', '<=', cutoff);
    if (search) void query.whereILike('i.invoice_number', likeText(search));
    if (updatedSince) void query.where('i.changed_at', '>=', updatedSince);
  });

const sortKeys: Readonly<Record<InvoiceColumn, SortKey>> = {
  // numbers within a text by value: 9 before 10, A-9 before A-10
  invoiceNumber: { sql: 'i.number_key collate "C"', type: 'text', isIndexed: true },
  invoicedDate: { sql: 'i.invoiced_date', type: 'date', isIndexed: true },
  shop: { sql: 'lower(s.name)', type: 'text' },
  serialNumber: { sql: 'i.serial_number', type: 'text', isIndexed: true },
  amount: { sql: 'i.shop_total', type: 'bigint', isIndexed: true },
  status: { sql: 'i.status', type: 'text' },
  updatedAt: { sql: 'i.changed_at', type: 'timestamptz' },
};

const toOrder = (sort: List['sort']): SortOrder => ({
  keys: [sortKeys[toField(sort)], { sql: 'i.id', type: 'uuid' }],
  descending: isDescending(sort),
});

/** Invoices in the sort order of a list. */
export const sortInvoices = (query: Knex.QueryBuilder, sort: List['sort']): Knex.QueryBuilder =>
  sortBy(query, toOrder(sort));

/** A page of invoices with count and sums over all matches. */
export async function listFilteredInvoices(ctx: ActorCtx, input: List): Promise<z.output<typeof InvoiceList.office>> {
  const { db, actor } = ctx;
  const newestRank = await findNewest(db, actor, input);
  const list = { ...input, newest: newestRank };
  const page = await readPage<FlatInvoice, InvoiceSums>(ctx, {
    ...{ name: 'invoices', input: list, order: toOrder(list.sort) },
    rows: () => filterInvoices(db, actor, list).select(invoiceRowColumns),
    ...waysToSort(db, actor, list),
    sums: () => sumListed(db, actor, list),
  });
  const { total, ...totals } = page.sums;
  const adjustedSum = list.status === 'New' ? { adjustedCount: await countAdjusted(db, actor, list) } : {};
  return {
    items: await readListed(db, actor, page.rows.map(toInvoiceRow)),
    total,
    totals,
    ...adjustedSum,
    ...page.next,
    newest: newestRank,
  };
}

/** How a page is found: sorted by shop, among the invoices of its shops, counted from the stored totals. */
function waysToSort(db: Knex, actor: Actor, list: List & ReadFilter) {
  if (toField(list.sort) !== 'shop') return { bare: { rows: () => selectInvoices(db, actor, list), id: 'i.id' } };
  const bare = { rows: () => selectInvoices(db, actor, list).join('shops as s', 's.id', 'i.shop_id'), id: 'i.id' };
  return {
    bare,
    byShop: isKept(list) ? { counts: () => countByShop(db, actor, list), column: 'i.shop_id' } : undefined,
  };
}

/** How many invoices each shop has, from the stored totals. */
const countByShop = (db: Knex, actor: Actor, of: Pick<InvoiceFilter, 'status' | 'shop'>) =>
  keptTotals(db, actor, of)
    .join('shops as s', 's.id', 'i.shop_id')
    .groupBy('s.id')
    .select({ shop: 's.id' })
    .sum({ n: 'i.n' });

/** Whether the stored totals cover a list's filter. */
const isKept = ({ cutoff, search, updatedSince }: InvoiceFilter): boolean => !cutoff && !search && !updatedSince;

/** Adds the changes since the denial of Adjusted invoices, which the office reads before it decides. */
async function readListed(
  db: Knex,
  actor: Actor,
  rows: readonly ReturnType<typeof toInvoiceRow>[],
): Promise<ListedInvoice[]> {
  const adjustedRows = getScope(actor) ? [] : rows.filter(({ status }) => status === 'Adjusted');
  const changes = await findChangesSinceDenial(
    db,
    adjustedRows.map(({ _id }) => _id),
  );
  return rows.map((row) => ({ ...row, changes: changes.get(row._id) ?? [] }));
}

/** Counts and sums a list: from the stored totals where they cover its filter, otherwise from the rows. */
async function sumListed(db: Knex, actor: Actor, list: ReadFilter): Promise<InvoiceSums> {
  if (!isKept(list))
    return queryOnlyRow<InvoiceSums>(selectInvoices(db, actor, list).select(selectSums(db, 'count(*)')));
  return readKept(db, actor, list);
}

const readKept = (db: Knex, actor: Actor, of: Pick<InvoiceFilter, 'status' | 'shop'>): Promise<InvoiceSums> =>
  queryOnlyRow<InvoiceSums>(keptTotals(db, actor, of).select(selectSums(db, 'coalesce(sum(i.n), 0)::bigint')));

const selectSums = (db: Knex, count: string) =>
  db.raw(
    `${count} as total, ${Object.entries(sums)
      .map(([name, column]) => `coalesce(sum(i.${column}), 0) as "${name}"`)
      .join(', ')}`,
  );
const sums = { shop: 'shop_total', company: 'company_total', order: 'order_total' } as const;

/** The totals (`i`) stored by shop and status, for the actor's scope and optionally one shop or status. */
function keptTotals(db: Knex, actor: Actor, { shop, status }: Pick<InvoiceFilter, 'shop' | 'status'>) {
  const query = db('invoice_totals as i');
  for (const id of [getScope(actor), shop]) if (id) void query.where('i.shop_id', id);
  return status ? query.where('i.status', status) : query;
}

type InvoiceSums = { readonly total: number } & z.output<typeof InvoiceList.office>['totals'];

async function countAdjusted(db: Knex, actor: Actor, list: List): Promise<number> {
  return (await sumListed(db, actor, { ...list, status: 'Adjusted' })).total;
}

/**
 * Finds invoices in any status whose number contains a text: the first 50, and how many match. A short text is
 * searched for among the newest invoices only.
 */
export async function searchInvoicesByNumber(db: Knex, actor: Actor, number: string) {
  const newestRank = await findNewest(db, actor, { search: number });
  const filter = { search: number, newest: newestRank };
  const { total } = await queryOnlyRow<{ total: number }>(selectInvoices(db, actor, filter).count({ total: '*' }));
  const rows = await readInvoiceRows(byNumber(filterInvoices(db, actor, filter)).limit(MOST_FOUND));
  return { items: await readListed(db, actor, rows), total, newest: newestRank };
}

const byNumber = (query: Knex.QueryBuilder) => query.orderByRaw('i.number_key collate "C", i.id');

/**
 * The first invoices in any status whose number contains a text; a short text is searched for among the newest only.
 */
export async function findByPartOfNumber(db: Knex, actor: Actor, number: string, most: number) {
  const filter = { search: number, newest: await findNewest(db, actor, { search: number }) };
  return readInvoiceRows(byNumber(filterInvoices(db, actor, filter)).limit(most));
}

/** The invoices in the actor's scope with this number, each with the name of its shop. */
export const findInvoicesNumbered = (db: Knex, actor: Actor, number: string) =>
  queryRows<z.output<typeof NumberedRecords>['items'][number]>(
    withNumber(visibleInvoices(db, actor), 'i.invoice_number', number)
      .orderBy('i.id')
      .select({ _id: 'i.id', distinction: 's.name' }),
  );

const chartedStatuses = ['New', 'Denied', 'Adjusted', 'Approved'] as const;

/** Count and totals of unpaid invoices, by status. */
export async function invoiceTotalsByStatus(
  db: Knex,
  actor: Actor,
  shop: string | undefined,
): Promise<z.output<typeof InvoiceChart.office>> {
  const totals = await totalsByStatus(db, actor, shop);
  return {
    items: chartedStatuses.map((status) => {
      const row = totals.find((one) => one.status === status);
      const grandTotal = { shop: row?.shop ?? cents(0), company: row?.company ?? cents(0) };
      return { status, count: row?.total ?? 0, grandTotal };
    }),
  };
}

const totalsByStatus = (db: Knex, actor: Actor, shop: string | undefined) =>
  queryRows<InvoiceSums & { readonly status: InvoiceStatus }>(
    keptTotals(db, actor, { shop }).groupBy('i.status').select('i.status').select(selectSums(db, 'sum(i.n)::bigint')),
  );

/** How many invoices of the actor's scope each status has. */
export async function countByStatus({ db, actor }: ActorCtx, shop: string | undefined) {
  const none: z.output<typeof InvoiceCounts> = { New: 0, Denied: 0, Adjusted: 0, Approved: 0, Paid: 0 };
  const totals = await totalsByStatus(db, actor, shop);
  return { ...none, ...Object.fromEntries(totals.map(({ status, total }) => [status, total])) };
}
