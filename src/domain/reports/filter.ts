import { z } from 'zod';
import { RangeName } from './range.js';

const Texts = z.array(z.string()).max(100).default([]);
const Ids = z.array(z.uuid('is no id')).max(1000).default([]);
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or a time');

/** By which date of an order a range selects. */
export const orderDates = ['dateOrdered', 'dateFinished', 'invoicedDate'] as const;

/**
 * What a report selects, the same for all: an empty list restricts nothing, `dates` wins over `range`, whole days of the
 * company's time zone, both included. `buildingStages` are order statuses.
 */
export const ReportFilter = z.object({
  orderType: Texts,
  buildingStages: Texts,
  shops: Ids,
  categories: Ids,
  models: Ids,
  invoiceStatus: Texts,
  dates: z.tuple([Moment, Moment]).nullable().optional(),
  range: RangeName.optional(),
  orderDate: z.enum(orderDates).optional(),
});
export type ReportFilter = z.output<typeof ReportFilter>;
