import { formatCents, formatDollars } from '../../kernel/cents.js';
import type { PricingCase } from '../case/case.js';
import { explain, type Explanation, type KnownCase, type KnownFigures } from './explain.js';
import { isPassedOn, type ExplainedPart, shopAmounts, total } from './kinds.js';
import { type Input, money } from './parts.js';

/**
 * A priced order, reduced to what its reader may see: its inputs, its figures in cents, and its uploaded total in
 * dollars.
 */
export interface PricedCell {
  readonly input: KnownCase;
  readonly figures: KnownFigures;
  readonly shedSuite: number | null;
}

/** The columns of the tables. */
export const cellViews = ['shop', 'standard', 'company', 'order'] as const;

/** Table rows that repeat a figure of the order. */
const repeatedCells: Readonly<Record<string, string>> = {
  'basePrice.order': 'basePrice.company',
  'adjustmentToShop.company': 'adjustment.shop',
  'adjustmentOfShop.company': 'adjustment.shop',
  'shedToShop.company': 'shedTotalCost.company',
  'addOnsToShop.company': 'addOnsTotalCost.company',
  'customToShop.company': 'customAddOnsTotalCost.company',
  'shopTotal.company': 'grandTotal.shop',
  'dealerCommission.company': 'dealerCommission',
  'salesRepCommission.company': 'salesRepCommission',
  'escort.company': 'escort',
  'haul.company': 'haul',
};

/**
 * Explains a cell of an order's tables by its row and column: `totalCost`, `addOns[2].profit`, `difference`, and a
 * view. Null for anything that is not a figure, and for what the reader may not know.
 */
export function explainCell(row: string, column: string, pricedCell: PricedCell): Explanation | null {
  if (Object.hasOwn(ownRows, row)) return ownRows[row]?.(pricedCell, column) ?? null;
  const path = `${row}.${column}`;
  return explain(
    Object.hasOwn(repeatedCells, path) ? (repeatedCells[path] ?? path) : path,
    pricedCell.input,
    pricedCell.figures,
  );
}

type ExplainCell = (cell: PricedCell, view: string) => Explanation | null;

const ownRows: Readonly<Record<string, ExplainCell>> = {
  shedSuite: ({ shedSuite }, view) =>
    shedSuite === null || view !== 'order'
      ? null
      : {
          title: 'Shed Suite total',
          rule: 'P5',
          formula: 'the total uploaded with the order',
          inputs: [],
          result: formatDollars(shedSuite),
        },
  difference: ({ shedSuite, figures }, view) => {
    const [total, adjustment] = [figures.grandTotal?.order, figures.adjustment?.company];
    if (shedSuite === null || total === undefined || adjustment === undefined || view !== 'order') return null;
    return {
      title: 'Difference',
      rule: 'P5',
      formula: 'Shed Suite total − (order grand total + company adjustment)',
      inputs: [
        { label: 'Shed Suite total', value: formatDollars(shedSuite) },
        { label: 'Grand total (order)', value: formatCents(total) },
        { label: 'Adjustment (company)', value: formatCents(adjustment) },
      ],
      result: formatCents(Math.round(shedSuite * 100) - total - adjustment),
    };
  },
  passedOn: ({ input, figures }, view) =>
    view === 'company' && figures.addOnsTotalCost?.company !== undefined
      ? explainSum(
          'Passed on to shop',
          'sum of the shop amounts of lines split three ways',
          shopAmounts({ c: input, f: figures }, isPassedOn),
        )
      : null,
  discounts: ({ input, figures }, view) =>
    isBuilt(view)
      ? explainSum(
          'Discounts',
          'sum of the shop amounts of discount lines',
          shopAmounts({ c: input, f: figures }, (line) => line.discount === true),
        )
      : null,
  lineProfits: ({ input, figures }, view) =>
    isBuilt(view)
      ? explainSum(
          `Add-on line profit (${view})`,
          'sum of the lines; discounts have no profit',
          input.addOns.map((line, at) => ({
            label: line.name || `Line ${at + 1}`,
            amount: figures.addOns[at]?.profit?.[view],
          })),
        )
      : null,
};

const isBuilt = (view: string): view is 'shop' | 'standard' => view === 'shop' || view === 'standard';

/** The sum of amounts in cents; null if one of them is not known. */
function explainSum(title: string, formula: string, parts: readonly ExplainedPart[]): Explanation | null {
  const inputs = parts.map(({ label, amount }): Input | null => money(label, amount)).filter((input) => input !== null);
  if (inputs.length < parts.length) return null;
  return { title, rule: 'P5', formula, inputs, result: formatCents(total(parts)) };
}

/** The empty case of an order that matches nothing in the catalogue, without values and settings. */
export const notPriced: Omit<PricingCase, 'order' | 'addOns' | 'customAddOns'> = {
  company: {
    overheadPercentCompany: 0,
    overheadPercentShop: 0,
    dealerCommissionPercent: 0,
    salesRepCommissionPercent: 0,
    shopToLotPercent: 0,
    lotToCustomerPercent: 0,
    fourteenWideEscort: 0,
    sixteenWideEscort: 0,
    fuelSurcharge: 0,
  },
  shop: {},
  dealer: null,
  labor: {},
  rates: {},
  components: [],
  haulBase: null,
};
