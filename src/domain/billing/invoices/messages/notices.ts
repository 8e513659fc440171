import { groupByShop, notifyShops, type Wording } from '../../../kernel/notices/notify-shops.js';
import type { NoticeLink } from '../../../kernel/notices/places.js';
import type { WriteCtx } from '../../../kernel/context.js';

/** The invoice that a notice is about. */
export interface NoticedInvoice {
  readonly id: string;
  readonly shopId: string;
  readonly invoiceNumber: string;
}

const linkTo = (id: string | null): NoticeLink => (id ? { to: 'invoice', id } : { to: 'invoices' });
const notice = (type: Wording['type'], msg: string, what: string, link: Wording['link'] = linkTo): Wording => ({
  ...{ kind: 'invoices', type, msg, link },
  one: (number) => `Invoice ${number} ${what}`,
  many: (count) => `${count.toLocaleString('en-US')} invoices: ${what}`,
});

const notifyShop = (tx: WriteCtx, wording: Wording, invoice: NoticedInvoice): Promise<void> =>
  notifyShops(tx, wording, groupByShop([{ shopId: invoice.shopId, id: invoice.id, name: invoice.invoiceNumber }]));

/** Notifies the shop that its invoice is approved. */
export const notifyApproved = (tx: WriteCtx, invoice: NoticedInvoice): Promise<void> =>
  notifyShop(tx, notice('success', 'Invoice Approved', 'has been Approved'), invoice);

/** Notifies the shop that its invoice is denied, and why. */
export const notifyDenied = (tx: WriteCtx, invoice: NoticedInvoice, reason: string): Promise<void> =>
  notifyShop(
    tx,
    { ...notice('danger', 'Invoice Denied', `has been Denied: ${reason}`), kind: 'denied', waitsForRecord: true },
    invoice,
  );

/** Notifies the shop that an approved invoice is open again. */
export const notifyReopened = (tx: WriteCtx, invoice: NoticedInvoice): Promise<void> =>
  notifyShop(tx, notice('warning', 'Invoice Reopened', 'has been changed to New'), invoice);

/**
 * Notifies the shop of what the office corrected on its invoice; `what` has no amount, because builders must not see
 * it.
 */
export const notifyCorrected = (tx: WriteCtx, invoice: NoticedInvoice, what: string): Promise<void> =>
  notifyShop(tx, notice('warning', 'Invoice Corrected', `was corrected by ${tx.actor.name}: ${what}`), invoice);

/** Notifies the shop that the office created an invoice for it. */
export const notifyCreated = (tx: WriteCtx, invoice: NoticedInvoice): Promise<void> =>
  notifyShop(tx, notice('info', 'Invoice Created', `was created for you by ${tx.actor.name}`), invoice);

/** Notifies the shop that its invoice is deleted and its order must be invoiced again. */
export const notifyDeleted = (
  tx: WriteCtx,
  invoice: NoticedInvoice,
  order: { readonly id: string; readonly serialNumber: string },
): Promise<void> => {
  const what = `was deleted by ${tx.actor.name}; order ${order.serialNumber} is Finished again`;
  return notifyShop(
    tx,
    notice('warning', 'Invoice Deleted', what, () => ({ to: 'order', id: order.id })),
    invoice,
  );
};

/** Notifies the shop which payment paid its invoices: one notice for any number of invoices. */
export function notifyPaid(
  tx: WriteCtx,
  invoices: readonly NoticedInvoice[],
  payment: { readonly id: string; readonly paymentNumber: string },
): Promise<void> {
  const paidIn = `paid in payment ${payment.paymentNumber}`;
  const wording: Wording = {
    ...{ kind: 'invoices', type: 'success', msg: 'Invoice Paid' },
    one: (number) => `Invoice ${number} was ${paidIn}`,
    many: (count) => `${count.toLocaleString('en-US')} invoices were ${paidIn}`,
    link: () => ({ to: 'payment', id: payment.id }),
  };
  return notifyShops(
    tx,
    wording,
    groupByShop(invoices.map(({ id, shopId, invoiceNumber }) => ({ id, shopId, name: invoiceNumber }))),
  );
}
