import { z } from 'zod';
import { TableFormat } from '../../files/table-format.js';
import { Total } from '../../kernel/money.js';
import { CostUnknown } from '../../pricing/unknown-schema.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { NO_PERCENT } from './usual-inputs.js';

const fourDecimals = (value: number): boolean => Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6;

const readPercent = (text: string): number | null => (['', NO_PERCENT].includes(text) ? null : Number(text));

/** A percent in a calculator, 61.25 means 61.25 %: up to 1,000, may be negative. Empty or `none` is null. */
const Percentage = z
  .preprocess(
    (value) => (typeof value === 'string' ? readPercent(value.trim()) : value),
    z
      .number('must be a number')
      .min(-1000, 'must be at least -1,000')
      .max(1000, 'must be at most 1,000')
      .refine(fourDecimals, 'must have at most 4 decimals')
      .nullable(),
  )
  .optional();

/** Inputs of both calculators. A percent that is left out uses the default; an empty target is ignored. */
const CommonInputs = z.object({
  type: z.enum(['INV', 'NB']).default('INV'),
  /** The shop's percents of retail for widths under 14 feet, and for 14 feet or more. */
  small: Percentage,
  large: Percentage,
  gp: Percentage,
  by: z.enum(['target', 'discount', 'today']).default('target'),
  discount: Percentage,
});
export const ShopInputs = CommonInputs;
export type ShopInputs = z.output<typeof ShopInputs>;

export const CompanyInputs = CommonInputs.extend({
  /** The desired standard gross profit of the shop. */
  shopGp: Percentage,
  dealer: Percentage,
  rep: Percentage,
  overhead: Percentage,
  shopOverhead: Percentage,
});
export type CompanyInputs = z.output<typeof CompanyInputs>;

const CalculatorModel = z.object({ model: Id });
export const ShopAsked = CalculatorModel.extend(ShopInputs.shape);
export const CompanyAsked = CalculatorModel.extend({ shop: Id });
export const ExportForShop = ShopAsked.extend({ format: TableFormat });
export const ExportForCompany = CompanyAsked.extend({ ...CompanyInputs.shape, format: TableFormat });

const Groups = z.object({ eightTenTwelve: z.number(), fourteenSixteen: z.number() });
const Percents = z.object({ INV: Groups, NB: Groups });

const Shed = z.object({
  _id: z.uuid(),
  baseStyle: NamedRecord,
  /** Why the cost of its box is unknown; figures that depend on it are then null. Empty if it is known. */
  costUnknown: CostUnknown,
  width: z.number(),
  length: z.number(),
  retailPrice: Total,
});

const Profit = z.object({ revenue: Total, grossProfit: Total, percent: z.number() });
const Suggestion = z.object({
  price: Total.nullable(),
  why: z.enum(['not-attainable', 'no-target', 'cost-unknown']).nullable(),
});

/** The model of a calculator, and the shop's percents for it. */
const setup = { model: NamedRecord, category: NamedRecord, percents: Percents };

/** A shop's percents and the results for each size; its overhead is null if the shop has not set one. */
export const ShopCalculator = z.object({
  ...setup,
  overhead: z.number().nullable(),
  items: z.array(Shed.extend({ suggestion: Suggestion, current: Profit.nullable(), suggested: Profit.nullable() })),
  total: z.int(),
});
export type ShopCalculator = z.output<typeof ShopCalculator>;

/** The company's starting values: its shares, and standard costs, haul and escort of each size. */
export const CompanyCalculator = z.object({
  shop: NamedRecord,
  ...setup,
  dealerCommissionPercent: z.number(),
  salesRepCommissionPercent: z.number(),
  overheadPercentCompany: z.number(),
  overheadPercentShop: z.number(),
  items: z.array(Shed.extend({ standardBoxCost: Total.nullable(), haul: Total, escort: Total })),
  total: z.int(),
});
export type CompanyCalculator = z.output<typeof CompanyCalculator>;
