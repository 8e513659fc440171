import { z } from 'zod';
import { DomainError } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { PaymentModel } from './model.js';
import { lockPayablesOf, releaseAll } from './payables.js';
import { paymentView, type StoredPayment } from './rules.js';
import { ById, PaymentWritten, UpdateHaul, UpdatePayment } from './schema.js';
import { changePayment, lockNumbersOf, lockPayment, refuseTakenNumber, traceOf } from './store.js';

export const updatePayment = service({
  summary: 'Change the adjustment, memo, date or number of a payment',
  permission: 'payments.write',
  effect: 'write',
  input: UpdatePayment,
  output: PaymentWritten,
  run: async (ctx, { id, revision, paymentNumber, paymentDate, date, shopsPaymentAdjustment, memo }) => {
    const before = await lockPayment(ctx, id);
    refuseStale(before, revision);
    const change = {
      paymentNumber: paymentNumber ?? before.paymentNumber,
      paymentDate: paymentDate ?? date ?? before.paymentDate,
      adjustment: shopsPaymentAdjustment ?? before.adjustment,
      memo: memo ?? before.memo,
    };
    if (change.paymentNumber !== before.paymentNumber) {
      await lockNumbersOf(ctx, before.shop._id);
      await refuseTakenNumber(ctx, before.shop._id, change.paymentNumber, id);
    }
    const after = await changePayment(ctx, 'update', before, change);
    if (after === before) ctx.unchanged();
    return { msg: 'Payment is updated', payment: paymentView(after) };
  },
});

export const updateHaul = service({
  summary: "Type in the haul of a payment in place of its orders' (P7), or clear it",
  permission: 'payments.haul',
  effect: 'write',
  input: UpdateHaul,
  output: PaymentWritten,
  run: async (ctx, { id, revision, haulTotal }) => {
    const before = await lockPayment(ctx, id);
    refuseStale(before, revision);
    const after = await changePayment(ctx, 'update haul', before, { typedHaul: haulTotal });
    if (after === before) ctx.unchanged();
    return { msg: 'Payment is updated', payment: paymentView(after) };
  },
});

function refuseStale(current: StoredPayment, revision: number | undefined): void {
  if (revision === undefined || revision === current.revision) return;
  throw new DomainError('stale-record', { what: 'Payment', by: current.updatedBy, current: traceOf(current) });
}

export const deletePayment = service({
  summary: 'Delete a payment; its invoices go back to Approved, its corrections wait for another one',
  permission: 'payments.write',
  effect: 'write',
  input: ById,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const payables = await lockPayablesOf(ctx.db, id); // invoices before their payment, as a corrected order locks them
    const payment = await lockPayment(ctx, id);
    const { paymentNumber, shop } = payment;
    await releaseAll(ctx, payables, { id, paymentNumber, shopId: shop._id });
    const now = ctx.clock.now().toISOString();
    const gone = { deletedAt: now, updatedAt: now, updatedBy: ctx.actor.name, revision: payment.revision + 1 };
    await PaymentModel.query(ctx.db).findById(id).patch(gone);
    await ctx.audit({
      action: 'delete',
      entity: 'payment',
      id,
      shopId: shop._id,
      before: { ...traceOf(payment), ...payables },
    });
    await ctx.publish({ topic: 'payments', shopIds: [shop._id], ids: [id] });
    return { msg: 'Payment is deleted' };
  },
});
