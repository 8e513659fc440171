import { getAllocation, defaultLinePercent, share } from '../allocation.js';
import type { CaseAddOn } from '../case/case.js';
import {
  count,
  dollarPart,
  type Entry,
  explainParts,
  type Explanation,
  type Input,
  type KnownCase,
  type KnownFigures,
  type KnownLine,
  money,
  percent,
  showPercent,
  type Spot,
  costView,
} from './parts.js';
import type { LineFigures } from '../figures.js';
import { lineLabor } from '../lines.js';
import { unitMaterial } from '../material.js';
import { isKeyOf } from '../../kernel/objects.js';

interface LineSpot extends Spot {
  line: CaseAddOn;
  figures: KnownLine;
}

type LineEntries = Record<keyof LineFigures, Entry<LineSpot>>;

/** How one figure of a line is calculated (P4); null if the line, figure or view does not exist. */
export function explainLine(
  c: KnownCase,
  f: KnownFigures,
  list: 'addOns' | 'customAddOns',
  at: number,
  key: string,
  view: string,
): Explanation | null {
  const figures = f[list][at];
  const line = list === 'addOns' ? c.addOns[at] : asAddOn(c.customAddOns[at]);
  if (!figures || !line || !isKeyOf(addOnEntries, key)) return null;
  const entry = (list === 'addOns' ? addOnEntries : customEntries)[key];
  const values: Partial<Record<string, number | undefined>> = { ...figures[key] };
  return explainParts(entry, { c, f, view, line, figures }, values[view]);
}

/** A custom add-on is priced per piece in the default mode. */
const asAddOn = (line: KnownCase['customAddOns'][number] | undefined): CaseAddOn | undefined =>
  line && { ...line, type: 'piece' };

/** Whether the shop's amount is a percent of the shop's total rather than a share of the price (P4). */
const isShopShareOfBase = ({ line }: LineSpot): boolean =>
  line.type === 'percent' && line.extendedPrice == null && getAllocation(line).shop === share;

function saleFormula(spot: LineSpot): string {
  const { line, view } = spot;
  const { company, shop } = getAllocation(line);
  if (view === 'company') return company.words;
  if (view === 'order') return priceFormula(spot);
  if (!isShopShareOfBase(spot)) return withPrice(shop.words, spot);
  return `shop total before percent lines × percent × quantity${line.discount ? ', subtracted' : ''}`;
}

function priceFormula(spot: LineSpot): string {
  const { line } = spot;
  const off = line.discount ? ', subtracted' : '';
  if (line.extendedPrice != null) return `price as sold${off}`;
  if (line.type === 'percent') return `order total before percent lines × percent × quantity${off}`;
  return `${line.type === 'sqft' ? 'retail price × quantity × square feet' : 'retail price × quantity'}${off}`;
}

/** What the customer pays for the line; undefined for a reader who may only see its parts. */
const computePrice = ({ figures }: LineSpot): number | undefined => figures.totalSalePrice?.order;

/** A formula with the price, or with its parts for a reader who may not see the price. */
const withPrice = (formula: string, spot: LineSpot): string =>
  computePrice(spot) === undefined && formula.startsWith('price')
    ? `${formula}, where price = ${priceFormula(spot)}`
    : formula;

function saleInputs(spot: LineSpot): (Input | null)[] {
  const { line, view } = spot;
  if (view === 'company') return [money('Price', computePrice(spot))];
  if (view === 'order') return partsOfPrice(spot, 'order');
  if (isShopShareOfBase(spot)) return partsOfPrice(spot, 'shop');
  return [...priceInputs(spot), percent('Shop percent', line.shopPercent ?? defaultLinePercent(line))];
}

function priceInputs(spot: LineSpot): (Input | null)[] {
  const price = computePrice(spot);
  return price === undefined ? partsOfPrice(spot, 'order') : [money('Price', price)];
}

type Side = 'shop' | 'order';

function partsOfPrice(spot: LineSpot, side: Side): (Input | null)[] {
  const { line } = spot;
  if (line.extendedPrice != null) return [dollarPart('Price as sold', line.extendedPrice)];
  if (line.type !== 'percent') return [dollarPart('Retail price', line.retailPrice), ...unitInputs(spot, line.type)];
  return [beforePercentLines(spot, side), percent('Percent', line.retailPrice), count('Quantity', line.quantity)];
}

/** The total, before any percent-type line, that the line is a percent of (P4); null if the reader may not see it. */
function beforePercentLines({ c, f }: LineSpot, side: Side): Input | null {
  const otherLines = [...f.addOns.filter((_, at) => c.addOns[at]?.type !== 'percent'), ...f.customAddOns];
  const base = side === 'shop' ? f.basePrice?.shop : f.basePrice?.company;
  const amounts = [base, ...otherLines.map(({ totalSalePrice }) => totalSalePrice?.[side])];
  if (!amounts.every((amount) => amount !== undefined)) return null;
  const total = amounts.reduce((all, amount) => all + amount, 0);
  return money(side === 'shop' ? 'Shop total before percent lines' : 'Order total before percent lines', total);
}

const unitInputs = ({ line, f }: LineSpot, type: string): (Input | null)[] => [
  count('Quantity', line.quantity),
  ...(type === 'sqft' ? [count('Square feet', f.sqft)] : []),
];

const unlessDiscount = (formula: (spot: LineSpot) => string) => (spot: LineSpot) =>
  spot.line.discount ? 'a discount has no cost and no profit' : formula(spot);

const noneOfDiscount = (inputs: (spot: LineSpot) => (Input | null)[]) => (spot: LineSpot) =>
  spot.line.discount ? [] : inputs(spot);

function laborInputs(spot: LineSpot): (Input | null)[] {
  const { type, total } = lineLabor(spot.line, costView(spot.view));
  if (type !== 'percent') return [dollarPart('Labor', total), ...unitInputs(spot, type)];
  const price = computePrice(spot);
  const inputs = price === undefined ? priceInputs(spot) : [money('Price', Math.abs(price))];
  return [...inputs, percent('Labor', total)];
}

function laborFormula(spot: LineSpot): string {
  const { type } = lineLabor(spot.line, costView(spot.view));
  if (type === 'percent') return withPrice('price × labor percent', spot);
  return type === 'sqft' ? 'labor × quantity × square feet' : 'labor × quantity';
}

const addOnEntries: LineEntries = {
  totalSalePrice: { title: 'Price', rule: 'P4', formula: saleFormula, inputs: saleInputs },
  totalMaterialCost: {
    title: 'Material',
    rule: 'P4',
    formula: unlessDiscount(({ line }) =>
      line.type === 'sqft' ? 'unit material × quantity × square feet' : 'unit material × quantity',
    ),
    inputs: noneOfDiscount((spot) => [
      dollarPart('Unit material', unitMaterial(spot.line, costView(spot.view)) / 1e4),
      ...unitInputs(spot, spot.line.type),
    ]),
  },
  totalLaborCost: {
    title: 'Labor',
    rule: 'P4',
    formula: unlessDiscount(laborFormula),
    inputs: noneOfDiscount(laborInputs),
  },
  totalCost: {
    title: 'Cost',
    rule: 'P4',
    formula: unlessDiscount(() => 'material + labor'),
    inputs: noneOfDiscount(({ figures, view }) => [
      money('Material', figures.totalMaterialCost?.[costView(view)]),
      money('Labor', figures.totalLaborCost?.[costView(view)]),
    ]),
  },
  profit: {
    title: 'Profit',
    rule: 'P4',
    formula: unlessDiscount(() => 'shop price − cost'),
    inputs: noneOfDiscount(({ figures, view }) => [
      money('Shop price', figures.totalSalePrice?.shop),
      money('Cost', figures.totalCost?.[costView(view)]),
    ]),
  },
  profitPercent: {
    title: 'Profit percent',
    rule: 'P4',
    formula: unlessDiscount(() => 'profit / shop price, or 0 if that is 0'),
    inputs: noneOfDiscount(({ figures, view }) => [
      money('Profit', figures.profit?.[costView(view)]),
      money('Shop price', figures.totalSalePrice?.shop),
    ]),
    show: (value, { figures }) => showPercent(value, figures.totalSalePrice?.shop),
  },
};

const typedIn = (title: string, key: 'totalMaterialCost' | 'totalLaborCost'): Entry<LineSpot> => ({
  title,
  rule: 'P4',
  formula: 'entered for the line',
  inputs: ({ figures, view }) => [money(title, figures[key]?.[costView(view)])],
});

const customEntries: LineEntries = {
  ...addOnEntries,
  totalMaterialCost: typedIn('Material', 'totalMaterialCost'),
  totalLaborCost: typedIn('Labor', 'totalLaborCost'),
};
