import type { Output } from '../../lib/server/api.js';

/** A payment with its invoices; a shop's has no company figures. */
export type Payment = Output<'GET /api/payment/:id'>;
export type PaymentRow = Output<'GET /api/payment'>['items'][number];

/** The fields of a payment that can be changed; the adjustment in dollars. */
export interface PaymentValues {
  readonly paymentNumber: string;
  readonly paymentDate: string;
  readonly shopsPaymentAdjustment: number | null;
  readonly memo: string;
}

export const toValues = ({ paymentNumber, paymentDate, shopsPaymentAdjustment, memo }: PaymentRow): PaymentValues => ({
  paymentNumber,
  paymentDate,
  shopsPaymentAdjustment,
  memo,
});
