import { z } from 'zod';
import { Total } from '../../../kernel/money.js';
import { addOnGroups, companyMoney, shopMoney, topGroups } from '../../../pricing/uses/top-orders.js';
import { hundredths } from '../../../kernel/records/fields.js';
import { ReportFilter } from '../filter.js';
import { LeftOut } from '../../../pricing/unknown-schema.js';
import { inputLabels, getLimits, officeInputNames, ownInputNames, type InputName } from './rules.js';
import { toKeys, toRecord } from '../../../kernel/objects.js';

function Input(name: InputName) {
  const { min, max } = getLimits(name);
  return z
    .number('must be a number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max.toLocaleString('en-US')}`)
    .refine(hundredths, 'must have at most 2 decimals');
}

const names = toKeys(inputLabels);
const numbers = <N extends string>(of: readonly N[]) => toRecord(of, () => z.number());
const amounts = <N extends string>(of: readonly N[]) => toRecord(of, () => Total);

/**
 * Percents to calculate with. One that is left out uses the default for the actor's side; one for the other side is
 * ignored.
 */
const Inputs = z.object(toRecord(names, (name) => Input(name).optional())).default(() => ({}));

/** The filter of the top 100. By default it uses the order date, and all statuses but New and Canceled. */
export const TopOrdersFilter = ReportFilter.extend({ inputs: Inputs });
export type TopOrdersFilter = z.output<typeof TopOrdersFilter>;

const NamedGroup = z.object({ _id: z.uuid().nullable(), name: z.string() });
const Shed = z.object({
  model: NamedGroup,
  category: NamedGroup,
  width: z.number(),
  length: z.number(),
  group: z.enum(topGroups),
});

/** Totals by add-on name: dollars and quantity. */
const AddOns = z.record(z.string(), z.object({ retailPrice: Total, quantity: z.number() }));

const Row = z.object({
  shed: Shed,
  count: z.int(),
  totalShopShedExpense: Total,
  totalShopStandardAddOnCost: Total,
  addonShopPercentages: AddOns,
  addOnRetail: z.object(amounts(addOnGroups)),
  /** P9: what the add-ons pay the shop with these inputs. */
  addOnShopRetailTotal: Total,
});

const ShopFigures = z.object({ ...amounts(shopMoney), gpPercent: z.number() });
const CompanyFigures = z.object({ ...amounts(companyMoney), companyGpPercent: z.number() });
const OfficeFigures = ShopFigures.extend(CompanyFigures.shape);

const OfficeRow = Row.extend({
  totalStandardShedExpense: Total,
  totalStandardAddOnCost: Total,
  baseRetailTotal: Total,
  /** P9: retail of the add-ons whose mode pays the shop, after the price change. */
  addOnRetailTotal: Total,
  haulTotal: Total,
  escortTotal: Total,
  figures: OfficeFigures,
});
const ShopRow = Row.extend({
  /** Today's catalogue price of the row's sheds. */
  listRetailTotal: Total,
  /** Orders whose shed is not in the catalogue, so that their boxes have no retail. */
  unpriced: z.int(),
  /** What percent add-ons pay the shop, at the rate they were sold at (P4). */
  percentLines: Total,
  figures: ShopFigures,
});

/**
 * The optimizer's result for a width group: the percent it found, and gross profit as a fraction at every percent it
 * tried.
 */
const Optimum = z.object({
  group: z.enum(topGroups),
  rows: z.int(),
  percent: z.number().nullable(),
  curve: z.array(z.object({ percent: z.number(), gpPercent: z.number() })),
});

const Answer = z.object({
  range: z.object({ from: z.string(), to: z.string(), words: z.string() }),
  count: z.int(),
  leftOut: LeftOut,
});

/** At most 100 rows sorted by gross profit, their inputs and their total. */
export const TopOrders = {
  office: Answer.extend({
    inputs: z.object(numbers(officeInputNames)),
    defaults: z.object(numbers(officeInputNames)),
    rows: z.array(OfficeRow),
    totals: OfficeFigures,
    optimizer: z.array(Optimum),
  }),
  shop: Answer.extend({
    inputs: z.object(numbers(ownInputNames)),
    defaults: z.object(numbers(ownInputNames)),
    rows: z.array(ShopRow),
    totals: ShopFigures,
  }),
};
