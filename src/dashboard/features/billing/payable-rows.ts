import { sum, toCents, toDollars } from '../../../domain/kernel/cents.js';
import type { Output } from '../../lib/server/api.js';
import { dayIn } from '../../lib/format.js';
import type { InvoiceRow } from './invoice-types.js';

export type PaymentDraft = Output<'GET /api/payment/draft'>;

/** Something a payment can pay, as a row of its form; the amount in dollars. */
export interface PayableRow {
  readonly id: string;
  /** The list of the payment that it belongs to. */
  readonly part: 'invoices' | 'repairInvoices' | 'corrections';
  readonly name: string;
  readonly type: string;
  readonly date: string;
  /** The reason of a correction; empty for invoices. */
  readonly note: string;
  readonly amount: number;
}

/** The start of a new payment: the invoices selected in a list, and the last invoice date. */
export interface PaymentStart {
  readonly invoices: readonly InvoiceRow[];
  /** The selected repair and driver invoices; all of the shop's if the selection is of order invoices. */
  readonly repairs: ReadonlySet<string> | 'all';
  /** Empty for any date. */
  readonly cutOff: string;
}

/**
 * Everything a payment can pay: the selected invoices, the shop's Approved repair and driver invoices, its waiting
 * corrections.
 */
export function payableRows({ invoices, cutOff }: PaymentStart, draft: PaymentDraft, timeZone: string): PayableRow[] {
  const ofOrders = invoices.map((invoice): PayableRow => ({
    ...{ id: invoice._id, part: 'invoices', name: invoice.invoiceNumber, type: 'Invoice', date: invoice.invoicedDate },
    ...{ note: '', amount: invoice.order.grandTotal.shop },
  }));
  const repairs = draft.repairInvoices
    .filter(({ invoicedDate }) => cutOff === '' || invoicedDate <= cutOff)
    .map((invoice): PayableRow => ({
      ...{ id: invoice._id, part: 'repairInvoices', name: invoice.invoiceNumber, type: invoice.type },
      ...{ date: invoice.invoicedDate, note: '', amount: invoice.invoiceTotal },
    }));
  const corrections = draft.corrections.map((correction): PayableRow => ({
    ...{ id: correction._id, part: 'corrections', name: correction.invoice.invoiceNumber, type: 'Correction' },
    ...{ date: dayIn(correction.createdAt, timeZone), note: correction.reason, amount: correction.amount },
  }));
  return [...ofOrders, ...repairs, ...corrections];
}

/** The rows selected initially: all except repair and driver invoices that were not selected in the list. */
export const startsTicked = ({ repairs }: PaymentStart, { id, part }: PayableRow): boolean =>
  part !== 'repairInvoices' || repairs === 'all' || repairs.has(id);

/** The sub-total of rows, in dollars. */
export const computeSubTotal = (rows: readonly PayableRow[]): number =>
  toDollars(sum(rows.map(({ amount }) => toCents(amount) ?? 0)));

/** The rows as sent to create a payment. */
export function payableIds(rows: readonly PayableRow[]): Record<PayableRow['part'], string[]> {
  const ids = (part: PayableRow['part']) => rows.filter((row) => row.part === part).map(({ id }) => id);
  return { invoices: ids('invoices'), repairInvoices: ids('repairInvoices'), corrections: ids('corrections') };
}
