import { z } from 'zod';
import { invoiceStatuses } from '../../kernel/order/invoice-status.js';
import { orderStatuses, readStatus } from '../../kernel/order/status.js';
import { RangeName } from './range.js';
import { orderDates, reportOrderTypes } from './rules.js';
import { Id } from '../../kernel/records/fields.js';

const Ids = z.array(Id).max(1000).default([]);

/** Order statuses in any spelling; an empty list does not filter. */
export const OrderStatuses = z
  .array(
    z.string().transform((text, ctx) => {
      const status = readStatus(text);
      if (status) return status;
      ctx.addIssue({ code: 'custom', message: `must be one of: ${orderStatuses.join(', ')}` });
      return z.NEVER;
    }),
  )
  .max(100)
  .default([]);

export const InvoiceStatuses = z
  .array(z.enum(invoiceStatuses, `must be one of: ${invoiceStatuses.join(', ')}`))
  .max(100)
  .default([]);

const Moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'is not a valid date')
  .refine((at) => at >= '1990' && at < '2201', 'must be between 1990 and 2200');

const Dates = z
  .tuple([Moment, Moment], 'must have a first and a last date')
  .refine(([first, last]) => first.slice(0, 10) <= last.slice(0, 10), 'must not have a last date before the first');

/**
 * The filter that all reports share. An empty list does not filter. `dates` takes precedence over `range`. Days are
 * whole days in the company's time zone, both ends included. `buildingStages` are order statuses.
 */
export const ReportFilter = z.object({
  orderType: z
    .array(z.enum(reportOrderTypes, `must be one of: ${reportOrderTypes.join(', ')}`))
    .max(100)
    .default([]),
  buildingStages: OrderStatuses,
  shops: Ids,
  categories: Ids,
  models: Ids,
  invoiceStatus: InvoiceStatuses,
  dates: Dates.nullish(),
  range: RangeName.optional(),
  orderDate: z.enum(orderDates, `must be one of: ${orderDates.join(', ')}`).optional(),
});
export type ReportFilter = z.output<typeof ReportFilter>;
