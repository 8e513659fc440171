import { z } from 'zod';
import { Total } from '../money.js';

type Value = typeof Total | z.ZodNumber;
type Views<V extends string, T extends Value> = z.ZodObject<{ [P in V]: T }>;

/** A schema for each group of figures, limited to some views. */
function each<G extends string, V extends string, T extends Value>(
  groups: readonly G[],
  views: readonly V[],
  value: T,
) {
  const group = z.object(Object.fromEntries(views.map((view) => [view, value]))) as unknown as Views<V, T>;
  return Object.fromEntries(groups.map((name) => [name, group])) as { [K in G]: Views<V, T> };
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
const prices = ['basePrice', 'adjustment'] as const;
const sales = ['addOnsTotal', 'customAddOnsTotal', 'subTotal', 'grandTotal'] as const;
const lineCosts = ['totalMaterialCost', 'totalLaborCost', 'totalCost', 'profit'] as const;

/** Every figure of an order as the office sees it: dollars on the wire, profit percents as fractions. */
export const officeFigures = {
  ...each([...labor, ...material], ['shop', 'standard'], Total),
  ...each(costs, ['shop', 'standard', 'company'], Total),
  ...each(percents, ['shop', 'standard', 'company'], z.number()),
  ...each(prices, ['shop', 'company'], Total),
  ...each(sales, ['shop', 'company', 'order'], Total),
  dealerCommission: Total,
  salesRepCommission: Total,
  escort: Total,
  haul: Total,
};

/** The figures of an order that a shop may see: no company or order view, nothing of what selling costs the company. */
export const shopFigures = {
  ...each([...labor, ...material, ...costs], ['shop', 'standard'], Total),
  ...each(percents, ['shop', 'standard'], z.number()),
  ...each([...prices, ...sales], ['shop'], Total),
};

const lineFigures = {
  ...each(lineCosts, ['shop', 'standard'], Total),
  ...each(['profitPercent'], ['shop', 'standard'], z.number()),
};

/** The figures of a line as the office sees them. */
export const officeLineFigures = { ...each(['totalSalePrice'], ['shop', 'company', 'order'], Total), ...lineFigures };
/** The figures of a line that a shop may see. */
export const shopLineFigures = { ...each(['totalSalePrice'], ['shop'], Total), ...lineFigures };
