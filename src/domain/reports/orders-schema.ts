import { z } from 'zod';
import { Total } from '../money.js';
import { Feet } from '../records/fields.js';
import { ReportFilter } from './filter.js';
import { RangeAnswer } from './invoice-schema.js';

/**
 * The orders of a report's figure, at most `size` of them; those with `item` are made of it, those with `width`, `length` and
 * `model` are of one shed: the model's id, or its name where it is not in the catalogue.
 */
export const OrdersReportFilter = ReportFilter.extend({
  item: z.uuid('is no id').nullish(),
  model: z.string().max(300).nullish(),
  width: Feet().nullish(),
  length: Feet().nullish(),
  size: z.coerce.number().int().min(1).max(500).optional(),
});
export type OrdersReportFilter = z.output<typeof OrdersReportFilter>;

const Row = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.string(),
  type: z.string(),
  shop: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  dealer: z.string().nullable(),
  customer: z.string().nullable(),
  model: z.string(),
  width: z.number(),
  length: z.number(),
  dateOrdered: z.string(),
  dateFinished: z.string().nullable(),
  invoicedDate: z.string().nullable(),
});
const views = <T extends z.ZodType>(value: T) => z.object({ shop: value, standard: value });
const withCompany = <T extends z.ZodType>(value: T) => z.object({ shop: value, standard: value, company: value });

const ofShop = {
  grandTotal: z.object({ shop: Total }),
  totalCost: views(Total),
  profitDollars: views(Total),
  profitPercent: views(z.number()),
};
const ofOffice = {
  grandTotal: z.object({ shop: Total, company: Total, order: Total }),
  totalCost: withCompany(Total),
  profitDollars: withCompany(Total),
  profitPercent: withCompany(z.number()),
};

const answer = <R extends z.ZodType, T extends z.ZodType>(row: R, totals: T) =>
  z.object({ range: RangeAnswer, total: z.int(), totals, rows: z.array(row) });

/** Orders with their figures; `total` and `totals` are those of all that match, percents are Σ profit / Σ revenue (P12). */
export const OrdersReport = {
  office: answer(Row.extend(ofOffice), z.object(ofOffice)),
  shop: answer(Row.extend(ofShop), z.object(ofShop)),
};
