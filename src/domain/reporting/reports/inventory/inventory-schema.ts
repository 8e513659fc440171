import { z } from 'zod';
import { ReportFilter } from '../filter.js';
import { RangeAnswer } from '../invoices/invoice-schema.js';
import { NamedRecord } from '../../../kernel/records/fields.js';

/** Orders by their ordered date by default; `invoiceStatus` is not used. */
export const InventoryReportFilter = ReportFilter;
export type InventoryReportFilter = z.output<typeof InventoryReportFilter>;

/** The material of the selected orders, by item. */
export const InventoryReport = z.object({
  range: RangeAnswer,
  orders: z.int(),
  /** Selected orders whose shed was never priced, so that their material is unknown. */
  unknown: z.int(),
  rows: z.array(
    z.object({
      item: NamedRecord,
      category: z.string().nullable(),
      quantity: z.number(),
    }),
  ),
});
