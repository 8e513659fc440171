import { z } from 'zod';
import { refuseLargeAmount } from '../../company/control/enforce.js';
import { sum } from '../../kernel/cents.js';
import { updateDocument, deleteDocument, differing, lockDocument } from '../../kernel/records/document.js';
import { service } from '../../kernel/service.js';
import { paymentKind } from './kind.js';
import { refreshAmounts } from './paying/invoices.js';
import { lockPaymentNumbers, refuseTakenPaymentNumber } from './paying/numbers.js';
import { lockPayables, releaseAll } from './paying/payables.js';
import { formatPayment, paymentView } from './rules.js';
import { PaymentById, PaymentWritten, UpdateHaul, UpdatePayment } from './schema.js';

export const updatePayment = service({
  summary: 'Update the adjustment, memo, date or number of a payment',
  permission: 'payments.write',
  effect: 'write',
  input: UpdatePayment,
  output: PaymentWritten,
  run: async (ctx, { id, revision, paymentNumber, paymentDate, date, shopsPaymentAdjustment, memo }) => {
    const { after } = await updateDocument(ctx, paymentKind, { id, revision }, async (before) => {
      const change = { paymentNumber, paymentDate: paymentDate ?? date, adjustment: shopsPaymentAdjustment, memo };
      const row = differing(before, change);
      if (row?.paymentNumber !== undefined) {
        await lockPaymentNumbers(ctx, before.shop._id);
        await refuseTakenPaymentNumber(ctx, before.shop._id, row.paymentNumber, id);
      }
      if (row?.adjustment !== undefined)
        await refuseLargeAmount(ctx, {
          ...{ what: formatPayment(before), permission: 'payments.write' },
          amount: sum([before.subTotal, row.adjustment]),
        });
      return row && { action: 'update', row };
    });
    return { msg: 'Payment is updated', payment: paymentView(after) };
  },
});

export const updateHaul = service({
  summary: 'Override the haul of a payment (P7), or return to the haul of its orders',
  permission: 'payments.haul',
  effect: 'write',
  input: UpdateHaul,
  output: PaymentWritten,
  run: async (ctx, { id, revision, haulTotal }) => {
    const { after } = await updateDocument(ctx, paymentKind, { id, revision }, ({ typedHaul }) =>
      typedHaul === haulTotal ? null : { action: 'update haul', row: { haulTotal } },
    );
    return { msg: 'Payment is updated', payment: paymentView(after) };
  },
});

export const deletePayment = service({
  summary: 'Delete a payment; its invoices go back to Approved and its corrections wait for the next payment',
  permission: 'payments.write',
  effect: 'write',
  input: PaymentById,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const payables = await lockPayables(ctx.db, id); // invoices before payment, like order corrections
    const payment = await lockDocument(ctx, paymentKind, id);
    const { paymentNumber, shop } = payment;
    await releaseAll(ctx, payables, { id, paymentNumber, shop });
    await refreshAmounts(ctx, payables.invoices, shop._id);
    await deleteDocument(ctx, paymentKind, payment, { ...payables });
    return { msg: 'Payment is deleted' };
  },
});
