import type { Knex } from 'knex';
import type { z } from 'zod';
import { getScope, type Actor, type ActorCtx } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { findTotals } from '../../orders/reads/queries.js';
import { type NumberedRecords, withNumber } from '../../kernel/records/by-number.js';
import {
  invoiceRowColumns,
  liveInvoices,
  readInvoiceRows,
  toInvoiceRow,
  visibleInvoices,
  type Flat,
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
import { isDescending, readPage, sortBy, type Order, type SortKey } from '../../kernel/records/long-list.js';
import { cents, type Cents } from '../../kernel/cents.js';

type List = z.output<typeof ListAnyInvoices>;
export type InvoiceFilter = { readonly status?: InvoiceStatus | undefined } & {
  [K in 'shop' | 'cutoff' | 'search' | 'updatedSince']?: string | undefined;
};
const MOST_FOUND = 50;

/** The invoices that an actor may see and a filter matches; any status if none is given. */
export const filterInvoices = (db: Knex, actor: Actor, filter: InvoiceFilter): Knex.QueryBuilder =>
  narrowed(visibleInvoices(db, actor), filter);

/** The same invoices without order and shop, which makes counting and summing much faster. */
const bare = (db: Knex, actor: Actor, filter: InvoiceFilter): Knex.QueryBuilder =>
  narrowed(liveInvoices(db, actor), filter);

const narrowed = (all: Knex.QueryBuilder, { status, shop, cutoff, search, updatedSince }: InvoiceFilter) =>
  all.modify((query) => {
    if (status) void query.where('i.status', status);
    if (shop) void query.where('i.shop_id', shop);
    if (cutoff) void query.where('i.invoiced_date', '<=', cutoff);
    if (search) void query.whereILike('i.invoice_number', likeText(search));
    if (updatedSince) void query.where('i.changed_at', '>=', updatedSince);
  });

const sortKeys: Readonly<Record<InvoiceColumn, SortKey>> = {
  // numbers within a text by value: 9 before 10, A-9 before A-10
  invoiceNumber: { sql: 'i.number_key collate "C"', type: 'text' },
  invoicedDate: { sql: 'i.invoiced_date', type: 'date' },
  shop: { sql: 'lower(s.name)', type: 'text' },
  serialNumber: { sql: 'o.serial_number', type: 'text' },
  amount: { sql: 'i.shop_total', type: 'bigint' },
  status: { sql: 'i.status', type: 'text' },
  updatedAt: { sql: 'i.changed_at', type: 'timestamptz' },
};

const toOrder = (sort: List['sort']): Order => ({
  keys: [sortKeys[toField(sort)], { sql: 'i.id', type: 'uuid' }],
  descending: isDescending(sort),
});

/** Invoices in the sort order of a list. */
export const sortInvoices = (query: Knex.QueryBuilder, sort: List['sort']): Knex.QueryBuilder =>
  sortBy(query, toOrder(sort));

/** A page of invoices with count and sums over all matches. */
export async function listFilteredInvoices(ctx: ActorCtx, list: List): Promise<z.output<typeof InvoiceList.office>> {
  const { db, actor } = ctx;
  const page = await readPage<Flat, Summed>(ctx, {
    ...{ name: 'invoices', input: list, order: toOrder(list.sort) },
    rows: () => filterInvoices(db, actor, list).select(invoiceRowColumns),
    sums: () => sumListed(db, actor, list),
  });
  const { total, ...totals } = page.sums;
  const adjusted = list.status === 'New' ? { adjustedCount: await countAdjusted(db, actor, list) } : {};
  return { items: await readListed(db, actor, page.rows.map(toInvoiceRow)), total, totals, ...adjusted, ...page.next };
}

/** Adds what the office reads of Adjusted invoices before it decides. */
async function readListed(
  db: Knex,
  actor: Actor,
  rows: readonly ReturnType<typeof toInvoiceRow>[],
): Promise<ListedInvoice[]> {
  const adjusted = getScope(actor) ? [] : rows.filter(({ status }) => status === 'Adjusted');
  const changes = await findChangesSinceDenial(
    db,
    adjusted.map(({ _id }) => _id),
  );
  return rows.map((row) => ({ ...row, changes: changes.get(row._id) ?? [] }));
}

async function sumListed(db: Knex, actor: Actor, list: List): Promise<Summed> {
  const sums = db.raw(
    'coalesce(sum(i.shop_total), 0) as shop, coalesce(sum(i.company_total), 0) as company, coalesce(sum(i.order_total), 0) as "order"',
  );
  const summed = await queryOnlyRow<Summed>(bare(db, actor, list).count({ total: '*' }).select(sums));
  return summed;
}

type Summed = { readonly total: number } & z.output<typeof InvoiceList.office>['totals'];

async function countAdjusted(db: Knex, actor: Actor, list: List): Promise<number> {
  const counted = await queryOnlyRow<{ n: number }>(bare(db, actor, { ...list, status: 'Adjusted' }).count({ n: '*' }));
  return counted.n;
}

/** Invoices of any status whose number contains a text: the first 50, and how many match. */
export async function searchInvoicesByNumber(db: Knex, actor: Actor, number: string) {
  const matching = visibleInvoices(db, actor).whereILike('i.invoice_number', likeText(number));
  const counted = await queryOnlyRow<{ total: number }>(bare(db, actor, { search: number }).count({ total: '*' }));
  const found = await readInvoiceRows(matching.orderByRaw('i.number_key collate "C", i.id').limit(MOST_FOUND));
  const items = await readListed(db, actor, found);
  return { items, total: counted.total };
}

/** The invoices of an actor's scope that have a number, each with the name of its shop. */
export const findInvoicesNumbered = async (db: Knex, actor: Actor, number: string) =>
  (await withNumber(visibleInvoices(db, actor), 'i.invoice_number', number)
    .orderBy('i.id')
    .select({ _id: 'i.id', distinction: 's.name' })) as z.output<typeof NumberedRecords>['items'];

const charted = ['New', 'Denied', 'Adjusted', 'Approved'] as const;

/** Count and totals of unpaid invoices, by status. */
export async function invoiceTotalsByStatus(
  db: Knex,
  actor: Actor,
  shop: string | undefined,
): Promise<z.output<typeof InvoiceChart.office>> {
  const rows = await queryRows<{ status: string; count: number; shop: Cents; company: Cents }>(
    liveInvoices(db, actor)
      .whereIn('i.status', charted)
      .modify((query) => void (shop && query.where('i.shop_id', shop)))
      .groupBy('i.status')
      .select('i.status')
      .select(db.raw('count(*) as count, sum(i.shop_total) as shop, sum(i.company_total) as company')),
  );
  return {
    items: charted.map((status) => {
      const row = rows.find((r) => r.status === status);
      return {
        status,
        count: row?.count ?? 0,
        grandTotal: { shop: row?.shop ?? cents(0), company: row?.company ?? cents(0) },
      };
    }),
  };
}

/**
 * How many invoices of the actor's scope each status has. Paid ones, by far the most, are not counted one by one: they
 * are the orders stored as Invoiced, each of which has one live invoice, less the unpaid.
 */
export async function countByStatus(ctx: ActorCtx, shop: string | undefined): Promise<z.output<typeof InvoiceCounts>> {
  const rows = await queryRows<{ status: InvoiceStatus; n: number }>(
    bare(ctx.db, ctx.actor, { shop })
      .whereIn('i.status', charted)
      .groupBy('i.status')
      .select('i.status')
      .count({ n: '*' }),
  );
  const totals = await findTotals(ctx, shop);
  const invoiced = totals.find(({ status }) => status === 'Invoiced')?.count ?? 0;
  const unpaid = rows.reduce((sum, { n }) => sum + n, 0);
  const none = { New: 0, Denied: 0, Adjusted: 0, Approved: 0 };
  const counted = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  return { ...none, ...counted, Paid: Math.max(0, invoiced - unpaid) };
}
