import { formatCents } from '../../kernel/cents.js';
import { dollarPart, feet, percent, priceView, type Spot, costView } from './parts.js';
import {
  costTerms,
  type Figure,
  footing,
  keys,
  type OrderEntry,
  overLines,
  passedOn,
  profit,
  explainRate,
  ratio,
  explainShare,
  titles,
} from './kinds.js';
import { type SellingCost, sellingCosts } from '../case/case.js';
import { laborValue } from '../labor.js';
import { componentCost } from '../material.js';
import { DEFAULT_SHOP_PERCENT } from '../percent.js';

const sellingTerms = keys(...sellingCosts);
const adjustmentKey = ['adjustment'] as const;

const entries: Record<Figure | 'sqft', OrderEntry> = {
  builderLabor: explainRate('builderLabor', 'buildBase', 'build', 'Build base'),
  roofLabor: explainRate('roofLabor', 'roofBase', 'roof', 'Roof base'),
  trussLabor: explainRate('trussLabor', 'trussCount', 'truss', 'Trusses'),
  paintLabor: explainRate('paintLabor', 'paintHours', 'paint', 'Paint hours'),
  doorLabor: {
    title: titles.doorLabor,
    rule: 'P2',
    formula: 'door cost',
    inputs: ({ c, view }) => [dollarPart('Door cost', laborValue(c.labor, 'doorCost', costView(view)))],
  },
  shedTotalLabor: footing('shedTotalLabor', 'P2', () =>
    keys('builderLabor', 'roofLabor', 'trussLabor', 'doorLabor', 'paintLabor'),
  ),
  addOnsTotalLabor: overLines('addOnsTotalLabor', 'addOns', 'totalLaborCost'),
  customAddOnsTotalLabor: overLines('customAddOnsTotalLabor', 'customAddOns', 'totalLaborCost'),
  totalLabor: footing('totalLabor', 'P5', () => keys('shedTotalLabor', 'addOnsTotalLabor', 'customAddOnsTotalLabor')),
  shedMaterialCost: {
    title: titles.shedMaterialCost,
    rule: 'P3',
    formula: 'sum of component cost × quantity',
    inputs: ({ c, view }) =>
      c.components.map((component, at) => ({
        label: `Component ${at + 1}`,
        value: `${formatCents(componentCost(component, costView(view)))} × ${component.quantity}`,
      })),
  },
  addOnsMaterialCostTotal: overLines('addOnsMaterialCostTotal', 'addOns', 'totalMaterialCost'),
  customAddOnsMaterialCostTotal: overLines('customAddOnsMaterialCostTotal', 'customAddOns', 'totalMaterialCost'),
  totalMaterialCost: footing('totalMaterialCost', 'P5', () =>
    keys('shedMaterialCost', 'addOnsMaterialCostTotal', 'customAddOnsMaterialCostTotal'),
  ),
  shedTotalCost: footing('shedTotalCost', 'P5', costTerms('shedTotalLabor', 'shedMaterialCost', 'basePrice')),
  addOnsTotalCost: footing(
    'addOnsTotalCost',
    'P5',
    costTerms('addOnsTotalLabor', 'addOnsMaterialCostTotal', 'addOnsTotal'),
    passedOn,
  ),
  customAddOnsTotalCost: footing(
    'customAddOnsTotalCost',
    'P5',
    costTerms('customAddOnsTotalLabor', 'customAddOnsMaterialCostTotal', 'customAddOnsTotal'),
  ),
  overhead: explainShare('overhead', 'subTotal', 'Overhead percent', ({ c, view }) => {
    if (view === 'company') return c.company.overheadPercentCompany;
    return view === 'shop' ? (c.shop.overhead ?? c.company.overheadPercentShop) : c.company.overheadPercentShop;
  }),
  totalCost: footing('totalCost', 'P5', (view) => [
    ...keys('shedTotalCost', 'addOnsTotalCost', 'customAddOnsTotalCost', 'overhead'),
    ...(view === 'company' ? [{ key: 'adjustment', view: 'shop' } as const, ...sellingTerms] : []),
  ]),
  shedProfitDollars: profit('shedProfitDollars', 'basePrice', 'shedTotalCost'),
  shedProfitPercent: ratio('shedProfitPercent', 'shedProfitDollars', 'basePrice'),
  addOnsProfitDollars: profit('addOnsProfitDollars', 'addOnsTotal', 'addOnsTotalCost'),
  addOnsProfitPercent: ratio('addOnsProfitPercent', 'addOnsProfitDollars', 'addOnsTotal'),
  customAddOnsProfitDollars: profit('customAddOnsProfitDollars', 'customAddOnsTotal', 'customAddOnsTotalCost'),
  customAddOnsProfitPercent: ratio('customAddOnsProfitPercent', 'customAddOnsProfitDollars', 'customAddOnsTotal'),
  profitDollars: profit('profitDollars', 'grandTotal', 'totalCost'),
  profitPercent: ratio('profitPercent', 'profitDollars', 'grandTotal'),
  basePrice: {
    title: titles.basePrice,
    rule: 'P5',
    formula: ({ view }) => (view === 'shop' ? 'retail base price × shop percent' : 'retail base price'),
    inputs: ({ c, view }) => [
      dollarPart('Retail base price', c.order.retailPrice),
      ...(view === 'shop' ? [percent('Shop percent', c.order.shopPercent ?? DEFAULT_SHOP_PERCENT)] : []),
    ],
  },
  addOnsTotal: overLines('addOnsTotal', 'addOns', 'totalSalePrice'),
  customAddOnsTotal: overLines('customAddOnsTotal', 'customAddOns', 'totalSalePrice'),
  subTotal: footing('subTotal', 'P5', (view) => [
    { key: 'basePrice', view: view === 'shop' ? 'shop' : 'company' },
    ...keys('addOnsTotal', 'customAddOnsTotal'),
  ]),
  adjustment: {
    title: titles.adjustment,
    rule: 'P5',
    formula: 'typed in',
    inputs: ({ c, view }) => [dollarPart('Adjustment', c.order.adjustment?.[priceView(view)] ?? 0)],
  },
  grandTotal: footing('grandTotal', 'P5', (view) => keys('subTotal', ...(view === 'order' ? [] : adjustmentKey))),
  dealerCommission: explainShare(
    'dealerCommission',
    'subTotal',
    'Dealer commission percent',
    ({ c }) => c.company.dealerCommissionPercent,
  ),
  salesRepCommission: explainShare(
    'salesRepCommission',
    'subTotal',
    'Sales rep commission percent',
    ({ c }) => c.company.salesRepCommissionPercent,
  ),
  escort: {
    title: titles.escort,
    rule: 'P5',
    formula: 'by width: fourteen wide escort from 14 ft, sixteen wide escort from 16 ft',
    inputs: ({ c }) => [
      feet('Width', c.order.width),
      dollarPart('Fourteen wide escort', c.company.fourteenWideEscort),
      dollarPart('Sixteen wide escort', c.company.sixteenWideEscort),
    ],
  },
  haul: {
    title: titles.haul,
    rule: 'P5',
    formula: ({ c }) =>
      c.haulBase === null
        ? 'no haul without a haul base'
        : 'haul base × (shop to lot × dealer haul + lot to customer) + fuel surcharge',
    inputs: ({ c }) => [
      dollarPart('Haul base', c.haulBase),
      percent('Shop to lot', c.company.shopToLotPercent),
      percent('Dealer haul', c.dealer?.haulPercent ?? 100),
      percent('Lot to customer', c.company.lotToCustomerPercent),
      dollarPart('Fuel surcharge', c.company.fuelSurcharge),
    ],
  },
  sqft: {
    title: 'Square feet',
    rule: 'P4',
    formula: 'width × length',
    inputs: ({ c }) => [feet('Width', c.order.width), feet('Length', c.order.length)],
    show: (value) => `${value} sq ft`,
  },
};

/** A selling cost, either calculated or entered by the office. */
function orTyped(name: SellingCost): OrderEntry {
  const entry = entries[name];
  const typedIn = ({ c }: Spot) => c.order.typedCosts?.[name] ?? null;
  return {
    ...entry,
    formula: (order) =>
      typedIn(order) === null
        ? typeof entry.formula === 'string'
          ? entry.formula
          : entry.formula(order)
        : 'entered instead of the calculated amount',
    inputs: (order) => {
      const amount = typedIn(order);
      return amount === null ? entry.inputs(order) : [dollarPart(titles[name], amount)];
    },
  };
}

/** Every figure of an order except those of its lines. */
export const orderEntries: ReadonlyMap<string, OrderEntry> = new Map([
  ...Object.entries(entries),
  ...sellingCosts.map((name) => [name, orTyped(name)] as const),
]);
