import { z } from 'zod';
import { Total } from '../../kernel/money.js';
import { officeFigures, shopFigures } from '../../orders/pricing/figure-schema.js';
import { CostUnknown } from '../../pricing/unknown-schema.js';
import { figureColumns, type FigureColumn } from '../../orders/pricing/figures.js';
import { InvoiceRow } from '../invoices/schema.js';
import { repairTypes } from '../repair-invoices/status.js';
import { paymentOrderTypes } from './rules.js';
import { Payment } from './schema.js';

const PaidInvoice = z.object({
  _id: z.uuid(),
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  billTo: z.string(),
  status: z.string(),
});
const PaidOrder = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  type: z.enum(paymentOrderTypes),
  model: z.string(),
  width: z.number(),
  length: z.number(),
  customer: z.string().nullable(),
  costUnknown: CostUnknown,
});
/** The order figures shown in a payment's invoice table. */
const shownFields = {
  grandTotal: true,
  shedProfitDollars: true,
  shedProfitPercent: true,
  addOnsProfitDollars: true,
  addOnsProfitPercent: true,
  customAddOnsProfitDollars: true,
  customAddOnsProfitPercent: true,
  profitDollars: true,
  profitPercent: true,
} as const;
export const invoiceFigures: readonly FigureColumn[] = figureColumns.filter(({ group }) => group in shownFields);
const officeInvoice = PaidInvoice.extend({ order: PaidOrder.extend(z.object(officeFigures).pick(shownFields).shape) });
const shopInvoice = PaidInvoice.extend({ order: PaidOrder.extend(z.object(shopFigures).pick(shownFields).shape) });

const PaidRepair = PaidInvoice.extend({ type: z.enum(repairTypes), invoiceTotal: Total });
const PaidCorrection = z.object({
  _id: z.uuid(),
  amount: Total,
  reason: z.string(),
  createdAt: z.string(),
  madeBy: z.string(),
  order: z.object({ _id: z.uuid(), serialNumber: z.string() }),
  invoice: z.object({ _id: z.uuid(), invoiceNumber: z.string() }),
});
const paidFields = { repairInvoices: z.array(PaidRepair), corrections: z.array(PaidCorrection) };

/** A payment with its invoices (each with its order's figures), repair and driver invoices, and corrections. */
export const PaymentDetail = {
  office: Payment.office.extend({ invoices: z.array(officeInvoice), ...paidFields }),
  shop: Payment.shop.extend({ invoices: z.array(shopInvoice), ...paidFields }),
};
/**
 * What a payment can include besides invoices of orders: a shop's Approved repair and driver invoices and waiting
 * corrections.
 */
export const Payable = z.object(paidFields);

/** What a payment would include, and its total. */
export const PaymentPreview = {
  office: z.object({
    shop: z.object({ _id: z.uuid(), name: z.string() }),
    invoices: z.array(InvoiceRow.office),
    ...paidFields,
    /** How many invoices it has: of orders, repair and driver invoices. */
    invoiceCount: z.int(),
    correctionCount: z.int(),
    /** How many waiting records exceed the limit of one payment. */
    left: z.int(),
    shopsPaymentSubTotal: Total,
    shopsPaymentAdjustment: Total,
    shopsPaymentTotal: Total,
  }),
};
