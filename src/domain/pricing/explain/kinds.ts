import { getAllocation } from '../allocation.js';
import type { CaseAddOn, CaseLaborValues, CaseRateValues } from '../case/case.js';
import {
  count,
  dollarPart,
  type Entry,
  type Input,
  type KnownFigures,
  money,
  percent,
  priceView,
  showPercent,
  type Spot,
  costView,
} from './parts.js';
import type { OrderFigures } from '../figures.js';
import { laborValue, getLaborRate } from '../labor.js';

/** A figure of the order itself. */
export type Figure = Exclude<keyof OrderFigures, 'addOns' | 'customAddOns' | 'sqft'>;
export type OrderEntry = Entry<Spot>;

/** A term of a sum: a figure and its view; by default the view being explained. */
interface Term {
  key: Figure;
  view?: string;
  minus?: true;
}

/** The label of each figure on screens. */
export const titles = {
  builderLabor: 'Builder labor',
  roofLabor: 'Roof labor',
  trussLabor: 'Truss labor',
  doorLabor: 'Door labor',
  paintLabor: 'Paint labor',
  shedTotalLabor: 'Shed labor',
  addOnsTotalLabor: 'Add-ons labor',
  customAddOnsTotalLabor: 'Custom add-ons labor',
  totalLabor: 'Total labor',
  shedMaterialCost: 'Shed material',
  addOnsMaterialCostTotal: 'Add-ons material',
  customAddOnsMaterialCostTotal: 'Custom add-ons material',
  totalMaterialCost: 'Total material',
  shedTotalCost: 'Shed cost',
  addOnsTotalCost: 'Add-ons cost',
  customAddOnsTotalCost: 'Custom add-ons cost',
  overhead: 'Overhead',
  totalCost: 'Total cost',
  shedProfitDollars: 'Shed profit',
  shedProfitPercent: 'Shed profit percent',
  addOnsProfitDollars: 'Add-ons profit',
  addOnsProfitPercent: 'Add-ons profit percent',
  customAddOnsProfitDollars: 'Custom add-ons profit',
  customAddOnsProfitPercent: 'Custom add-ons profit percent',
  profitDollars: 'Profit',
  profitPercent: 'Profit percent',
  basePrice: 'Base price',
  addOnsTotal: 'Add-ons',
  customAddOnsTotal: 'Custom add-ons',
  subTotal: 'Sub-total',
  adjustment: 'Adjustment',
  grandTotal: 'Grand total',
  dealerCommission: 'Dealer commission',
  salesRepCommission: 'Sales rep commission',
  escort: 'Escort',
  haul: 'Haul',
} as const satisfies Record<Figure, string>;

/** Terms in the view being explained. */
export const keys = (...names: Figure[]): Term[] => names.map((key) => ({ key }));

/** A figure that is a sum of other figures, plus the extra term if given. */
export function footing(
  key: Figure,
  rule: OrderEntry['rule'],
  terms: (view: string) => Term[],
  extra?: KindDetails,
): OrderEntry {
  return {
    title: titles[key],
    rule,
    formula: ({ view }) =>
      terms(view)
        .map((term, at) => (term.minus ? ' − ' : at ? ' + ' : '') + titles[term.key].toLowerCase())
        .join('') + (extra?.formula(view) ?? ''),
    inputs: (spot) => [
      ...terms(spot.view).map((term) =>
        money(titles[term.key], computeAmount(spot.f, term.key, term.view ?? spot.view)),
      ),
      ...(extra?.inputs(spot) ?? []),
    ],
  };
}

interface KindDetails {
  formula: (view: string) => string;
  inputs: (spot: Spot) => (Input | null)[];
}

/** A named amount in cents; undefined if not known. */
export interface ExplainedPart {
  readonly label: string;
  readonly amount: number | undefined;
}

/** The sum of the known amounts, in cents. */
export const total = (parts: readonly ExplainedPart[]): number =>
  parts.reduce((all, { amount = 0 }) => all + amount, 0);

/** The named lines that pass the test, with the shop's amounts. */
export const shopAmounts = ({ c, f }: Pick<Spot, 'c' | 'f'>, test: (line: CaseAddOn) => boolean): ExplainedPart[] =>
  c.addOns.flatMap((line, at) =>
    test(line) ? [{ label: line.name || `Line ${at + 1}`, amount: f.addOns[at]?.totalSalePrice?.shop }] : [],
  );

/** P5: whether the company only passes on the shop's amount of a line. */
export const isPassedOn = (line: CaseAddOn): boolean => getAllocation(line).isPassedOn === true;

/** The amount that the company subtracts from its add-on costs because it is only passed on (P5). */
export const passedOn: KindDetails = {
  formula: (view) => (view === 'company' ? ' − passed on to shop (split three ways)' : ''),
  inputs: (spot) => (spot.view === 'company' ? [money('Passed on to shop', total(shopAmounts(spot, isPassedOn)))] : []),
};

function computeAmount(f: KnownFigures, key: Figure, view: string): number | undefined {
  const figure = f[key];
  return typeof figure === 'number' ? figure : getView(figure, view);
}

/** A labor figure: a base times its rate (P2). */
export function explainRate(
  key: Figure,
  base: keyof CaseLaborValues,
  rate: keyof CaseRateValues,
  label: string,
): OrderEntry {
  const rateIn = ({ c, view }: Spot) => getLaborRate(c.rates, rate, costView(view));
  return {
    title: titles[key],
    rule: 'P2',
    formula: (spot) => `${label.toLowerCase()} × rate${rateIn(spot).type === 'percent' ? ' / 100' : ''}`,
    inputs: (spot) => {
      const value = laborValue(spot.c.labor, base, costView(spot.view));
      const { type, value: rate } = rateIn(spot);
      return [
        base.endsWith('Base') ? dollarPart(label, value) : count(label, value),
        type === 'percent' ? percent('Rate', rate ?? 0) : dollarPart('Rate', rate ?? 0),
      ];
    },
  };
}

type LineKey = 'totalLaborCost' | 'totalMaterialCost' | 'totalSalePrice';

/** A sum over the lines of a list. */
export const overLines = (key: Figure, list: 'addOns' | 'customAddOns', part: LineKey): OrderEntry => ({
  title: titles[key],
  rule: 'P5',
  formula: 'sum of the lines',
  inputs: ({ c, f, view }) =>
    f[list].map((line, at) => money(c[list][at]?.name || `Line ${at + 1}`, getView(line[part], view))),
});

function getView(figure: object | undefined, view: string): number | undefined {
  const views: Partial<Record<string, number | null>> = { ...figure };
  return views[view] ?? undefined;
}

/** A percent of a total. */
export const explainShare = (
  key: Figure,
  revenue: Figure,
  label: string,
  percentIn: (spot: Spot) => number | undefined,
): OrderEntry => ({
  title: titles[key],
  rule: 'P5',
  formula: `${titles[revenue].toLowerCase()} × ${label.toLowerCase()}`,
  inputs: (spot) => [
    money(titles[revenue], computeAmount(spot.f, revenue, spot.view ? priceView(spot.view) : 'company')),
    percent(label, percentIn(spot)),
  ],
});

/** Revenue minus cost. */
export const profit = (key: Figure, revenue: Figure, cost: Figure): OrderEntry =>
  footing(key, 'P5', (view) => [
    { key: revenue, view: priceView(view) },
    { key: cost, minus: true },
  ]);

/** Profit as a fraction of revenue. */
export const ratio = (key: Figure, dollarsKey: Figure, revenue: Figure): OrderEntry => ({
  title: titles[key],
  rule: 'P5',
  formula: `${titles[dollarsKey].toLowerCase()} / ${titles[revenue].toLowerCase()}, or 0 if that is 0`,
  inputs: ({ f, view }) => [
    money(titles[dollarsKey], computeAmount(f, dollarsKey, view)),
    money(titles[revenue], computeAmount(f, revenue, priceView(view))),
  ],
  show: (value, { f, view }) => showPercent(value, computeAmount(f, revenue, priceView(view))),
});

/** The terms of a cost: labor and material; for the company, which buys the shed finished, the shop's price. */
export const costTerms = (labor: Figure, material: Figure, price: Figure) => (view: string) =>
  view === 'company' ? [{ key: price, view: 'shop' }] : keys(labor, material);
