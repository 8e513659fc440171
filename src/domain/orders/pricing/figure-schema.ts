import { z } from 'zod';
import { Total } from '../../kernel/money.js';
import { toRecord } from '../../kernel/objects.js';

type Amount = typeof Total | z.ZodNullable<typeof Total>;
type Fraction = z.ZodNumber | z.ZodNullable<z.ZodNumber>;
type Value = Amount | Fraction;
type Views<V extends string, T extends Value> = z.ZodObject<{ [P in V]: T }>;

/** A schema for each group of figures, limited to some views. */
function each<G extends string, V extends string, T extends Value>(
  groups: readonly G[],
  views: readonly V[],
  value: T,
) {
  const group: Views<V, T> = z.object(toRecord(views, () => value));
  return toRecord(groups, () => group);
}

const labor = [
  'builderLabor',
  'roofLabor',
  'trussLabor',
  'doorLabor',
  'paintLabor',
  'shedTotalLabor',
  'addOnsTotalLabor',
  'customAddOnsTotalLabor',
  'totalLabor',
] as const;
const material = [
  'shedMaterialCost',
  'addOnsMaterialCostTotal',
  'customAddOnsMaterialCostTotal',
  'totalMaterialCost',
] as const;
const costs = [
  'shedTotalCost',
  'addOnsTotalCost',
  'customAddOnsTotalCost',
  'overhead',
  'totalCost',
  'shedProfitDollars',
  'addOnsProfitDollars',
  'customAddOnsProfitDollars',
  'profitDollars',
] as const;
const percents = ['shedProfitPercent', 'addOnsProfitPercent', 'customAddOnsProfitPercent', 'profitPercent'] as const;
const sales = ['addOnsTotal', 'customAddOnsTotal', 'subTotal', 'grandTotal'] as const;
const lineCosts = ['totalMaterialCost', 'totalLaborCost', 'totalCost', 'profit'] as const;

/** Revenue is always an amount; figures that depend on costs use the given schemas. */
const office = <A extends Amount, F extends Fraction>(amount: A, percent: F) => ({
  ...each([...labor, ...material], ['shop', 'standard'], amount),
  ...each(costs, ['shop', 'standard', 'company'], amount),
  ...each(percents, ['shop', 'standard', 'company'], percent),
  ...each(['basePrice'], ['shop', 'company'], Total),
  ...each(['adjustment'], ['shop', 'company'], amount),
  ...each(sales, ['shop', 'company', 'order'], Total),
  dealerCommission: amount,
  salesRepCommission: amount,
  escort: amount,
  haul: amount,
});

const shop = <A extends Amount, F extends Fraction>(amount: A, percent: F) => ({
  ...each([...labor, ...material, ...costs], ['shop', 'standard'], amount),
  ...each(percents, ['shop', 'standard'], percent),
  ...each(['adjustment'], ['shop'], amount),
  ...each(['basePrice', ...sales], ['shop'], Total),
});

/** Every figure of an order as the office sees it: dollars on the wire, profit percents as fractions. */
export const officeFigures = office(Total, z.number());

/** The figures of an order that a shop may see, without company and order views and the company's selling costs. */
export const shopFigures = shop(Total, z.number());

/** Sums of order figures for the office; figures that depend on costs are null if no order's cost is known. */
export const officeSums = office(Total.nullable(), z.number().nullable());

/** Sums of order figures that a shop may see. */
export const shopSums = shop(Total.nullable(), z.number().nullable());

const lineFigures = {
  ...each(lineCosts, ['shop', 'standard'], Total),
  ...each(['profitPercent'], ['shop', 'standard'], z.number()),
};

/** The figures of a line for the office. */
export const officeLineFigures = { ...each(['totalSalePrice'], ['shop', 'company', 'order'], Total), ...lineFigures };
/** The figures of a line that a shop may see. */
export const shopLineFigures = { ...each(['totalSalePrice'], ['shop'], Total), ...lineFigures };
