import type { Knex } from 'knex';
import type { z } from 'zod';
import { findCompany } from '../../company/company/queries.js';
import { getScope, type Actor, type ActorCtx, type WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { findInvoiceMessages, findSinceDenial } from './messages/message-query.js';
import type { Invoice, InvoiceRow } from './schema.js';
import { invoiceWindow, type InvoiceWindow } from './life/window.js';
import { queryFirstRow, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import type { Cents } from '../../kernel/cents.js';

type Row = z.output<typeof InvoiceRow.office>;
/** A whole invoice. */
export type StoredInvoice = z.output<typeof Invoice.office>;

/** The live invoices (`i`) an actor may see, without joins, which is enough to count and sum them. */
export const liveInvoices = (db: Knex, actor: Actor): Knex.QueryBuilder => {
  const shopId = getScope(actor);
  const query = db('invoices as i').whereNull('i.deleted_at');
  return shopId ? query.where('i.shop_id', shopId) : query;
};

/** The live invoices an actor may see, joined with order (`o`) and shop (`s`); every invoice has both. */
export const visibleInvoices = (db: Knex, actor: Actor): Knex.QueryBuilder => withInvoiceNames(liveInvoices(db, actor));

/** Joins order (`o`) and shop (`s`) of live invoices (`i`). */
export const withInvoiceNames = (invoices: Knex.QueryBuilder): Knex.QueryBuilder =>
  invoices.join('shops as s', 's.id', 'i.shop_id').join('orders as o', 'o.id', 'i.order_id');

/** How many invoices of the actor's shop are Denied, and since when the oldest has been. */
export const countDenied = (db: Knex, actor: Actor): Promise<{ count: number; oldest: string | null }> =>
  queryOnlyRow(
    liveInvoices(db, actor)
      .where('i.status', 'Denied')
      .select(db.raw('count(*) as count, min(i.status_since) as oldest')),
  );

/** The columns of a list row. */
export const invoiceRowColumns = {
  _id: 'i.id',
  invoiceNumber: 'i.invoice_number',
  invoicedDate: 'i.invoiced_date',
  status: 'i.status',
  revision: 'i.revision',
  shopId: 's.id',
  shopName: 's.name',
  orderId: 'o.id',
  serialNumber: 'o.serial_number',
  type: 'o.type',
  shopTotal: 'i.shop_total',
  companyTotal: 'i.company_total',
  orderTotal: 'i.order_total',
  wasApproved: 'i.was_approved',
};
/** A list row as the database returns it. */
export interface FlatInvoice extends Pick<
  Row,
  '_id' | 'invoiceNumber' | 'invoicedDate' | 'status' | 'revision' | 'wasApproved'
> {
  readonly shopId: string;
  readonly shopName: string;
  readonly orderId: string;
  readonly serialNumber: string;
  readonly type: Row['order']['type'];
  readonly shopTotal: Cents;
  readonly companyTotal: Cents;
  readonly orderTotal: Cents;
}

/** Reads the rows of a query over `visibleInvoices`, in the shape of the lists. */
export async function readInvoiceRows(query: Knex.QueryBuilder): Promise<Row[]> {
  return (await queryRows<FlatInvoice>(query.select(invoiceRowColumns))).map(toInvoiceRow);
}

/** Converts selected columns to a list row. */
export const toInvoiceRow = (flat: FlatInvoice): Row => ({
  _id: flat._id,
  invoiceNumber: flat.invoiceNumber,
  invoicedDate: flat.invoicedDate,
  status: flat.status,
  revision: flat.revision,
  wasApproved: flat.wasApproved,
  shop: { _id: flat.shopId, name: flat.shopName },
  order: {
    _id: flat.orderId,
    serialNumber: flat.serialNumber,
    type: flat.type,
    grandTotal: { shop: flat.shopTotal, company: flat.companyTotal, order: flat.orderTotal },
  },
});

/** A whole invoice in the actor's scope. Throws not-found for another shop's invoice. */
export async function findInvoice({ db, actor, clock }: ActorCtx, id: string): Promise<StoredInvoice> {
  const [invoice] = await queryRows<FlatInvoice & DetailColumns>(
    visibleInvoices(db, actor)
      .where('i.id', id)
      .leftJoin('payments as p', 'p.id', 'i.payment_id')
      .select(invoiceRowColumns, {
        billTo: 'i.bill_to',
        statusSince: 'i.status_since',
        updatedAt: 'i.updated_at',
        updatedBy: 'i.updated_by',
      })
      .select({ paymentId: 'p.id', paymentNumber: 'p.payment_number' })
      .select({
        orderStatus: 'o.status',
        dealer: 'o.dealer_name',
        customer: 'o.customer',
        model: 'o.model_name',
        width: 'o.width',
      })
      .select({ length: 'o.length', dateOrdered: 'o.date_ordered', dateFinished: 'o.date_finished' }),
  );
  if (!invoice) throw notFound('Invoice');
  const { billTo, statusSince, updatedAt, updatedBy, paymentId, paymentNumber, orderStatus, ...rest } = invoice;
  const row = toInvoiceRow(invoice);
  const { dealer, customer, model, width, length, dateOrdered, dateFinished } = rest;
  const rate = row.order.grandTotal.shop;
  return {
    ...row,
    ...{ billTo, statusSince, updatedAt, updatedBy },
    window: getScope(actor) ? await findWindow(db, clock.now()) : null,
    order: { ...row.order, status: orderStatus, dealer, customer, model, width, length, dateOrdered, dateFinished },
    payment: paymentId === null ? null : { _id: paymentId, paymentNumber },
    messages: await findInvoiceMessages(db, actor, id),
    sinceDenial: row.status === 'Denied' || row.status === 'Adjusted' ? await findSinceDenial(db, actor, id) : null,
    items: [{ item: row.order.serialNumber, quantity: 1, rate, amount: rate }],
  };
}

const findWindow = async (db: Knex, now: Date): Promise<InvoiceWindow> =>
  invoiceWindow(now, (await findCompany(db))?.timeZone ?? 'America/Chicago');

type DetailColumns = Pick<StoredInvoice, 'billTo' | 'statusSince' | 'updatedAt' | 'updatedBy'> &
  Pick<
    StoredInvoice['order'],
    'dealer' | 'customer' | 'model' | 'width' | 'length' | 'dateOrdered' | 'dateFinished'
  > & {
    readonly orderStatus: string;
    readonly paymentId: string | null;
    readonly paymentNumber: string;
  };

/** The order of a live invoice in the actor's scope. Lock the order before the invoice. */
export async function findInvoiceOrderId(tx: WriteCtx, id: string): Promise<string> {
  const row = await queryFirstRow<{ orderId: string }>(
    liveInvoices(tx.db, tx.actor).where('i.id', id).first('i.order_id as orderId'),
  );
  if (!row) throw notFound('Invoice');
  return row.orderId;
}

/** The number of an order's live invoice; null if it has none. */
export async function findInvoiceNumber(db: Knex, orderId: string): Promise<string | null> {
  const row = await queryFirstRow<{ invoice_number: string }>(
    db('invoices').where({ order_id: orderId }).whereNull('deleted_at').first('invoice_number'),
  );
  return row?.invoice_number ?? null;
}

/** Whether a live invoice of the shop has this number (case-insensitive). */
export async function isNumberTaken(db: Knex, shopId: string, invoiceNumber: string): Promise<boolean> {
  const row: unknown = await db('invoices')
    .where({ shop_id: shopId })
    .whereNull('deleted_at')
    .whereRaw('lower(invoice_number) = lower(?)', [invoiceNumber])
    .first('id');
  return row !== undefined;
}

/** What the shop bills with an invoice, in cents. */
export async function findShopTotal(db: Knex, id: string): Promise<Cents> {
  const { total } = await queryOnlyRow<{ total: Cents }>(db('invoices').where({ id }).select({ total: 'shop_total' }));
  return total;
}
