import { z } from 'zod';
import { isPlain, withoutOverrides } from '../../kernel/text/plain-text.js';
import { Day, Id, NamedRecord, OneLine, RefTo, Search } from '../../kernel/records/fields.js';
import { next, paging } from '../../kernel/records/long-list.js';
import { TableFormat } from '../../files/table-format.js';
import { Money, Total } from '../../kernel/money.js';
import { officeSums, shopSums } from '../../orders/pricing/figure-schema.js';
import { LeftOut } from '../../pricing/unknown-schema.js';

const Row = z.object({
  _id: z.uuid(),
  revision: z.int(),
  paymentNumber: z.string(),
  paymentDate: z.string(),
  shop: NamedRecord,
  paymentTo: NamedRecord,
  /** How many invoices of all three kinds. */
  invoiceCount: z.int(),
  correctionCount: z.int(),
  correctionTotal: Total,
  shopsPaymentSubTotal: Total,
  paymentSubTotal: Total,
  shopsPaymentAdjustment: Total,
  shopsPaymentTotal: Total,
  memo: z.string(),
  madeBy: z.object({ name: z.string() }),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
});
const shopTotal = z.object({ shop: Total });
const sideTotals = z.object({ shop: Total, company: Total, order: Total });

/** Whether orders were corrected since the totals were calculated; only for the office. */
const officeRow = Row.extend({ outdated: z.boolean() });

const list = <R extends z.ZodType, T extends z.ZodType>(row: R, totals: T) =>
  z.object({ items: z.array(row), total: z.int(), totals, ...next });

/** A page of a list with the totals over all matches; without company figures for a shop. */
export const PaymentList = {
  office: list(officeRow.extend({ paymentTotal: sideTotals }), sideTotals),
  shop: list(Row.extend({ paymentTotal: shopTotal }), shopTotal),
};

/** Figures that depend on costs; null if the payment has orders, but none with a known cost. */
const Cost = Total.nullable();
const Percent = z.number().nullable();
const shopCosts = z.object({ shop: Cost, standard: Cost });
const allCosts = shopCosts.extend({ company: Cost });
const shopPercents = z.object({ shop: Percent, standard: Percent });
const byType = <T extends z.ZodType, B extends z.ZodType>(count: T, beside: B) =>
  z.object({ Inventory: count, Customer: count, Repair: beside, Driver: beside, Correction: beside });
const costCount = z.object({ count: z.int(), companyCost: Total, amount: Total });
const shopCount = z.object({ count: z.int(), amount: Total });

/** A payment with its aggregates: every view for the office, the shop and standard views for a shop. */
export const Payment = {
  office: officeRow.extend({
    paymentTotal: sideTotals,
    counts: byType(costCount.extend({ retail: Total }), costCount),
    /** The number of orders left out of cost, profit and averages because their cost is not known. */
    leftOut: LeftOut,
    /** What the shop is paid for them. */
    leftOutAmount: Total,
    averageProfitPercent: shopPercents.extend({ company: Percent }),
    dealerCommissionTotal: Cost,
    salesRepCommissionTotal: Cost,
    escortTotal: Cost,
    haulTotal: Cost,
    haulTotalTyped: z.boolean(),
    overheadTotal: allCosts,
    totalCost: allCosts,
    profitDollarsTotal: allCosts,
    figures: z.object(officeSums),
  }),
  shop: Row.extend({
    paymentTotal: shopTotal,
    counts: byType(shopCount, shopCount),
    /** The number of orders left out of cost, profit and averages because their cost is not known. */
    leftOut: LeftOut,
    /** What the shop is paid for them. */
    leftOutAmount: Total,
    averageProfitPercent: shopPercents,
    overheadTotal: shopCosts,
    totalCost: shopCosts,
    profitDollarsTotal: shopCosts,
    figures: z.object(shopSums),
  }),
};

/** A figure before and after a recalculation: dollars, a number, or a fraction; null if it is not known. */
export const RecalculationChange = z.object({
  figure: z.string(),
  kind: z.enum(['money', 'count', 'percent']),
  before: z.number().nullable(),
  after: z.number().nullable(),
});

/** The response to a write; only the office writes. */
export const PaymentWritten = { office: z.object({ msg: z.string(), payment: Payment.office }) };

const PaymentNumber = z
  .union([z.string(), z.int().nonnegative()])
  .transform(String)
  .pipe(OneLine().min(1, 'Enter the payment number').max(50));
const Memo = z.string().overwrite(withoutOverrides).max(5000).refine(isPlain, 'must not contain control characters');

/** The most records of each kind in one payment: invoices of orders, repair and driver invoices, corrections. */
export const MOST_PAID = 2000;
const PaidRecords = z.array(RefTo()).max(MOST_PAID);

export const CreatePayment = z
  .object({
    invoices: PaidRecords.default([]),
    /** Repair and driver invoices. */
    repairInvoices: PaidRecords.default([]),
    /** Corrections that wait for a payment; by default all of the shop's. */
    corrections: PaidRecords.nullish(),
    /** Defaults to the shop's next number. */
    paymentNumber: PaymentNumber.nullish(),
    /** Defaults to today in the company's time zone. */
    paymentDate: Day.nullish(),
    paymentTo: RefTo().nullish(),
    shop: RefTo().nullish(),
    shopsPaymentAdjustment: Money.nullish(),
    memo: Memo.nullish(),
    /** Refuses invoices dated after this day. */
    cutOff: Day.nullish(),
  })
  .refine(
    ({ invoices, repairInvoices, corrections }) =>
      invoices.length + repairInvoices.length + (corrections?.length ?? 0) > 0,
    {
      path: ['invoices'],
      message: 'must have at least 1 invoice',
    },
  );

/** Pays everything that waits at a shop. With a cut-off: invoices dated up to that day, and all corrections. */
export const PreviewPayment = z.object({
  shop: Id,
  cutOff: Day.nullish(),
  shopsPaymentAdjustment: Money.nullish(),
});

export const UpdatePayment = z.object({
  id: Id,
  /** The revision the change is based on; by default, the change applies to the current payment. */
  revision: z.int().optional(),
  paymentNumber: PaymentNumber.optional(),
  paymentDate: Day.optional(),
  date: Day.optional(),
  shopsPaymentAdjustment: Money.optional(),
  memo: Memo.optional(),
});

/** What hauling costs the company for a payment, in dollars; null restores the sum of its orders' haul. */
export const UpdateHaul = z.object({
  id: Id,
  /** The revision the change is based on; by default, the change applies to the current payment. */
  revision: z.int().optional(),
  haulTotal: Money.refine((amount) => amount >= 0, 'must not be negative').nullable(),
});

export const PaymentById = z.object({ id: Id });

export const ListPayments = z.object({
  search: Search,
  shop: Id.optional(),
  sort: z
    .string()
    .regex(/^-?(paymentNumber|paymentDate|shop|amount|invoiceCount|updatedAt)$/, 'is not a column to sort by')
    .default('-paymentDate'),
  ...paging,
});
/** Selects all payments with a number (case-insensitive), of a shop (name or ID), or dated on or after a day. */
export const ChoosePayments = z.object({
  number: Search,
  shop: z
    .string()
    .trim()
    .max(300)
    .refine((text) => !text.includes('\0'), 'contains a character that cannot be searched')
    .optional(),
  since: Day.optional(),
});
export type ChoosePayments = z.output<typeof ChoosePayments>;
export const ChosenPayments = z.object({ items: z.array(z.object({ _id: z.uuid(), shop: NamedRecord })) });
/** The whole list, for export to a file. */
export const ExportPayments = ListPayments.omit({ page: true, size: true, cursor: true }).extend({
  format: TableFormat,
});
export type ListPayments = z.output<typeof ListPayments>;

const point = <A extends z.ZodType, P extends z.ZodType>(amount: A, profitPercent: P) =>
  z.object({
    from: z.string(),
    until: z.string(),
    items: z.array(
      z.object({ date: z.string(), payments: z.int(), invoices: z.int(), leftOut: LeftOut, amount, profitPercent }),
    ),
  });

/**
 * The payment trend by date: amounts, and gross profit as fractions without orders of unknown cost; null if no cost is
 * known.
 */
export const PaymentTrend = {
  office: point(z.object({ shop: Total, company: Total }), shopPercents.extend({ company: Percent })),
  shop: point(shopTotal, shopPercents),
};
