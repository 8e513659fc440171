import { z } from 'zod';
import { can } from '../access/permissions.js';
import { notify } from '../alerts/notify.js';
import type { WriteCtx } from '../context.js';
import { DomainError, invalid } from '../errors.js';
import { formatCents } from '../cents.js';
import { enqueueMail } from '../outbox/enqueue.js';
import { schemaFor, service } from '../service.js';
import { addMessages, InvoiceModel } from './model.js';
import { findInvoice, lockInvoice, type LockedInvoice } from './queries.js';
import { invoiceTransitions, statusMessage, type InvoiceStatus } from './rules.js';
import { ChangeInvoice, Invoice, InvoiceAnswer } from './schema.js';

type Change = z.output<typeof ChangeInvoice>;

export const changeInvoice = service({
  summary: 'Approve, deny, reopen or adjust an invoice, or add a message to it',
  permission: 'invoices.update',
  effect: 'write',
  input: ChangeInvoice,
  output: InvoiceAnswer,
  run: async (ctx, input) => {
    const invoice = await lockInvoice(ctx, input.id);
    await refuseStale(ctx, invoice, input);
    const text = input.newMessage || null;
    const to = input.status === undefined || (input.status === invoice.status && text) ? null : input.status;
    if (!to && !text) throw invalid('newMessage', 'Choose a status or write a message');
    if (to) refuseMove(ctx, invoice, to, text);
    await storeChange(ctx, invoice, to);
    await addMessages(ctx, invoice.id, [...(text ? [text] : []), ...(to ? [statusMessage(to)] : [])]);
    if (to === 'Denied') await tellShop(ctx, invoice, text ?? '');
    await record(ctx, invoice, to, text);
    return { msg: 'Invoice is updated', invoice: await findInvoice(ctx.db, ctx.actor, invoice.id) };
  },
});

async function refuseStale(ctx: WriteCtx, invoice: LockedInvoice, { revision, originalStatus }: Change): Promise<void> {
  const fresh =
    (revision ?? invoice.revision) === invoice.revision && (originalStatus ?? invoice.status) === invoice.status;
  if (fresh) return;
  const current = z.encode(schemaFor(Invoice, ctx), await findInvoice(ctx.db, ctx.actor, invoice.id));
  throw new DomainError('stale-record', { what: 'The invoice', by: invoice.updatedBy, current });
}

function refuseMove(ctx: WriteCtx, { status: from }: LockedInvoice, to: InvoiceStatus, reason: string | null): void {
  const permission = invoiceTransitions[from][to];
  if (!permission) throw new DomainError('invoice-status', { from, to });
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
  if (to === 'Denied' && !reason) throw invalid('newMessage', 'A reason is required to deny an invoice');
}

async function storeChange(ctx: WriteCtx, invoice: LockedInvoice, to: InvoiceStatus | null): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await InvoiceModel.query(ctx.db)
    .findById(invoice.id)
    .patch({
      ...(to ? { status: to, statusSince: now } : {}),
      revision: invoice.revision + 1,
      updatedAt: now,
      updatedBy: ctx.actor.name,
    });
}

async function tellShop(ctx: WriteCtx, invoice: LockedInvoice, reason: string): Promise<void> {
  const { shopId, invoiceNumber } = invoice;
  const content = `Invoice ${invoiceNumber} has been Denied`;
  await notify(ctx, { shopId, type: 'danger', msg: 'Invoice Denied', content });
  const shop = (await ctx.db('shops').where({ id: shopId }).first('name', 'default_email')) as {
    name: string;
    default_email: string;
  };
  const order = (await ctx.db('orders').where({ id: invoice.orderId }).first('serial_number')) as {
    serial_number: string;
  };
  const text = [
    `${shop.name},`,
    `${content} by ${ctx.actor.name}.`,
    `Invoice: ${invoiceNumber}\nOrder: ${order.serial_number}\nAmount: ${formatCents(invoice.shopTotal)}\nReason: ${reason}`,
    'Please correct it and set the invoice to Adjusted.',
  ].join('\n\n');
  await enqueueMail(ctx, { to: shop.default_email, subject: content, text, shopId });
}

async function record(
  ctx: WriteCtx,
  invoice: LockedInvoice,
  to: InvoiceStatus | null,
  message: string | null,
): Promise<void> {
  const { id, shopId, invoiceNumber, status } = invoice;
  await ctx.audit({
    action: to ? 'change status' : 'add message',
    entity: 'invoice',
    id,
    shopId,
    before: { invoiceNumber, status },
    after: { invoiceNumber, status: to ?? status, ...(message ? { message } : {}) },
  });
  await ctx.publish({ topic: 'invoices', shopIds: [shopId], ids: [id] });
}
