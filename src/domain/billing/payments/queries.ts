import type { Knex } from 'knex';
import type { z } from 'zod';
import { cents } from '../../kernel/cents.js';
import type { ActorCtx } from '../../kernel/context.js';
import { getScope } from '../../kernel/context.js';
import type { Party } from '../../files/pdf/layout.js';
import { notFound } from '../../kernel/errors.js';
import { likeText } from '../../kernel/database/like.js';
import { withNumber } from '../../kernel/records/by-number.js';
import { isDescending, readPage, sortBy, type SortOrder, type SortKey } from '../../kernel/records/long-list.js';
import { groupFigures } from '../../orders/pricing/figures.js';
import { byInvoiceNumber, type ListedPayment, type StoredPayment } from './rules.js';
import { invoiceFigures, type PaymentDetail } from './detail-schema.js';
import type { ChoosePayments, ChosenPayments, ListPayments } from './schema.js';
import { queryOnlyRow, queryFirstRow, queryRows } from '../../kernel/database/rows.js';

/** The columns that lists read; a payment's figures would be ten times as much data. */
const listedColumns = {
  _id: 'p.id',
  revision: 'p.revision',
  paymentNumber: 'p.payment_number',
  paymentDate: 'p.payment_date',
  memo: 'p.memo',
  invoiceCount: 'p.invoice_count',
  subTotal: 'p.sub_total',
  repairCount: 'p.repair_count',
  repairTotal: 'p.repair_total',
  driverCount: 'p.driver_count',
  driverTotal: 'p.driver_total',
  correctionCount: 'p.correction_count',
  correctionTotal: 'p.correction_total',
  outdated: 'p.outdated',
  adjustment: 'p.adjustment',
  total: 'p.total',
  companyTotal: 'p.company_total',
  orderTotal: 'p.order_total',
  madeBy: 'p.made_by',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  updatedBy: 'p.updated_by',
};
const columns = { ...listedColumns, typedHaul: 'p.haul_total', figures: 'p.figures' };

const select = (query: Knex.QueryBuilder, db: Knex, columnNames: Readonly<Record<string, string>>) =>
  query.select(columnNames).select(db.raw(`json_build_object('_id', s.id, 'name', s.name) as shop`));

/** Live payments in the actor's scope. A shop gets only its own, even if it requests another shop's. */
const livePayments = (ctx: ActorCtx, shop?: string): Knex.QueryBuilder =>
  barePayments(ctx, shop).join('shops as s', 's.id', 'p.shop_id');

/** The same payments without joining their shops, which makes counting and summing much faster. */
function barePayments(ctx: ActorCtx, shop?: string): Knex.QueryBuilder {
  const shopId = getScope(ctx.actor) ?? shop;
  const all = ctx.db('payments as p').whereNull('p.deleted_at');
  return shopId ? all.where('p.shop_id', shopId) : all;
}

const sortKeys: Readonly<Record<string, SortKey>> = {
  // numbers within a text by value: 9 before 10, A-9 before A-10
  paymentNumber: { sql: 'p.number_key collate "C"', type: 'text' },
  paymentDate: { sql: 'p.payment_date', type: 'date' },
  shop: { sql: 'lower(s.name)', type: 'text' },
  amount: { sql: 'p.total', type: 'bigint' },
  invoiceCount: { sql: 'p.invoice_count', type: 'int' },
  updatedAt: { sql: 'p.changed_at', type: 'timestamptz' },
};
const byDate: SortKey = { sql: 'p.payment_date', type: 'date' };
const lastKeys: readonly SortKey[] = [
  { sql: 'lower(p.payment_number)', type: 'text' },
  { sql: 'p.id', type: 'uuid' },
];

const toOrder = (sort: string): SortOrder => ({
  keys: [sortKeys[sort.replace('-', '')] ?? byDate, ...lastKeys],
  descending: isDescending(sort),
});

/** The filters and sort order of a list of payments. */
export type PaymentListing = Omit<ListPayments, 'page' | 'size' | 'cursor'>;

function matchPayments(ctx: ActorCtx, listing: PaymentListing, live = livePayments): Knex.QueryBuilder {
  const { search, shop, updatedSince } = listing;
  const query = live(ctx, shop);
  if (updatedSince) void query.where('p.changed_at', '>=', updatedSince);
  if (!search) return query;
  const pattern = likeText(search);
  return query.where((either) => void either.whereILike('p.payment_number', pattern).orWhereILike('s.name', pattern));
}

/** All payments of a list as one query, in its sort order. */
export const listedPayments = (ctx: ActorCtx, listing: PaymentListing): Knex.QueryBuilder =>
  sortBy(select(matchPayments(ctx, listing), ctx.db, listedColumns), toOrder(listing.sort));

/** The requested page of payments, the number of matches, and the totals over all matches, in cents. */
export async function findPayments(ctx: ActorCtx, input: ListPayments) {
  const page = await readPage<ListedPayment, Awaited<ReturnType<typeof sumPayments>>>(ctx, {
    ...{ name: 'payments', input, order: toOrder(input.sort) },
    rows: () => select(matchPayments(ctx, input), ctx.db, listedColumns),
    sums: () => sumPayments(ctx, input),
  });
  return { rows: page.rows, ...page.sums, next: page.next };
}

async function sumPayments(ctx: ActorCtx, listing: PaymentListing) {
  const all = await queryOnlyRow<Record<'n' | 'shop' | 'company' | 'order', number | null>>(
    matchPayments(ctx, listing, listing.search ? livePayments : barePayments)
      .count({ n: '*' })
      .sum({ shop: 'p.total', company: 'p.company_total', order: 'p.order_total' })
      .first(),
  );
  const totals = { shop: cents(all.shop ?? 0), company: cents(all.company ?? 0), order: cents(all.order ?? 0) };
  return { total: all.n ?? 0, totals };
}

/** The payments chosen by number, shop or date, newest first. */
export async function findChosen(ctx: ActorCtx, { number, shop, since }: ChoosePayments) {
  const query = livePayments(ctx).orderBy([{ column: 'p.payment_date', order: 'desc' }, { column: 'p.id' }]);
  if (number !== undefined) void withNumber(query, 'p.payment_number', number);
  if (shop !== undefined) void query.whereRaw('(lower(s.name) = ? or s.id::text = ?)', [shop.toLowerCase(), shop]);
  if (since !== undefined) void query.where('p.payment_date', '>=', since);
  const getShop = ctx.db.raw(`json_build_object('_id', s.id, 'name', s.name) as shop`);
  return queryRows<z.output<typeof ChosenPayments>['items'][number]>(query.select({ _id: 'p.id' }).select(getShop));
}

/** The number of payments in a list. */
export async function countPayments(ctx: ActorCtx, listing: PaymentListing): Promise<number> {
  const countRow = await queryOnlyRow<{ n: number }>(matchPayments(ctx, listing).count({ n: '*' }));
  return countRow.n;
}

/** A live payment in the actor's scope. Throws not-found for another shop's payment. */
export async function findPayment(ctx: ActorCtx, id: string): Promise<StoredPayment> {
  const payment = await queryFirstRow<StoredPayment>(
    select(livePayments(ctx), ctx.db, columns).where('p.id', id).first(),
  );
  if (!payment) throw notFound('Payment');
  return payment;
}

/** An invoice of a payment with its order's figures by group, in cents and fractions. */
type PaidInvoice = z.output<typeof PaymentDetail.office>['invoices'][number];

/** The invoices of a payment, sorted by number with numbers by value (9 before 10). */
export async function findPaidInvoices(db: Knex, paymentId: string): Promise<PaidInvoice[]> {
  const rows = await queryRows<PaidRow>(
    db('invoices as i')
      .join('orders as o', 'o.id', 'i.order_id')
      .where('i.payment_id', paymentId)
      .select({
        _id: 'i.id',
        invoiceNumber: 'i.invoice_number',
        invoicedDate: 'i.invoiced_date',
        billTo: 'i.bill_to',
        status: 'i.status',
        orderId: 'o.id',
        serialNumber: 'o.serial_number',
        type: 'o.type',
        model: 'o.model_name',
        width: 'o.width',
        length: 'o.length',
        customer: 'o.customer',
        costUnknown: 'o.cost_unknown',
      })
      .select(invoiceFigures.map(({ column }) => `o.${column}`)),
  );
  return rows.map(paidInvoice).sort(byInvoiceNumber);
}

type Fields = 'serialNumber' | 'type' | 'model' | 'width' | 'length' | 'customer' | 'costUnknown';
interface PaidRow extends Omit<PaidInvoice, 'order'>, Pick<PaidInvoice['order'], Fields> {
  readonly orderId: string;
}

function paidInvoice(row: PaidRow): PaidInvoice {
  const {
    _id,
    invoiceNumber,
    invoicedDate,
    billTo,
    status,
    orderId,
    serialNumber,
    type,
    model,
    width,
    length,
    customer,
    costUnknown,
  } = row;
  const order = {
    _id: orderId,
    serialNumber,
    type,
    model,
    width,
    length,
    customer,
    costUnknown,
    ...groupFigures<Omit<PaidInvoice['order'], Fields | '_id'>>(row, invoiceFigures),
  };
  return { _id, invoiceNumber, invoicedDate, billTo, status, order };
}

/** The default number of a shop's next payment: its highest whole number plus one. */
export async function nextPaymentNumber(db: Knex, shopId: string): Promise<string> {
  const highest = await queryOnlyRow<{ n: number | null }>(
    db('payments')
      .where({ shop_id: shopId })
      .whereNull('deleted_at')
      .whereRaw(`payment_number ~ '^[0-9]{1,15}$'`)
      .first(db.raw('max(payment_number::numeric) as n')),
  );
  return String((highest.n ?? 0) + 1);
}

/** A shop's name; undefined if the shop does not exist. */
export async function findShop(db: Knex, id: string): Promise<{ _id: string; name: string } | undefined> {
  return queryFirstRow<{ _id: string; name: string }>(db('shops').where({ id }).first({ _id: 'id', name: 'name' }));
}

/** The name and address of an existing shop. */
export async function findShopAddress(db: Knex, id: string): Promise<Party> {
  return queryOnlyRow<Party>(
    db('shops').where({ id }).first({
      name: 'name',
      streetAddress: 'street_address',
      city: 'city',
      state: 'state',
      zipCode: 'zip_code',
    }),
  );
}
