import { z } from 'zod';
import { Total } from '../../../kernel/money.js';
import { Feet, Id, NamedRecord } from '../../../kernel/records/fields.js';
import { saleColumns } from '../../../orders/schema.js';
import { ReportFilter } from '../filter.js';
import { RangeAnswer } from '../invoices/invoice-schema.js';
import { CostUnknown, LeftOut } from '../../../pricing/unknown-schema.js';

/**
 * The orders behind a report's figure, at most `size` of them. `item` selects orders made with that item. `width`,
 * `length` and `model` select one shed, by the model's ID, or by its name if it is not in the catalogue.
 */
export const OrdersReportFilter = ReportFilter.extend({
  item: Id.nullish(),
  model: z.string().max(300).nullish(),
  width: Feet().nullish(),
  length: Feet().nullish(),
  /** Only orders whose cost is known, or only those whose cost is unknown. */
  cost: z.enum(['known', 'unknown']).nullish(),
  size: z.coerce.number().int().min(1).max(500).optional(),
});
export type OrdersReportFilter = z.output<typeof OrdersReportFilter>;

const Row = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.string(),
  type: z.string(),
  shop: NamedRecord.nullable(),
  ...saleColumns,
  invoicedDate: z.string().nullable(),
  costUnknown: CostUnknown,
});
const views = <T extends z.ZodType>(value: T) => z.object({ shop: value, standard: value });
const withCompany = <T extends z.ZodType>(value: T) => z.object({ shop: value, standard: value, company: value });

const amount = Total.nullable();
const percent = z.number().nullable();

const ofShop = {
  grandTotal: z.object({ shop: Total }),
  totalCost: views(amount),
  profitDollars: views(amount),
  profitPercent: views(percent),
};
const ofOffice = {
  grandTotal: z.object({ shop: Total, company: Total, order: Total }),
  totalCost: withCompany(amount),
  profitDollars: withCompany(amount),
  profitPercent: withCompany(percent),
};

const answer = <R extends z.ZodType, T extends z.ZodType>(row: R, totals: T) =>
  z.object({ range: RangeAnswer, total: z.int(), leftOut: LeftOut, totals, rows: z.array(row) });

/**
 * Orders with their figures. `total` and `totals` cover all matches; percents are Σ profit / Σ revenue (P12). Unknown
 * cost and profit are null and left out of the totals; a total without any known value is null.
 */
export const OrdersReport = {
  office: answer(Row.extend(ofOffice), z.object(ofOffice)),
  shop: answer(Row.extend(ofShop), z.object(ofShop)),
};
