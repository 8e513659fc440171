import { formatCents, formatDollars } from '../../../domain/cents.js';
import type { PricingCase } from '../../../domain/pricing/case.js';
import { passedOnToShop } from '../../../domain/pricing/costs.js';
import { explain, type Explanation } from '../../../domain/pricing/explain.js';
import type { OrderFigures } from '../../../domain/pricing/order.js';

/** An order as priced: what went in, the figures in cents, and the total that came with it in dollars. */
export interface Priced {
  readonly input: PricingCase;
  readonly figures: OrderFigures;
  readonly shedSuite: number | null;
}

/** Rows of the tables that repeat a figure of the order. */
const repeated: Readonly<Record<string, string>> = {
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

/** How a cell of the form's tables came about, by its row and column; null for what is no figure. */
export function explainFigure(row: string, column: string, priced: Priced): Explanation | null {
  const own = ownRows[row];
  if (own) return own(priced, column);
  const path = `${row}.${column}`;
  return explain(repeated[path] ?? path, priced.input, priced.figures);
}

type Own = (priced: Priced, view: string) => Explanation | null;
const inputs = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([label, value]) => ({ label, value }));

const ownRows: Readonly<Record<string, Own>> = {
  shedSuite: ({ shedSuite }) => ({
    title: 'Shed Suite total',
    rule: 'P5',
    formula: 'the total that came with the order',
    inputs: [],
    result: formatDollars(shedSuite ?? 0),
  }),
  difference: ({ shedSuite, figures: f }) => ({
    title: 'Difference',
    rule: 'P5',
    formula: 'Shed Suite total − (grand total of the order + adjustment of the company)',
    inputs: inputs(
      ['Shed Suite total', formatDollars(shedSuite ?? 0)],
      ['Grand total (order)', formatCents(f.grandTotal.order)],
      ['Adjustment (company)', formatCents(f.adjustment.company)],
    ),
    result: formatCents(Math.round((shedSuite ?? 0) * 100) - f.grandTotal.order - f.adjustment.company),
  }),
  passedOn: ({ input, figures: f }) => ({
    title: 'Passed on to shop',
    rule: 'P5',
    formula: 'sum of the shop amounts of lines split three ways',
    inputs: input.addOns.flatMap((line, at) =>
      line.companyDealerShopSplit
        ? inputs([line.name ?? `Line ${at + 1}`, formatCents(f.addOns[at]?.totalSalePrice.shop ?? 0)])
        : [],
    ),
    result: formatCents(passedOnToShop(input.addOns, f.addOns)),
  }),
  discounts: ({ input, figures: f }) => {
    const lines = input.addOns.flatMap((line, at) =>
      line.discount ? [{ name: line.name ?? `Line ${at + 1}`, amount: f.addOns[at]?.totalSalePrice.shop ?? 0 }] : [],
    );
    return {
      title: 'Discounts',
      rule: 'P5',
      formula: 'sum of the shop amounts of discount lines',
      inputs: inputs(...lines.map(({ name, amount }) => [name, formatCents(amount)] as const)),
      result: formatCents(lines.reduce((total, { amount }) => total + amount, 0)),
    };
  },
  lineProfits: ({ input, figures: f }, view) => {
    const of = (at: number) => f.addOns[at]?.profit[view === 'standard' ? 'standard' : 'shop'] ?? 0;
    return {
      title: `Profit of the add-on lines (${view})`,
      rule: 'P5',
      formula: 'sum of the lines, discounts without profit',
      inputs: inputs(...input.addOns.map((line, at) => [line.name ?? `Line ${at + 1}`, formatCents(of(at))] as const)),
      result: formatCents(input.addOns.reduce((total, _, at) => total + of(at), 0)),
    };
  },
};
