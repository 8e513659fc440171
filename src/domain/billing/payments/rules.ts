import type { z } from 'zod';
import type { Cents } from '../../kernel/cents.js';
import { figureColumns, fractionColumns, groupFigures, moneyColumns } from '../../orders/pricing/figures.js';
import { fraction } from '../../pricing/payment.js';
import type { Payment, PaymentList } from './schema.js';
import { cents } from '../../kernel/cents.js';

/** Names a payment: each shop numbers its own, so a number alone names none. `Payment 12 to North Shop`. */
export const formatPayment = (payment: { paymentNumber: string; shop: { name: string } }): string =>
  `Payment ${payment.paymentNumber} to ${payment.shop.name}`;

export const paymentOrderTypes = ['Inventory', 'Customer'] as const;
export type PaymentOrderType = (typeof paymentOrderTypes)[number];

/** What payments include besides orders. It has no retail, because no customer pays for it. */
export const besideOrders = ['Repair', 'Driver', 'Correction'] as const;

/** Sums over a payment's orders by column, and counts by type: cents, or numbers of orders. */
export type PaymentSums = Readonly<Record<string, number>>;

/** A stored payment as lists show it; amounts in cents. */
export interface ListedPayment {
  readonly _id: string;
  readonly revision: number;
  readonly paymentNumber: string;
  readonly paymentDate: string;
  readonly shop: { readonly _id: string; readonly name: string };
  readonly memo: string;
  readonly invoiceCount: number;
  /** The sum of everything paid: invoices of orders, repair and driver invoices, corrections. */
  readonly subTotal: Cents;
  readonly repairCount: number;
  readonly repairTotal: Cents;
  readonly driverCount: number;
  readonly driverTotal: Cents;
  readonly correctionCount: number;
  readonly correctionTotal: Cents;
  /** Whether orders were corrected since the totals were calculated. */
  readonly outdated: boolean;
  readonly adjustment: Cents;
  readonly total: Cents;
  readonly companyTotal: Cents;
  readonly orderTotal: Cents;
  readonly madeBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** A stored payment with its figures. */
export interface StoredPayment extends ListedPayment {
  /** The hauling cost entered for this payment; null if it is the sum of its orders' haul. */
  readonly typedHaul: Cents | null;
  readonly figures: PaymentSums;
}

const getSum = (sums: PaymentSums, column: string): number => sums[column] ?? 0;

/**
 * P7: a payment's aggregates by column, in cents and fractions. Entered haul replaces Σ haul in the company's cost
 * and profit. Orders of unknown cost count only in revenue. If no order has a known cost, everything but revenue and
 * entered haul is null.
 */
export function paymentFigures(sums: PaymentSums, typedHaul: number | null): Record<string, number | null> {
  const revenue = Object.fromEntries(revenueColumns.map((column) => [column, getSum(sums, column)] as const));
  if (isUnknown(sums)) return { ...nothingKnown, ...revenue, haul: typedHaul };
  const knownFigures = knownSums(sums);
  const haul = typedHaul ?? getSum(knownFigures, 'haul');
  const more = haul - getSum(knownFigures, 'haul');
  const costs = {
    ...knownFigures,
    haul,
    total_cost_company: getSum(knownFigures, 'total_cost_company') + more,
    profit_dollars_company: getSum(knownFigures, 'profit_dollars_company') - more,
  };
  const percents = fractionColumns.map(({ column }) => [column, computePercent(costs, column)] as const);
  return { ...costs, ...revenue, ...Object.fromEntries(percents) };
}

/** Whether there are orders, but none with a known cost. */
function isUnknown(sums: PaymentSums): boolean {
  const unknown = getSum(sums, 'unknown_count');
  return unknown > 0 && unknown === getSum(sums, 'Inventory_count') + getSum(sums, 'Customer_count');
}

const nothingKnown = Object.fromEntries(figureColumns.map(({ column }) => [column, null] as const));

/** The sums over orders of known cost, which are the basis of cost, profit and its percents. */
const knownSums = (sums: PaymentSums): PaymentSums =>
  Object.fromEntries(
    moneyColumns.map(({ column }) => [column, getSum(sums, column) - getSum(sums, `unknown_${column}`)] as const),
  );

const ofRevenue: ReadonlySet<string> = new Set([
  ...['basePrice', 'addOnsTotal', 'customAddOnsTotal', 'subTotal', 'grandTotal'],
]);
const revenueColumns = moneyColumns.filter(({ group }) => ofRevenue.has(group)).map(({ column }) => column);

const revenueByPart: Record<string, string> = {
  shed: 'base_price',
  add_ons: 'add_ons_total',
  custom_add_ons: 'custom_add_ons_total',
  '': 'grand_total',
};

/** P7: Σ profit ÷ Σ revenue of a percent column; the shop and standard views use the shop's revenue. */
function computePercent(amounts: PaymentSums, column: string): number {
  const [, part = '', view = ''] = /^(.*?)_?profit_percent_(.*)$/.exec(column) ?? [];
  const revenue = `${revenueByPart[part]}_${view === 'company' ? 'company' : 'shop'}`;
  return fraction(getSum(amounts, column.replace('percent', 'dollars')), getSum(amounts, revenue));
}

/** A payment as a list row, with API field names. */
export function paymentRow(payment: ListedPayment): z.output<typeof PaymentList.office>['items'][number] {
  const { subTotal, adjustment, total, companyTotal, orderTotal, madeBy, shop } = payment;
  const { _id, revision, paymentNumber, paymentDate, memo, invoiceCount, outdated } = payment;
  const { correctionCount, correctionTotal, createdAt, updatedAt, updatedBy } = payment;
  return {
    _id,
    revision,
    paymentNumber,
    paymentDate,
    memo,
    invoiceCount,
    outdated,
    createdAt,
    updatedAt,
    updatedBy,
    shop,
    paymentTo: shop,
    correctionCount,
    correctionTotal,
    shopsPaymentSubTotal: subTotal,
    paymentSubTotal: subTotal,
    shopsPaymentAdjustment: adjustment,
    shopsPaymentTotal: total,
    paymentTotal: { shop: total, company: companyTotal, order: orderTotal },
    madeBy: { name: madeBy },
  };
}

/**
 * A payment with its counts by type and every aggregate, with API field names; the output schemas remove what an
 * audience may not see.
 */
export function paymentView(payment: StoredPayment): z.output<typeof Payment.office> {
  const figures = groupFigures<Figures>(paymentFigures(payment.figures, payment.typedHaul), figureColumns);
  return {
    ...paymentRow(payment),
    counts: getCounts(payment),
    leftOut: getSum(payment.figures, 'unknown_count'),
    leftOutAmount: cents(getSum(payment.figures, 'unknown_grand_total_shop')),
    averageProfitPercent: figures.profitPercent,
    dealerCommissionTotal: figures.dealerCommission,
    salesRepCommissionTotal: figures.salesRepCommission,
    escortTotal: figures.escort,
    haulTotal: figures.haul,
    haulTotalTyped: payment.typedHaul !== null,
    overheadTotal: figures.overhead,
    totalCost: figures.totalCost,
    profitDollarsTotal: figures.profitDollars,
    figures,
  };
}

type Figures = z.output<typeof Payment.office>['figures'];

/** P12: what a payment pays by type: orders, repair and driver invoices, corrections. */
function getCounts(payment: StoredPayment): z.output<typeof Payment.office>['counts'] {
  const beside = (count: number, amount: Cents) => ({ count, companyCost: amount, amount });
  return {
    Inventory: getCount(payment.figures, 'Inventory'),
    Customer: getCount(payment.figures, 'Customer'),
    Repair: beside(payment.repairCount, payment.repairTotal),
    Driver: beside(payment.driverCount, payment.driverTotal),
    Correction: beside(payment.correctionCount, payment.correctionTotal),
  };
}

/**
 * P12: the orders of a type in a payment: their count, Σ grandTotal.order, and Σ grandTotal.shop, which is both the
 * company's cost and the shop's amount.
 */
function getCount(sums: PaymentSums, type: PaymentOrderType) {
  const amount = (column: string) => cents(getSum(sums, `${type}_${column}`));
  return {
    count: getSum(sums, `${type}_count`),
    retail: amount('order'),
    companyCost: amount('shop'),
    amount: amount('shop'),
  };
}

const natural = new Intl.Collator('en', { numeric: true });

/** Sorts by invoice number with numbers by value: 9 before 10, A-2 before A-10. */
export const byInvoiceNumber = (a: { invoiceNumber: string }, b: { invoiceNumber: string }): number =>
  natural.compare(a.invoiceNumber, b.invoiceNumber);

/**
 * The period of the payment trend: from the first day of the month two months ago to the first day of next month
 * (exclusive).
 */
export function trendDays(today: string): { from: string; until: string } {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = (months: number): string => {
    const count = year * 12 + month - 1 + months;
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`;
  };
  return { from: first(-2), until: first(1) };
}
