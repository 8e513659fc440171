import { findCompany } from '../../../company/company/queries.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError } from '../../../kernel/errors.js';
import { lockOrder, moveInvoicedDate } from '../../../orders/life/invoicing.js';
import { formatDay } from '../../../kernel/time.js';
import { addInvoiceMessages } from '../model.js';
import { findInvoiceOrderId, type StoredInvoice } from '../queries.js';
import { explainHeadLock } from '../rules.js';
import { refuseOutsideWindow } from './window.js';

/** The requested number and date, with only those that differ from the stored invoice. */
export interface HeadChange {
  readonly invoiceNumber?: string;
  readonly invoicedDate?: string;
}

/** Locks the order of an invoice whose date may change before the invoice itself, in the same lock order as create. */
export const lockInvoiceOrder = async (ctx: WriteCtx, id: string) => lockOrder(ctx, await findInvoiceOrderId(ctx, id));

/** Throws if the rules of creation or the invoice's status do not allow the change of number or date. */
export async function refuseHead(
  ctx: WriteCtx,
  { status }: StoredInvoice,
  { invoicedDate }: HeadChange,
): Promise<void> {
  const why = explainHeadLock(ctx.actor, status);
  if (why) throw new DomainError('invoice-locked', { status, why });
  if (invoicedDate === undefined) return;
  const company = await findCompany(ctx.db);
  refuseOutsideWindow(ctx, company?.timeZone ?? 'America/Chicago', invoicedDate);
}

/** Adds a message about the correction and copies the invoice date to the order, which is already locked. */
export async function followHead(ctx: WriteCtx, invoice: StoredInvoice, change: HeadChange): Promise<void> {
  const { _id: id, order } = invoice;
  if (change.invoicedDate !== undefined)
    await moveInvoicedDate(ctx, await lockOrder(ctx, order._id), change.invoicedDate);
  await addInvoiceMessages(ctx, id, [{ msg: describeHead(ctx.actor.name, invoice, change), kind: 'correction' }]);
}

/** `Corrected by Sam Miller: invoice number 40012 is now 40013.` */
function describeHead(by: string, invoice: StoredInvoice, { invoiceNumber, invoicedDate }: HeadChange): string {
  const parts = [
    ...(invoiceNumber === undefined ? [] : [`invoice number ${invoice.invoiceNumber} is now ${invoiceNumber}`]),
    ...(invoicedDate === undefined
      ? []
      : [`invoice date ${formatDay(invoice.invoicedDate)} is now ${formatDay(invoicedDate)}`]),
  ];
  return `Corrected by ${by}: ${parts.join(', ')}.`;
}
