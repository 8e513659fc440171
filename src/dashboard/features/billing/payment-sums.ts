import { MAX_CENTS, toCents } from '../../../domain/kernel/cents.js';
import { paymentTotal } from '../../../domain/pricing/payment.js';

/** The cents of a typed adjustment; 0 for none, null for an invalid amount. */
function getAdjustment(dollars: number | null): number | null {
  if (dollars === null) return 0;
  const cents = toCents(dollars);
  return cents !== null && Math.abs(cents) < MAX_CENTS ? cents : null;
}

/** P7: the sub-total with the adjustment as typed, in dollars; null while it is not a valid amount. */
export function totalWith(subTotal: number, adjustment: number | null): number | null {
  const adjustmentCents = getAdjustment(adjustment);
  const base = toCents(subTotal);
  return adjustmentCents === null || base === null ? null : paymentTotal(base, adjustmentCents) / 100;
}
