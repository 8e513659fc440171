import { formatCents } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { enqueueMail } from '../../../messaging/outbox/enqueue.js';
import type { StoredInvoice } from '../queries.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

/** Puts the email about a denial to the shop into the outbox. */
export async function mailDenial(ctx: WriteCtx, invoice: StoredInvoice, reason: string): Promise<void> {
  const { shop: billing, order, invoiceNumber } = invoice;
  const subject = `Invoice ${invoiceNumber} has been Denied`;
  const shop = await queryOnlyRow<{
    name: string;
    default_email: string;
  }>(ctx.db('shops').where({ id: billing._id }).first('name', 'default_email'));
  const text = [
    `${shop.name},`,
    `${subject} by ${ctx.actor.name}.`,
    `Invoice: ${invoiceNumber}\nOrder: ${order.serialNumber}\nAmount: ${formatCents(order.grandTotal.shop)}\nReason: ${reason}`,
    'Correct the order, then change the invoice to Adjusted.',
  ].join('\n\n');
  await enqueueMail(ctx, { to: shop.default_email, subject, text, shopId: billing._id });
}
