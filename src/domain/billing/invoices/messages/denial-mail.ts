import { formatCents } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { enqueueMail } from '../../../messaging/outbox/enqueue.js';
import type { MailContent } from '../../../messaging/outbox/layout.js';
import type { StoredInvoice } from '../queries.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

/** Puts the email that notifies the shop of a denial into the outbox. */
export async function mailDenial(ctx: WriteCtx, invoice: StoredInvoice, reason: string): Promise<void> {
  const { shop: billing, order, invoiceNumber } = invoice;
  const subject = `Invoice ${invoiceNumber} has been Denied`;
  const shop = await queryOnlyRow<{
    name: string;
    default_email: string;
  }>(ctx.db('shops').where({ id: billing._id }).first('name', 'default_email'));
  const content: MailContent = {
    heading: subject,
    parts: [
      { kind: 'text', text: `${shop.name},` },
      { kind: 'text', text: `${subject} by ${ctx.actor.name}.` },
      {
        kind: 'facts',
        facts: [
          { label: 'Invoice', value: invoiceNumber },
          { label: 'Order', value: order.serialNumber },
          { label: 'Amount', value: formatCents(order.grandTotal.shop) },
          { label: 'Reason', value: reason },
        ],
      },
      { kind: 'text', text: 'Correct the order, then change the invoice to Adjusted.' },
    ],
    action: { label: 'Open the invoice', path: `/shop/invoice/form?id=${invoice._id}`, menu: 'Invoices, Denied' },
    why: `You get this email because this is the email address of ${shop.name}. The office can change it.`,
    change: { label: 'See the address', path: '/shop/settings', menu: 'Settings' },
  };
  await enqueueMail(ctx, { to: shop.default_email, subject, content, shopId: billing._id });
}
