import type { Knex } from 'knex';
import type { Cents } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { notifyPaid } from '../../invoices/messages/notices.js';
import { lockCorrections, payCorrections, releaseCorrections, sumCorrections } from './corrections.js';
import {
  type AmountsFrom,
  findPaymentInvoices,
  findNoticed,
  type InvoiceTotals,
  lockPaymentInvoices,
  markPaid,
  markUnpaid,
  type PayingPayment,
  sumInvoices,
} from './invoices.js';
import { queryColumn, queryOnlyRow } from '../../../kernel/database/rows.js';
import { sum } from '../../../kernel/cents.js';

/** What a payment pays, by ID: invoices of orders, repair and driver invoices, and corrections of earlier payments. */
export interface Payables {
  readonly invoices: string[];
  readonly repairInvoices: string[];
  readonly corrections: string[];
}

/** The totals of a payment: `invoiceCount` and `subTotal` cover everything in it, in cents. */
export interface PayableTotals extends InvoiceTotals {
  readonly repairCount: number;
  readonly repairTotal: Cents;
  readonly driverCount: number;
  readonly driverTotal: Cents;
  readonly correctionCount: number;
  readonly correctionTotal: Cents;
}

/** P7: the subtotal is Σ of invoices of all three kinds and corrections; the order aggregates cover only orders. */
export async function sumPayables(db: Knex, payables: Payables, from: AmountsFrom): Promise<PayableTotals> {
  const { invoiceCount, subTotal, ...ofOrders } = await sumInvoices(db, payables.invoices, from);
  const repairs = await sumRepairs(db, payables.repairInvoices);
  const corrections = await sumCorrections(db, payables.corrections);
  const parts = [subTotal, repairs.repairTotal, repairs.driverTotal, corrections.correctionTotal];
  return {
    ...ofOrders,
    ...repairs,
    ...corrections,
    invoiceCount: invoiceCount + repairs.repairCount + repairs.driverCount,
    subTotal: sum(parts),
  };
}

type RepairTotals = Pick<PayableTotals, 'repairCount' | 'repairTotal' | 'driverCount' | 'driverTotal'>;

async function sumRepairs(db: Knex, ids: string[]): Promise<RepairTotals> {
  return queryOnlyRow<RepairTotals>(
    db.raw(
      `select ${['repair', 'driver']
        .map(
          (type) => `count(*) filter (where type = '${type}') as "${type}Count",
          coalesce(sum(shop_total) filter (where type = '${type}'), 0) as "${type}Total"`,
        )
        .join(', ')} from repair_invoices where id = any(?)`,
      [ids],
    ),
  );
}

/** The IDs of everything a payment paid. */
export const findPayables = async (db: Knex, paymentId: string): Promise<Payables> => ({
  invoices: await findPaymentInvoices(db, 'order', paymentId),
  repairInvoices: await findPaymentInvoices(db, 'repair', paymentId),
  corrections: await queryColumn<string>(db('corrections').where({ payment_id: paymentId }).pluck('id')),
});

/** Locks everything a payment paid and returns its IDs. */
export const lockPayables = async (db: Knex, paymentId: string): Promise<Payables> => ({
  invoices: await lockPaymentInvoices(db, 'order', paymentId),
  repairInvoices: await lockPaymentInvoices(db, 'repair', paymentId),
  corrections: await lockCorrections(db, paymentId),
});

/** Marks everything, already locked, as paid by a payment. */
export async function payAll(tx: WriteCtx, payables: Payables, payment: PayingPayment): Promise<void> {
  await markPaid(tx, 'order', payables.invoices, payment);
  await markPaid(tx, 'repair', payables.repairInvoices, payment);
  await payCorrections(tx, payables.corrections, payment);
  const invoices = [
    ...(await findNoticed(tx.db, 'order', payables.invoices)),
    ...(await findNoticed(tx.db, 'repair', payables.repairInvoices)),
  ];
  await notifyPaid(tx, invoices, payment);
}

/** Sets everything a deleted payment paid back to Approved; its corrections wait for another payment. */
export async function releaseAll(tx: WriteCtx, payables: Payables, payment: PayingPayment): Promise<void> {
  await markUnpaid(tx, 'order', payables.invoices, payment);
  await markUnpaid(tx, 'repair', payables.repairInvoices, payment);
  await releaseCorrections(tx, payables.corrections, payment);
}
