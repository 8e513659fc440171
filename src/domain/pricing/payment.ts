import type { Cents } from '../kernel/cents.js';
import { asCents, fraction } from './exact.js';
import type { CostViews, OrderFigures } from './figures.js';

export { fraction } from './exact.js';

/** The figures of an order that a payment uses. */
export type PaidOrder = Pick<OrderFigures, 'grandTotal' | 'profitDollars'>;

/** P7: the totals of a payment, from its orders: in cents, with fractions for averageProfitPercent. */
export interface PaymentTotals {
  shopsPaymentSubTotal: Cents;
  paymentTotal: { shop: Cents; company: Cents; order: Cents };
  profitDollars: CostViews;
  averageProfitPercent: CostViews<number>;
}

/** P7: profit divided by revenue per view, as fractions; the shop and standard views use the shop's revenue. */
export function averageProfitPercent(
  profit: { shop: number; standard: number; company: number },
  revenue: { shop: number; company: number },
): CostViews<number> {
  return {
    shop: fraction(profit.shop, revenue.shop),
    standard: fraction(profit.standard, revenue.shop),
    company: fraction(profit.company, revenue.company),
  };
}

/** P7: what the shop is paid, in cents: the invoice amounts plus the adjustment. */
export const paymentTotal = (subTotal: number, adjustment: number): Cents => asCents(subTotal + adjustment);

/** P7: the totals of a payment of these orders with a signed adjustment in cents, which the averages ignore. */
export function paymentTotals(orders: readonly PaidOrder[], adjustment: number): PaymentTotals {
  const sum = (pick: (order: PaidOrder) => number): Cents =>
    asCents(orders.reduce((total, order) => total + pick(order), 0));
  const revenue = {
    shop: sum(({ grandTotal }) => grandTotal.shop),
    company: sum(({ grandTotal }) => grandTotal.company),
  };
  const profitDollars = {
    shop: sum((order) => order.profitDollars.shop),
    standard: sum((order) => order.profitDollars.standard),
    company: sum((order) => order.profitDollars.company),
  };
  return {
    shopsPaymentSubTotal: revenue.shop,
    paymentTotal: {
      shop: paymentTotal(revenue.shop, adjustment),
      company: revenue.company,
      order: sum(({ grandTotal }) => grandTotal.order),
    },
    profitDollars,
    averageProfitPercent: averageProfitPercent(profitDollars, revenue),
  };
}
