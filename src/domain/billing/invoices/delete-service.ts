import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import type { WriteCtx } from '../../kernel/context.js';
import { refuseCorrected } from '../corrections/queries.js';
import { DomainError } from '../../kernel/errors.js';
import { toDollars } from '../../kernel/cents.js';
import { lockOrder, markFinishedAgain } from '../../orders/life/invoicing.js';
import { service } from '../../kernel/service.js';
import { InvoiceModel } from './model.js';
import { notifyDeleted } from './notices.js';
import { findOrderIdOf, lockInvoice, type LockedInvoice } from './queries.js';
import { deletingPermission } from './rules.js';
import { InvoiceId } from './schema.js';

export const deleteInvoice = service({
  summary: 'Delete an invoice; its order becomes Finished again',
  permission: 'invoices.delete',
  effect: 'write',
  input: InvoiceId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const order = await lockOrder(ctx, await findOrderIdOf(ctx, id)); // order before invoice, as creating does
    const invoice = await lockInvoice(ctx, id);
    refuseUnlessDeletable(ctx, invoice);
    await refuseCorrected(ctx.db, order.id);
    await removeInvoice(ctx, invoice);
    await markFinishedAgain(ctx, [order.id]);
    const { shopId, invoiceNumber, invoicedDate, billTo, status } = invoice;
    const before = {
      invoiceNumber,
      invoicedDate,
      billTo,
      status,
      serialNumber: order.serialNumber,
      amount: toDollars(invoice.shopTotal),
    };
    await notifyDeleted(ctx, invoice, order);
    await ctx.audit({ action: 'delete', entity: 'invoice', id, shopId, before });
    await ctx.publish({ topic: 'invoices', shopIds: [shopId], ids: [id] });
    return { msg: 'Invoice is deleted' };
  },
});

function refuseUnlessDeletable(ctx: WriteCtx, invoice: LockedInvoice): void {
  const { status } = invoice;
  const needed = deletingPermission(invoice);
  if (!needed) throw new DomainError('invoice-not-deletable', { status, why: 'delete its payment first' });
  if (!can(ctx.actor, needed)) throw new DomainError('permission-denied', undefined);
}

/** What once was paid stays in the books; anything else goes. */
async function removeInvoice(ctx: WriteCtx, invoice: LockedInvoice): Promise<void> {
  const row = InvoiceModel.query(ctx.db).findById(invoice.id);
  const now = ctx.clock.now().toISOString();
  const revision = invoice.revision + 1;
  if (invoice.wasPaid) await row.patch({ deletedAt: now, updatedAt: now, updatedBy: ctx.actor.name, revision });
  else await row.delete();
}
