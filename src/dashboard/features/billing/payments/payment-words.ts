import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import { day, money } from '../../../lib/format.js';

/** An amount, or a dash if it is unknown. */
const cost = (amount: number | null): string => (amount === null ? NO_VALUE : money(amount));

/** Amounts by view: `shop $1.00, company $2.00`. */
const byView = (amounts: Readonly<Record<string, number | null>>): string =>
  Object.entries(amounts)
    .map(([view, amount]) => `${view} ${cost(amount)}`)
    .join(', ');

/** Labels for the history of a payment. */
export const paymentWords: HistoryWords = {
  paymentNumber: ['Payment #'],
  paymentDate: ['Date', day],
  shop: ['Payment To', ({ name }: { readonly name: string }) => name],
  invoiceCount: ['Invoices'],
  shopsPaymentSubTotal: ['Sub-Total', money],
  shopsPaymentAdjustment: ['Adjustment', money],
  shopsPaymentTotal: ['Total', money],
  paymentTotal: ['Totals', byView],
  totalCost: ['Total cost', byView],
  profitDollarsTotal: ['Profit', byView],
  haulTotal: ['Haul', cost],
  haulTotalTyped: ['Haul entered by hand', (isTyped: boolean) => (isTyped ? 'yes' : 'no')],
  memo: ['Memo'],
  outdated: ['Totals', (isOutdated: boolean) => (isOutdated ? 'out of date' : 'up to date')],
  correctionCount: ['Corrections'],
  correctionTotal: ['Corrections total', money],
};
