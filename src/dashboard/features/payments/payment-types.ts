import type { Output } from '../../lib/api.js';

/** A payment with its invoices; a shop's has no company figures. */
export type Payment = Output<'GET /api/payment/:id'>;
export type PaymentRow = Output<'GET /api/payment'>['items'][number];

/** What of a payment can be changed; the adjustment in dollars. */
export interface PaymentValues {
  readonly paymentNumber: string;
  readonly paymentDate: string;
  readonly shopsPaymentAdjustment: number | null;
  readonly memo: string;
}

export const valuesOf = ({ paymentNumber, paymentDate, shopsPaymentAdjustment, memo }: PaymentRow): PaymentValues => ({
  paymentNumber,
  paymentDate,
  shopsPaymentAdjustment,
  memo,
});

/** Their version with what was changed here since `base`: what nobody touched here is not undone. */
export const onlyChanges = (
  mine: PaymentValues,
  base: Partial<PaymentValues>,
  theirs: PaymentValues,
): PaymentValues => {
  const names = Object.keys(mine) as (keyof PaymentValues)[];
  const changed = names.filter((name) => mine[name] !== base[name]);
  return { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) };
};
