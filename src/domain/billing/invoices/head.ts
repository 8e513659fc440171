import { findCompany } from '../../company/company/queries.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { lockOrder, moveInvoicedDate } from '../../orders/life/invoicing.js';
import { formatDay } from '../../kernel/time.js';
import { InvoiceModel } from './model.js';
import { takenNumber } from './number.js';
import { findOrderIdOf, type LockedInvoice } from './queries.js';
import { whyHeadLocked } from './rules.js';
import type { ChangeInvoice } from './schema.js';
import { refuseOutsideWindow } from './window.js';

/** What a change makes of number and date; only what differs from the stored invoice. */
interface HeadChange {
  readonly invoiceNumber?: string;
  readonly invoicedDate?: string;
}

/** Number and date of a change that differ from the stored ones. */
export const findHeadChange = (invoice: LockedInvoice, { invoiceNumber, invoicedDate }: ChangeInvoice): HeadChange => ({
  ...(invoiceNumber !== undefined && invoiceNumber !== invoice.invoiceNumber ? { invoiceNumber } : {}),
  ...(invoicedDate !== undefined && invoicedDate !== invoice.invoicedDate ? { invoicedDate } : {}),
});

/** Locks the order of an invoice whose day may change, before the invoice, as creating does. */
export const lockOrderOf = async (ctx: WriteCtx, id: string) => lockOrder(ctx, await findOrderIdOf(ctx, id));

/** Stores number and date under the rules of creation; the order of the invoice, locked before, carries its day. Answers what to say of it. */
export async function changeHead(ctx: WriteCtx, invoice: LockedInvoice, change: HeadChange): Promise<string | null> {
  const { invoiceNumber, invoicedDate } = change;
  if (invoiceNumber === undefined && invoicedDate === undefined) return null;
  const why = whyHeadLocked(ctx.actor, invoice.status);
  if (why) throw new DomainError('invoice-locked', { status: invoice.status, why });
  if (invoicedDate !== undefined) await moveDate(ctx, invoice, invoicedDate);
  try {
    await InvoiceModel.query(ctx.db)
      .findById(invoice.id)
      .patch({ ...change });
  } catch (error) {
    throw takenNumber(error, invoiceNumber ?? invoice.invoiceNumber);
  }
  return describeHead(ctx.actor.name, invoice, change);
}

async function moveDate(ctx: WriteCtx, invoice: LockedInvoice, invoicedDate: string): Promise<void> {
  const company = await findCompany(ctx.db);
  refuseOutsideWindow(ctx, company?.timeZone ?? 'America/Chicago', invoicedDate);
  await moveInvoicedDate(ctx, await lockOrder(ctx, invoice.orderId), invoicedDate);
}

/** `Corrected by Sam Miller: invoice number 40012 is now 40013.` */
function describeHead(by: string, invoice: LockedInvoice, { invoiceNumber, invoicedDate }: HeadChange): string {
  const parts = [
    ...(invoiceNumber === undefined ? [] : [`invoice number ${invoice.invoiceNumber} is now ${invoiceNumber}`]),
    ...(invoicedDate === undefined
      ? []
      : [`invoice date ${formatDay(invoice.invoicedDate)} is now ${formatDay(invoicedDate)}`]),
  ];
  return `Corrected by ${by}: ${parts.join(', ')}.`;
}
