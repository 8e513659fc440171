import type { Knex } from 'knex';
import type { Cents } from '../cents.js';
import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';
import { notifyPaid, type NoticedInvoice } from '../invoices/notices.js';
import { statusMessage, type InvoiceStatus } from '../invoices/rules.js';
import { moneyColumns } from '../orders/figures.js';
import { orderTypes, type PaymentSums } from './rules.js';

/** An invoice locked until the transaction ends. */
export interface LockedInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly status: InvoiceStatus;
  readonly shopId: string;
  readonly invoicedDate: string;
  readonly deletedAt: string | null;
}

/** Locks invoices in the order of their ids, so that clerks who select the same ones wait for each other and never in a circle. */
export async function lockInvoices(db: Knex, ids: string[]): Promise<LockedInvoice[]> {
  return (await db('invoices').whereRaw('id = any(?)', [ids]).orderBy('id').forUpdate().select({
    id: 'id',
    invoiceNumber: 'invoice_number',
    status: 'status',
    shopId: 'shop_id',
    invoicedDate: 'invoiced_date',
    deletedAt: 'deleted_at',
  })) as LockedInvoice[];
}

/** What a payment of these invoices adds up to, in cents. */
export interface InvoiceTotals {
  readonly invoiceCount: number;
  readonly subTotal: Cents;
  readonly companyTotal: Cents;
  readonly orderTotal: Cents;
  readonly figures: PaymentSums;
}

/** P7: the invoices' amounts, and the sum of every figure of their orders as they are now, by column, with the counts by type. */
export async function sumInvoices(db: Knex, ids: string[]): Promise<InvoiceTotals> {
  const { rows } = (await db.raw(
    `select count(*) as "invoiceCount", sum(i.shop_total) as "subTotal", sum(i.company_total) as "companyTotal", sum(i.order_total) as "orderTotal",
       ${moneyColumns.map(({ column }) => `sum(o.${column}) as ${column}`).join(', ')}, ${orderTypes.map(typeSums).join(', ')}
     from invoices i join orders o on o.id = i.order_id where i.id = any(?)`,
    [ids],
  )) as { rows: [Omit<InvoiceTotals, 'figures'> & Record<string, number>] };
  const [{ invoiceCount, subTotal, companyTotal, orderTotal, ...figures }] = rows;
  return { invoiceCount, subTotal, companyTotal, orderTotal, figures };
}

const typeSums = (type: string): string => {
  const only = `filter (where o.type = '${type}')`;
  return `count(*) ${only} as "${type}_count", coalesce(sum(o.grand_total_order) ${only}, 0) as "${type}_order",
    coalesce(sum(o.grand_total_shop) ${only}, 0) as "${type}_shop"`;
};

/** P7: brings the invoices' amounts in line with their orders, with a trace on those that differed. */
export async function refreshAmounts(tx: WriteCtx, ids: string[], shopId: string): Promise<void> {
  const { rows } = (await tx.db.raw(
    `update invoices i set shop_total = o.grand_total_shop, company_total = o.grand_total_company, order_total = o.grand_total_order,
       revision = i.revision + 1, updated_at = ?, updated_by = ?
     from orders o where o.id = i.order_id and i.id = any(?)
       and (i.shop_total, i.company_total, i.order_total) is distinct from (o.grand_total_shop, o.grand_total_company, o.grand_total_order)
     returning i.id`,
    [tx.clock.now(), tx.actor.name, ids],
  )) as { rows: { id: string }[] };
  if (rows.length === 0) return;
  const changed = rows.map((row) => row.id);
  await tx.audit({ action: 'recalculate', entity: 'invoice', ids: changed, shopId });
  await tx.publish({ topic: 'invoices', shopIds: [shopId], ids: changed });
}

interface Payment {
  readonly id: string;
  readonly paymentNumber: string;
  readonly shopId: string;
}

/** Approved invoices, locked before, are paid with a payment. */
export async function markPaid(tx: WriteCtx, ids: string[], { id, paymentNumber, shopId }: Payment): Promise<void> {
  await moveInvoices(tx, ids, { status: 'Paid', payment_id: id }, statusMessage('Paid'));
  const change = { before: { status: 'Approved' }, after: { status: 'Paid', paymentNumber } };
  await tx.audit({ action: 'pay', entity: 'invoice', ids, shopId, ...change });
  await notifyPaid(tx, await findNoticed(tx.db, ids), { id, paymentNumber });
  await tx.publish({ topic: 'invoices', shopIds: [shopId], ids });
}

const findNoticed = async (db: Knex, ids: string[]): Promise<NoticedInvoice[]> =>
  db('invoices')
    .whereRaw('id = any(?)', [ids])
    .orderBy('id')
    .select({ id: 'id', shopId: 'shop_id', invoiceNumber: 'invoice_number' });

/** The invoices of a deleted payment, locked before, go back to Approved. */
export async function markUnpaid(tx: WriteCtx, ids: string[], { paymentNumber, shopId }: Payment): Promise<void> {
  const msg = `Payment ${paymentNumber} has been deleted. ${statusMessage('Approved')}`;
  await moveInvoices(tx, ids, { status: 'Approved', payment_id: null }, msg);
  const change = { before: { status: 'Paid', paymentNumber }, after: { status: 'Approved' } };
  await tx.audit({ action: 'take out of payment', entity: 'invoice', ids, shopId, ...change });
  await tx.publish({ topic: 'invoices', shopIds: [shopId], ids });
}

async function moveInvoices(
  tx: WriteCtx,
  ids: string[],
  change: { status: InvoiceStatus; payment_id: string | null },
  msg: string,
): Promise<void> {
  const now = tx.clock.now();
  const by = tx.actor.name;
  await tx
    .db('invoices')
    .whereRaw('id = any(?)', [ids])
    .update({ ...change, status_since: now, updated_at: now, updated_by: by })
    .increment('revision', 1);
  await tx.db.raw(
    `insert into invoice_messages (id, invoice_id, made_by, at, msg)
     select m.id, m.invoice_id, ?, ?, ? from unnest(?::uuid[], ?::uuid[]) as m(id, invoice_id)`,
    [by, now, msg, ids.map(() => newId()), ids],
  );
}
