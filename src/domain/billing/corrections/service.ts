import { z } from 'zod';
import { refuseLargeAmount } from '../../company/control/enforce.js';
import { notify } from '../../kernel/notices/notify.js';
import { formatCents, toDollars } from '../../kernel/cents.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { lockOrderInvoice } from '../invoices/life/correct.js';
import { addNote } from '../invoices/life/note.js';
import { lockOrder } from '../../orders/life/invoicing.js';
import { service } from '../../kernel/service.js';
import { findCorrection, findCorrections, lockCorrection } from './queries.js';
import {
  Correction,
  CorrectionAnswer,
  CorrectionId,
  CorrectionList,
  CreateCorrection,
  ListCorrections,
} from './schema.js';
import type { CorrectionRow } from './schema.js';

export const listCorrections = service({
  summary: 'List corrections to past payments, newest first',
  permission: 'corrections.read',
  effect: 'read',
  input: ListCorrections,
  output: CorrectionList,
  run: (ctx, input) => findCorrections(ctx.db, ctx.actor, input),
});

export const getCorrection = service({
  summary: 'Get a correction to what a shop was paid for an order',
  permission: 'corrections.read',
  effect: 'read',
  input: CorrectionId,
  output: Correction,
  run: (ctx, { id }) => findCorrection(ctx.db, ctx.actor, id),
});

export const createCorrection = service({
  summary: "Correct what a shop was paid for an order; the shop's next payment includes the amount",
  permission: 'corrections.write',
  effect: 'write',
  input: CreateCorrection,
  output: CorrectionAnswer,
  run: async (ctx, { order: orderId, amount, reason }) => {
    const order = await lockOrder(ctx, orderId);
    const invoice = await lockOrderInvoice(ctx, order.id);
    const { serialNumber, shopId } = order;
    if (invoice?.status !== 'Paid' || !shopId) throw new DomainError('order-not-paid', { serialNumber });
    const permission = 'corrections.write';
    await refuseLargeAmount(ctx, { what: `The correction to order ${serialNumber}`, amount, permission });
    const { id: invoiceId } = invoice;
    const id = newId();
    await ctx.db('corrections').insert({
      ...{ id, order_id: orderId, invoice_id: invoiceId, shop_id: shopId, amount, reason },
      created_by: ctx.actor.id,
      made_by: ctx.actor.name,
      created_at: ctx.clock.now(),
    });
    const correction = await findCorrection(ctx.db, ctx.actor, id);
    await addNote(ctx, invoiceId, `Correction of ${formatCents(amount)}: ${reason}`);
    await notifyShop(ctx, correction);
    await ctx.audit({ action: 'create', entity: 'correction', ids: [id, orderId], shopId, after: toTrace(correction) });
    await publishChange(ctx, correction);
    return { msg: 'Correction saved', correction };
  },
});

export const deleteCorrection = service({
  summary: 'Delete a correction that is waiting for a payment',
  permission: 'corrections.write',
  effect: 'write',
  input: CorrectionId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const correction = await lockCorrection(ctx, id);
    const { amount, reason, invoice, order, shop, payment } = correction;
    if (payment) throw new DomainError('correction-paid', { paymentNumber: payment.paymentNumber, shop: shop.name });
    await ctx.db('corrections').where({ id }).delete();
    await addNote(ctx, invoice._id, `Correction of ${formatCents(amount)} deleted: ${reason}`);
    const before = toTrace(correction);
    await ctx.audit({ action: 'delete', entity: 'correction', ids: [id, order._id], shopId: shop._id, before });
    await publishChange(ctx, correction);
    return { msg: 'Correction deleted' };
  },
});

/** A correction as the history stores it: API field names, amounts in dollars. */
const toTrace = ({ order, invoice, amount, reason }: CorrectionRow) => ({
  serialNumber: order.serialNumber,
  invoiceNumber: invoice.invoiceNumber,
  correction: toDollars(amount),
  reason,
});

/** Notifies the shop of a correction. The notice has no amount, because builders must not see it. */
async function notifyShop(ctx: WriteCtx, { shop, order, invoice }: CorrectionRow): Promise<void> {
  const what = `Your payment for invoice ${invoice.invoiceNumber} of order ${order.serialNumber}`;
  const content = `${what} will be corrected with your next payment.`;
  const link = { to: 'invoice', id: invoice._id } as const;
  await notify(ctx, { kind: 'invoices', shopId: shop._id, type: 'info', msg: 'Correction', content, link });
}

async function publishChange(ctx: WriteCtx, { _id, shop, invoice }: CorrectionRow): Promise<void> {
  await ctx.publish({ topic: 'payments', shopIds: [shop._id], ids: [_id] });
  await ctx.publish({ topic: 'invoices', shopIds: [shop._id], ids: [invoice._id] });
}
