import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { updateDocument, differing, lockDocument } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { recalculationChanges } from './changes.js';
import { paymentTotal } from '../../../pricing/payment.js';
import { refreshAmounts } from '../paying/invoices.js';
import { paymentKind } from '../kind.js';
import { PaymentModel } from '../model.js';
import { findPayables, lockPayables, sumPayables } from '../paying/payables.js';
import { findPayment } from '../queries.js';
import { paymentView, type StoredPayment } from '../rules.js';
import { PaymentById, Payment, RecalculationChange } from '../schema.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';

const changes = z.array(RecalculationChange);

export const recalculatePayment = service({
  summary:
    'Recalculate the totals of a payment from its current orders; adjustment, memo and entered haul do not change',
  permission: 'payments.write',
  effect: 'write',
  input: PaymentById,
  output: { office: z.object({ msg: z.string(), payment: Payment.office, changes }) },
  run: async (ctx, { id }) => {
    const payables = await lockPayables(ctx.db, id); // invoices before payment, like order corrections
    const { before, after } = await updateDocument(ctx, paymentKind, { id }, async (payment) => {
      await refreshAmounts(ctx, payables.invoices, payment.shop._id);
      const row = differing(payment, await currentTotals(ctx.db, id));
      return row && { action: 'recalculate', row };
    });
    const audit = { entity: 'payment', id, shopId: before.shop._id, before: {}, after: {} };
    if (after === before) {
      await ctx.audit({ action: 'recalculate', ...audit });
      await ctx.publish({ topic: 'payments', shopIds: [before.shop._id], ids: [id] });
    }
    return {
      msg: 'Payment is recalculated',
      payment: paymentView(after),
      changes: recalculationChanges(before, after),
    };
  },
});

export const previewRecalculation = service({
  summary: 'Preview recalculating a payment: each figure before and after',
  permission: 'payments.write',
  effect: 'read',
  input: PaymentById,
  output: { office: z.object({ changes }) },
  run: async (ctx, { id }) => {
    const before = await findPayment(ctx, id);
    return { changes: recalculationChanges(before, await recalculate(ctx.db, before)) };
  },
});

/** Records on the payment of a corrected order whether its totals still match its orders. */
export async function noteCorrectedOrder(tx: WriteCtx, orderId: string): Promise<void> {
  const invoice = await queryFirstRow<{ payment_id: string }>(
    tx
      .db('invoices')
      .where({ order_id: orderId })
      .whereNull('deleted_at')
      .whereNotNull('payment_id')
      .first('payment_id'),
  );
  if (!invoice) return;
  const before = await lockDocument(tx, paymentKind, invoice.payment_id);
  const isOutdated = recalculationChanges(before, await recalculate(tx.db, before)).length > 0;
  if (isOutdated === before.outdated) return;
  await PaymentModel.query(tx.db).findById(before._id).patch({ outdated: isOutdated });
  await tx.publish({ topic: 'payments', shopIds: [before.shop._id], ids: [before._id] });
}

const currentTotals = async (db: Knex, id: string) => ({
  ...(await sumPayables(db, await findPayables(db, id), 'orders')),
  outdated: false,
});

/** The payment as a recalculation would leave it. */
async function recalculate(db: Knex, payment: StoredPayment): Promise<StoredPayment> {
  const totals = await currentTotals(db, payment._id);
  return { ...payment, ...totals, total: paymentTotal(totals.subTotal, payment.adjustment) };
}
