import { z } from 'zod';
import { can } from '../../../kernel/rights/permissions.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { refuseCorrected } from '../../corrections/queries.js';
import { DomainError } from '../../../kernel/errors.js';
import { toDollars } from '../../../kernel/cents.js';
import { lockOrder, markFinishedAgain } from '../../../orders/life/invoicing.js';
import { deleteDocument, lockDocument } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { invoiceKind } from '../kind.js';
import { notifyDeleted } from '../messages/notices.js';
import { findInvoiceOrderId, type StoredInvoice } from '../queries.js';
import { deletingPermission } from '../rules.js';
import { InvoiceId } from '../schema.js';

export const deleteInvoice = service({
  summary: 'Delete an invoice; its order becomes Finished again',
  permission: 'invoices.delete',
  effect: 'write',
  input: InvoiceId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const order = await lockOrder(ctx, await findInvoiceOrderId(ctx, id)); // order before invoice, like create
    const invoice = await lockDocument(ctx, invoiceKind, id);
    refuseUnlessDeletable(ctx, invoice);
    await refuseCorrected(ctx.db, order.id);
    const { billTo, invoiceNumber, shop } = invoice;
    const amount = toDollars(invoice.order.grandTotal.shop);
    await deleteDocument(ctx, invoiceKind, invoice, { billTo, serialNumber: order.serialNumber, amount });
    await markFinishedAgain(ctx, [order.id]);
    await notifyDeleted(ctx, { id, shopId: shop._id, invoiceNumber }, order);
    return { msg: 'Invoice is deleted' };
  },
});

function refuseUnlessDeletable(ctx: WriteCtx, invoice: StoredInvoice): void {
  const { status } = invoice;
  const permission = deletingPermission(invoice);
  if (!permission) throw new DomainError('invoice-not-deletable', { status, why: 'delete its payment first' });
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
}
