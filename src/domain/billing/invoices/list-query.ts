import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Actor, ActorCtx } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { findTotals } from '../../orders/reads/queries.js';
import { type NumberedRecords, withNumber } from '../../kernel/records/by-number.js';
import { liveInvoices, visibleInvoices, readInvoiceRows } from './queries.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';
import type { InvoiceChart, InvoiceColumn, InvoiceCounts, InvoiceList, ListInvoices } from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';
import { cents, type Cents } from '../../kernel/cents.js';

type List = z.output<typeof ListInvoices>;
export type InvoiceFilter = { readonly status?: InvoiceStatus | undefined } & {
  [K in 'shop' | 'cutoff' | 'search']?: string | undefined;
};
const MOST_FOUND = 50;

/** The invoices that an actor may see and a filter matches; any status if none is given. */
export const filterInvoices = (db: Knex, actor: Actor, filter: InvoiceFilter): Knex.QueryBuilder =>
  narrowed(visibleInvoices(db, actor), filter);

/** The same invoices without order and shop, which makes counting and summing much faster. */
const bare = (db: Knex, actor: Actor, filter: InvoiceFilter): Knex.QueryBuilder =>
  narrowed(liveInvoices(db, actor), filter);

const narrowed = (all: Knex.QueryBuilder, { status, shop, cutoff, search }: InvoiceFilter): Knex.QueryBuilder =>
  all.modify((query) => {
    if (status) void query.where('i.status', status);
    if (shop) void query.where('i.shop_id', shop);
    if (cutoff) void query.where('i.invoiced_date', '<=', cutoff);
    if (search) void query.whereILike('i.invoice_number', likeText(search));
  });

/** Sorts numbers within a text by value: 9 before 10, A-9 before A-10. */
const orderOf: Record<InvoiceColumn, string> = {
  invoiceNumber: 'i.number_key collate "C"',
  invoicedDate: 'i.invoiced_date',
  shop: 'lower(s.name)',
  serialNumber: 'o.serial_number',
  amount: 'i.shop_total',
  status: 'i.status',
};

/** Invoices in the sort order of a list, or reversed. */
export function sortInvoices(query: Knex.QueryBuilder, sort: List['sort'], fromEnd = false): Knex.QueryBuilder {
  const direction = sort.startsWith('-') !== fromEnd ? 'desc' : 'asc';
  const column = orderOf[toField(sort)];
  return query.orderByRaw(`${column} ${direction}, i.id ${direction}`);
}

/** A page of invoices with count and sums over all matches; a page near the end is read from the end. */
export async function listFilteredInvoices(
  db: Knex,
  actor: Actor,
  list: List,
): Promise<z.output<typeof InvoiceList.office>> {
  const summed = await sumListed(db, actor, list);
  const { total, ...totals } = summed;
  const items = await getPage(db, actor, list, total);
  const adjusted = list.status === 'New' ? { adjustedCount: await countAdjusted(db, actor, list) } : {};
  return { items, total, totals, ...adjusted };
}

async function getPage(db: Knex, actor: Actor, { page, size, sort, ...filter }: List, total: number) {
  const offset = (page - 1) * size;
  const take = Math.min(size, total - offset);
  if (take <= 0) return [];
  const fromEnd = offset > total / 2;
  const query = sortInvoices(filterInvoices(db, actor, filter), sort, fromEnd).limit(take);
  const rows = await readInvoiceRows(query.offset(fromEnd ? total - offset - take : offset));
  return fromEnd ? rows.reverse() : rows;
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
  const items = await readInvoiceRows(matching.orderByRaw('i.number_key collate "C", i.id').limit(MOST_FOUND));
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
