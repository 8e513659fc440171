import { formatPayment } from '../../../../domain/billing/payments/rules.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { day, money } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { type Payment, type PaymentRow, type PaymentValues, toValues } from '../payment-types.js';
import type { InWords } from '../../../components/ui/form/field-of.js';

const labels = {
  paymentNumber: 'Payment #',
  paymentDate: 'Date',
  shopsPaymentAdjustment: 'Adjustment',
  memo: 'Memo',
} as const satisfies Record<keyof PaymentValues, string>;

const formatValue: InWords<PaymentValues> = (...[field, value]) => {
  if (field === 'paymentDate') return day(value);
  if (field === 'shopsPaymentAdjustment') return money(value ?? 0);
  return String(value) || 'empty';
};

/** A payment's form with Update. The haul is saved separately: `follow` then makes this form continue from it. */
export function usePaymentSave(payment: Payment) {
  const { send } = useSend('PUT /api/payment/update/:id');
  return useRecordSave<PaymentValues, PaymentRow>({
    record: payment,
    toValues: (record) => toValues(record ?? payment),
    area: 'Payment',
    what: formatPayment(payment),
    labels,
    format: formatValue,
    store: async ({ shopsPaymentAdjustment, ...rest }, revision) => {
      const change = { ...rest, shopsPaymentAdjustment: shopsPaymentAdjustment ?? 0 };
      const result = await send({ id: payment._id, revision: revision ?? payment.revision, ...change });
      return { msg: 'Payment is updated', item: result.payment };
    },
  });
}
