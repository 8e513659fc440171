import { z } from 'zod';
import { addOnTypes } from '../../pricing/case/case.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';

const MOST = 200;

/**
 * IDs of add-on categories, as a list or separated by commas; `all` or an empty list means all that the shop offers.
 */
const Categories = z
  .union([z.array(z.string()).max(5000), z.string().transform((text) => (text === 'all' ? [] : text.split(',')))])
  .pipe(z.array(Id).max(MOST, `must have at most ${MOST} categories`))
  .default([]);

/** Filters add-ons by category, at a shop's prices. */
export const AddOnReportFilter = z.object({
  categories: Categories,
  parent: Id.nullish(),
  shop: z.uuid('Choose a shop'),
});
export type AddOnReportFilter = z.output<typeof AddOnReportFilter>;

/** The path parameters: categories, then the shop. */
export const AddOnReportPath = z.object({ ids: Categories, x: Id });

/**
 * One unit of each add-on: dollars with up to four decimals, percents as in 61.25, gross profits as fractions. Null
 * for percent-type add-ons, which have no unit figures (P6).
 */
export const AddOnReport = z.object({
  shop: NamedRecord,
  rows: z.array(
    z.object({
      _id: z.uuid(),
      name: z.string(),
      category: NamedRecord,
      type: z.enum(addOnTypes),
      retailPrice: z.number(),
      shopPercent: z.number(),
      discount: z.boolean(),
      /** Explains the figures; null if there is nothing to explain. */
      note: z.string().nullable(),
      standardCost: z.number().nullable(),
      standardGrossProfit: z.number().nullable(),
      standardGrossProfitPercent: z.number().nullable(),
      companyGrossProfit: z.number().nullable(),
      companyGrossProfitPercent: z.number().nullable(),
    }),
  ),
});
