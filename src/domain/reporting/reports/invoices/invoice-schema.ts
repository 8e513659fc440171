import { z } from 'zod';
import { Total } from '../../../kernel/money.js';
import { InvoiceStatuses, ReportFilter } from '../filter.js';
import { reportedInvoiceStatuses } from '../rules.js';
import { CostUnknown, LeftOut } from '../../../pricing/unknown-schema.js';
import { NamedRecord } from '../../../kernel/records/fields.js';

/** The statuses default to New, Approved and Adjusted; an empty list includes all. */
export const InvoiceReportFilter = ReportFilter.extend({
  invoiceStatus: InvoiceStatuses.default([...reportedInvoiceStatuses]),
});
export type InvoiceReportFilter = z.output<typeof InvoiceReportFilter>;

const knownCosts = z.object({ shop: Total.nullable(), standard: Total.nullable() });
const sides = z.object({ shop: Total, company: Total, order: Total });
const knownPercent = z.object({ standard: z.number().nullable() });

const Row = z.object({
  _id: z.uuid(),
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  status: z.string(),
  shop: NamedRecord,
  order: z.object({
    _id: z.uuid(),
    serialNumber: z.string(),
    type: z.string(),
    model: z.string(),
    width: z.number(),
    length: z.number(),
    grandTotal: sides,
  }),
  costUnknown: CostUnknown,
  totalMaterialCost: knownCosts,
  totalLabor: knownCosts,
  overhead: knownCosts,
  totalCost: knownCosts,
  profitPercent: knownPercent,
});
const SummedInvoices = z.object({ count: z.int(), amount: Total });

/** The period of a report: its first and last day, and its label. */
export const RangeAnswer = z.object({ from: z.string(), to: z.string(), words: z.string() });

/**
 * Invoices with the figures of their orders. `amount` is the shop's; GP % = Σ profit / Σ shop total (P12). Unknown
 * costs are null and left out of all totals except revenue; a total without any known cost is null too.
 */
export const InvoiceReport = z.object({
  range: RangeAnswer,
  leftOut: LeftOut,
  summary: z.object({ Customer: SummedInvoices, Inventory: SummedInvoices, Total: SummedInvoices }),
  totals: z.object({
    grandTotal: sides,
    totalMaterialCost: knownCosts,
    totalLabor: knownCosts,
    overhead: knownCosts,
    totalCost: knownCosts,
    profitPercent: knownPercent,
  }),
  rows: z.array(Row),
});
