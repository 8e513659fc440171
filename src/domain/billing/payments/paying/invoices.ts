import type { Knex } from 'knex';
import type { Cents } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import type { NoticedInvoice } from '../../invoices/messages/notices.js';
import { statusMessage } from '../../invoices/rules.js';
import type { InvoiceStatus } from '../../../kernel/order/invoice-status.js';
import { moneyColumns } from '../../../orders/pricing/figures.js';
import { formatPayment, paymentOrderTypes, type PaymentSums } from '../rules.js';
import { queryColumn, queryRows, queryOnlyRow } from '../../../kernel/database/rows.js';

/** The tables of invoices: those of orders, and those of repair and driver invoices. */
const tables = {
  order: { table: 'invoices', messages: 'invoice_messages', entity: 'invoice', topic: 'invoices' },
  repair: {
    table: 'repair_invoices',
    messages: 'repair_invoice_messages',
    entity: 'repair-invoice',
    topic: 'repairs',
  },
} as const;
export type BilledKind = keyof typeof tables;

/** An invoice locked until the transaction ends. */
export interface LockedInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly status: InvoiceStatus;
  readonly shopId: string;
  readonly invoicedDate: string;
  readonly deletedAt: string | null;
}

/** Locks invoices in ID order, so that users who select the same ones wait for each other instead of deadlocking. */
export async function lockInvoices(db: Knex, type: BilledKind, ids: string[]): Promise<LockedInvoice[]> {
  const { table } = tables[type];
  return queryRows<LockedInvoice>(
    db(table).whereRaw('id = any(?)', [ids]).orderBy('id').forUpdate().select({
      id: 'id',
      invoiceNumber: 'invoice_number',
      status: 'status',
      shopId: 'shop_id',
      invoicedDate: 'invoiced_date',
      deletedAt: 'deleted_at',
    }),
  );
}

/** The IDs of a payment's invoices. */
export const findPaymentInvoices = async (db: Knex, type: BilledKind, paymentId: string): Promise<string[]> =>
  await queryColumn<string>(db(tables[type].table).where({ payment_id: paymentId }).pluck('id'));

/** The IDs of a payment's invoices, locked until the transaction ends. */
export const lockPaymentInvoices = async (db: Knex, type: BilledKind, paymentId: string): Promise<string[]> =>
  (await lockInvoices(db, type, await findPaymentInvoices(db, type, paymentId))).map((invoice) => invoice.id);

/** The totals of a payment's order invoices, in cents. */
export interface InvoiceTotals {
  readonly invoiceCount: number;
  readonly subTotal: Cents;
  readonly companyTotal: Cents;
  readonly orderTotal: Cents;
  readonly figures: PaymentSums;
}

/** The source of invoice amounts: as billed, or as their orders are now. */
export type AmountsFrom = 'invoices' | 'orders';
const amountColumn: Readonly<Record<AmountsFrom, (view: string) => string>> = {
  invoices: (view) => `i.${view}_total`,
  orders: (view) => `o.grand_total_${view}`,
};
const views = ['shop', 'company', 'order'] as const;

/** P7: the amounts of the invoices, and for each figure column of their orders the current sum, with counts by type. */
export async function sumInvoices(db: Knex, ids: string[], from: AmountsFrom): Promise<InvoiceTotals> {
  type Sums = Record<`total_${(typeof views)[number]}`, Cents> & Record<'invoiceCount', number> & PaymentSums;
  const sums = await queryOnlyRow<Sums>(
    db.raw(
      `select count(*) as "invoiceCount", ${views.map((view) => `coalesce(sum(${amountColumn[from](view)}), 0) as "total_${view}"`).join(', ')},
       ${moneyColumns.map(({ column }) => `coalesce(sum(o.${column}), 0) as ${column}`).join(', ')}, ${paymentOrderTypes.map(typeSums).join(', ')}, ${unknownSums}
     from invoices i join orders o on o.id = i.order_id where i.id = any(?)`,
      [ids],
    ),
  );
  const { invoiceCount, total_shop: subTotal, total_company: companyTotal, total_order: orderTotal, ...figures } = sums;
  return { invoiceCount, subTotal, companyTotal, orderTotal, figures };
}

/** P7: the sums over orders of unknown cost, which cost and profit leave out. */
const unknownSums = [
  'count(*) filter (where not o.cost_known) as unknown_count',
  ...moneyColumns.map(
    ({ column }) => `coalesce(sum(o.${column}) filter (where not o.cost_known), 0) as unknown_${column}`,
  ),
].join(', ');

const typeSums = (type: string): string => {
  const only = `filter (where o.type = '${type}')`;
  return `count(*) ${only} as "${type}_count", coalesce(sum(o.grand_total_order) ${only}, 0) as "${type}_order",
    coalesce(sum(o.grand_total_shop) ${only}, 0) as "${type}_shop"`;
};

/** P7: updates the invoices' amounts to match their orders, with an audit entry for those that differed. */
export async function refreshAmounts(tx: WriteCtx, ids: string[], shopId: string): Promise<void> {
  const rows = await queryRows<{ id: string }>(
    tx.db.raw(
      `update invoices i set shop_total = o.grand_total_shop, company_total = o.grand_total_company, order_total = o.grand_total_order,
       revision = i.revision + 1, updated_at = ?, updated_by = ?
     from orders o where o.id = i.order_id and i.id = any(?)
       and (i.shop_total, i.company_total, i.order_total) is distinct from (o.grand_total_shop, o.grand_total_company, o.grand_total_order)
     returning i.id`,
      [tx.clock.now(), tx.actor.name, ids],
    ),
  );
  if (rows.length === 0) return;
  const changedIds = rows.map((row) => row.id);
  await tx.audit({ action: 'recalculate', entity: 'invoice', ids: changedIds, shopId });
  await tx.publish({ topic: 'invoices', shopIds: [shopId], ids: changedIds });
}

/** The payment that pays or releases invoices and corrections, and the shop it pays. */
export interface PayingPayment {
  readonly id: string;
  readonly paymentNumber: string;
  readonly shop: { readonly _id: string; readonly name: string };
}

/** Marks Approved invoices, already locked, as paid by a payment. */
export async function markPaid(tx: WriteCtx, type: BilledKind, ids: string[], payment: PayingPayment): Promise<void> {
  const { id, paymentNumber } = payment;
  await moveInvoices(tx, type, ids, {
    change: { status: 'Paid', payment_id: id },
    msg: statusMessage('Paid'),
    action: 'pay',
    before: { status: 'Approved' },
    after: { status: 'Paid', paymentNumber },
    shopId: payment.shop._id,
  });
}

/** The invoices as notices to their shop describe them. */
export const findNoticed = async (db: Knex, type: BilledKind, ids: string[]): Promise<NoticedInvoice[]> =>
  await queryRows<NoticedInvoice>(
    db(tables[type].table)
      .whereRaw('id = any(?)', [ids])
      .orderBy('id')
      .select({ id: 'id', shopId: 'shop_id', invoiceNumber: 'invoice_number' }),
  );

/** Sets the invoices of a deleted payment, already locked, back to Approved. */
export async function markUnpaid(tx: WriteCtx, type: BilledKind, ids: string[], payment: PayingPayment): Promise<void> {
  await moveInvoices(tx, type, ids, {
    change: { status: 'Approved', payment_id: null },
    msg: `${formatPayment(payment)} has been deleted. ${statusMessage('Approved')}`,
    action: 'take out of payment',
    before: { status: 'Paid', paymentNumber: payment.paymentNumber },
    after: { status: 'Approved' },
    shopId: payment.shop._id,
  });
}

interface Move {
  readonly change: { readonly status: InvoiceStatus; readonly payment_id: string | null };
  readonly msg: string;
  readonly action: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly shopId: string;
}

async function moveInvoices(tx: WriteCtx, type: BilledKind, ids: string[], move: Move): Promise<void> {
  if (ids.length === 0) return;
  const { table, messages, entity, topic } = tables[type];
  const { change, msg, action, before, after, shopId } = move;
  const now = tx.clock.now();
  const by = tx.actor.name;
  await tx
    .db(table)
    .whereRaw('id = any(?)', [ids])
    .update({ ...change, status_since: now, updated_at: now, updated_by: by })
    .increment('revision', 1);
  await tx.db.raw(
    `insert into ${messages} (id, invoice_id, made_by, at, msg)
     select m.id, m.invoice_id, ?, ?, ? from unnest(?::uuid[], ?::uuid[]) as m(id, invoice_id)`,
    [by, now, msg, ids.map(() => newId()), ids],
  );
  await tx.audit({ action, entity, ids: [...ids], shopId, before, after });
  await tx.publish({ topic, shopIds: [shopId], ids: [...ids] });
}
