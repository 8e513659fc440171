import { z } from 'zod';
import { toKeys, toRecord } from '../../../kernel/objects.js';
import { Total } from '../../../kernel/money.js';
import { ReportFilter } from '../filter.js';
import { RangeAnswer } from '../invoices/invoice-schema.js';
import { CostUnknown, LeftOut } from '../../../pricing/unknown-schema.js';

const fourDecimals = (value: number): boolean => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6;
const Rate = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(100_000, 'must be at most 100,000')
  .refine(fourDecimals, 'must have at most 4 decimals')
  .nullish();
const Percent = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(1000, 'must be at most 1,000')
  .refine(fourDecimals, 'must have at most 4 decimals')
  .nullish();

const rates = {
  doorCost: Rate,
  buildPercent: Percent,
  roofPercent: Percent,
  trussCost: Rate,
  paintCost: Rate,
  retailPercent: Percent,
  overheadPercent: Percent,
};

/** The filter of the report, by Date Finished by default, and its inputs. An input left out uses the shop's value. */
export const ProfitReportFilter = ReportFilter.extend(rates);
export type ProfitReportFilter = z.output<typeof ProfitReportFilter>;

const Inputs = z.object(toRecord(toKeys(rates), () => z.number()));
const ShopValues = z.object({
  shop: z.uuid(),
  buildBase: z.number(),
  roofBase: z.number(),
  trussCount: z.number(),
  paintHours: z.number(),
});

const Row = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.string(),
  type: z.string(),
  model: z.string(),
  width: z.number(),
  length: z.number(),
  dateOrdered: z.string(),
  dateFinished: z.string().nullable(),
  retailPrice: Total,
  shopShedMaterialCost: Total,
  basePrice: z.object({ shop: Total }),
  /** Why the order's cost is unknown; it then has no profit. */
  costUnknown: CostUnknown,
  shedProfitDollars: z.object({ shop: Total.nullable() }),
  /** The stored value, a fraction. */
  shedProfitPercent: z.object({ shop: z.number().nullable() }),
  /** The labor bases of the order's shop; empty if it was priced without any. */
  laborBase: z.object({ shopValues: z.array(ShopValues) }),
  /** 15.34 means 15.34 %; null if the cost is unknown or the shop's labor values are missing. */
  adjustedProfitPercent: z.number().nullable(),
});

/** Null if no order's cost is known. */
const Sum = Total.nullable();
const Totals = z.object({
  orders: z.int(),
  withoutValues: z.int(),
  leftOut: LeftOut,
  retailPrice: Sum,
  material: Sum,
  labor: Sum,
  retailPart: Sum,
  overhead: Sum,
  profit: Sum,
  percent: z.number().nullable(),
  shedRevenue: Sum,
  shedProfit: Sum,
  shedProfitPercent: z.number().nullable(),
});

/** Orders with their adjusted profit (P10), the inputs used, and the default inputs. */
export const ProfitReport = z.object({
  range: RangeAnswer,
  inputs: Inputs,
  usual: Inputs,
  totals: Totals,
  rows: z.array(Row),
});
