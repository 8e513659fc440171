import { formatCents } from '../../kernel/cents.js';
import type { WriteCtx } from '../../kernel/context.js';
import { enqueueMail } from '../../messaging/outbox/enqueue.js';
import type { LockedInvoice } from './queries.js';

/** Puts the e-mail of a denial into the outbox, for the shop. */
export async function mailDenial(ctx: WriteCtx, invoice: LockedInvoice, reason: string): Promise<void> {
  const { shopId, invoiceNumber } = invoice;
  const subject = `Invoice ${invoiceNumber} has been Denied`;
  const shop = (await ctx.db('shops').where({ id: shopId }).first('name', 'default_email')) as {
    name: string;
    default_email: string;
  };
  const order = (await ctx.db('orders').where({ id: invoice.orderId }).first('serial_number')) as {
    serial_number: string;
  };
  const text = [
    `${shop.name},`,
    `${subject} by ${ctx.actor.name}.`,
    `Invoice: ${invoiceNumber}\nOrder: ${order.serial_number}\nAmount: ${formatCents(invoice.shopTotal)}\nReason: ${reason}`,
    'Please correct it and set the invoice to Adjusted.',
  ].join('\n\n');
  await enqueueMail(ctx, { to: shop.default_email, subject, text, shopId });
}
