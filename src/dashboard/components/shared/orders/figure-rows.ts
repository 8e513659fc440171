import type { FigureColumn, FigureGroup, FigureRow } from '../../ui/table/figure-table.js';
import { COST_UNKNOWN, type UnknownCost } from '../../../../domain/pricing/unknown-cost.js';
import { figureAt, type FigureKey, type FiguresShown, type LineShown, type View } from './order-types.js';
import { toEntries } from '../../../../domain/kernel/objects.js';

/** A line as the tables use it: its figures, and whether it is a discount. */
export interface PricedLine extends LineShown {
  readonly discount: boolean;
  /** The cost is unknown: the add-on is not in the catalogue and no cost was entered. */
  readonly isUncosted: boolean;
}

const viewLabels: Readonly<Record<View, string>> = {
  shop: 'Shop',
  standard: 'Standard',
  company: 'Company',
  order: 'Order',
};

export const toColumns = (views: readonly View[]): FigureColumn[] =>
  views.map((view) => ({ key: view, label: viewLabels[view] }));

type Weight = NonNullable<FigureRow['weight']>;
type Values = FigureRow['values'];

const across = (views: readonly View[], value: (view: View) => number | null | undefined): Values =>
  Object.fromEntries(views.map((view) => [view, value(view)]));

const toRow = (f: FiguresShown, views: readonly View[], key: FigureKey, label: string, weight?: Weight): FigureRow => ({
  id: key,
  label,
  values: across(views, (view) => figureAt(f, key, view)),
  ...(weight ? { weight } : {}),
});

/** Adds amounts in dollars, exact to the cent. */
export const addDollars = (...amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;

/** Sub-Total, Adjustment and Grand Total by view; for the office also the total in the uploaded order (P5). */
export function totalGroups(
  f: FiguresShown,
  views: readonly View[],
  shedSuite: number | null | undefined,
): FigureGroup[] {
  const base = toRow(f, views, 'basePrice', 'Base price');
  const rows: FigureRow[] = [
    { ...base, values: across(views, (view) => figureAt(f, 'basePrice', view === 'order' ? 'company' : view)) },
    toRow(f, views, 'addOnsTotal', 'Add-ons'),
    toRow(f, views, 'customAddOnsTotal', 'Custom add-ons'),
    toRow(f, views, 'subTotal', 'Sub-Total', 'subtotal'),
    toRow(f, views, 'adjustment', 'Adjustment'),
    toRow(f, views, 'grandTotal', 'Grand Total', 'total'),
  ];
  if (shedSuite == null) return [{ rows }];
  const sellingRows: FigureRow[] = [
    { id: 'shedSuite', label: 'Shed Suite total', values: { order: shedSuite } },
    { id: 'difference', label: 'Difference', values: { order: addDollars(shedSuite, -expectedTotal(f)) } },
  ];
  return [{ rows }, { rows: sellingRows }];
}

/** The expected total of the sales system: what the customer pays, with the company's adjustment. */
export const expectedTotal = (f: FiguresShown): number =>
  addDollars(figureAt(f, 'grandTotal', 'order') ?? 0, figureAt(f, 'adjustment', 'company') ?? 0);

/**
 * P5: Σ shop amounts of the lines split three ways, which the company passes on to the shop; `leftOut` is the number of
 * orders excluded because their cost is unknown.
 */
export function passedOn(f: FiguresShown, leftOut = 0): number {
  const company = (['shedTotalCost', 'addOnsTotalCost', 'customAddOnsTotalCost'] as const).map(
    (key) => -(figureAt(f, key, 'company') ?? 0),
  );
  return addDollars(
    figureAt(f, 'grandTotal', 'shop') ?? 0,
    ...company,
    -(figureAt(f, 'adjustment', 'shop') ?? 0),
    -leftOut,
  );
}

/** P5: Σ shop amounts of the discount lines, which have no cost. */
export const discounts = (lines: readonly PricedLine[]): number =>
  addDollars(...lines.filter((line) => line.discount).map((line) => line.totalSalePrice?.shop ?? 0));

/** P5: Σ profits of the lines; a discount has none. */
export const lineProfits = (lines: readonly PricedLine[], view: View): number =>
  addDollars(...lines.map((line) => line.profit?.[view] ?? 0));

const labor = {
  builderLabor: 'Builder',
  roofLabor: 'Roof',
  trussLabor: 'Truss',
  doorLabor: 'Door',
  paintLabor: 'Paint',
  shedTotalLabor: 'Shed labor',
  addOnsTotalLabor: 'Add-ons',
  customAddOnsTotalLabor: 'Custom add-ons',
  totalLabor: 'Total labor',
} as const;
const material = {
  shedMaterialCost: 'Shed',
  addOnsMaterialCostTotal: 'Add-ons',
  customAddOnsMaterialCostTotal: 'Custom add-ons',
  totalMaterialCost: 'Total material',
} as const;
const cost = {
  shedTotalCost: 'Shed',
  addOnsTotalCost: 'Add-ons',
  customAddOnsTotalCost: 'Custom add-ons',
  overhead: 'Overhead',
} as const;
/** Labels of the costs of selling. */
export const sellingLabels = {
  dealerCommission: 'Dealer commission',
  salesRepCommission: 'Sales rep commission',
  escort: 'Escort',
  haul: 'Haul',
} as const;

const wholes = ['totalCost', 'profitDollars', 'profitPercent'];
const sheds = ['shedTotalCost', 'shedProfitDollars', 'shedProfitPercent', ...wholes];
const ofShedLabor = [
  'builderLabor',
  'roofLabor',
  'trussLabor',
  'doorLabor',
  'paintLabor',
  'shedTotalLabor',
  'totalLabor',
];
const ofShedMaterial = ['shedMaterialCost', 'totalMaterialCost'];
/** The rows whose cost is unknown, by reason: in all views, or only in the shop's views. */
const unknownRows: Readonly<Record<UnknownCost, readonly string[]>> = {
  model: [...ofShedLabor, ...ofShedMaterial, ...sheds],
  labor: [...ofShedLabor, ...sheds],
  material: [...ofShedMaterial, ...sheds],
  'add-on': [
    ...['customAddOnsTotalLabor', 'totalLabor', 'customAddOnsMaterialCostTotal', 'totalMaterialCost'],
    ...['customAddOnsTotalCost', 'customAddOnsProfitDollars', 'customAddOnsProfitPercent', ...wholes],
  ],
};

/**
 * Marks the affected rows as unknown: for the company's view only in the totals, which exclude these orders in sums
 * too.
 */
export function markUnknown(groups: readonly FigureGroup[], unknown: readonly UnknownCost[]): FigureGroup[] {
  const unknownIds = new Set(unknown.flatMap((why) => unknownRows[why]));
  const withUnknown = ({ id, values, ...row }: FigureRow): FigureRow => ({
    ...{ id, ...row },
    values: Object.fromEntries(
      Object.entries(values).map(([view, value]) => {
        const isUnknown = view === 'company' ? unknown.length > 0 && wholes.includes(id) : unknownIds.has(id);
        return [view, isUnknown && value != null ? COST_UNKNOWN : value];
      }),
    ),
  });
  return groups.map(({ rows, ...group }) => ({ ...group, rows: rows.map(withUnknown) }));
}

/**
 * Labor, material, costs and profits of an order, one column per requested view; with the company's own rows if its
 * view is included.
 */
export function expenseGroups(
  f: FiguresShown,
  lines: readonly PricedLine[],
  views: readonly View[],
  leftOut = 0,
): FigureGroup[] {
  const shopViews = views.filter((view) => view !== 'company');
  const withCompany = views.includes('company');
  const rows = (names: Partial<Record<FigureKey, string>>) =>
    (Object.entries(names) as [FigureKey, string][]).map(([key, label]) => toRow(f, views, key, label, getWeight(key))); // only the named views
  return [
    ...(shopViews.length > 0
      ? [
          { title: 'Labor', rows: rows(labor) },
          { title: 'Material', rows: rows(material) },
        ]
      : []),
    {
      title: 'Costs',
      rows: [
        ...rows(cost),
        ...(withCompany ? companyRows(f) : []),
        toRow(f, views, 'totalCost', 'Total cost', 'total'),
      ],
    },
    { title: 'Profit', rows: profitRows(f, lines, views) },
    ...(withCompany ? [{ title: 'Owed to shop', rows: shopGets(f, leftOut) }] : []),
  ];
}

const getWeight = (key: FigureKey): Weight | undefined =>
  key === 'shedTotalLabor' ? 'subtotal' : /^total/.test(key) ? 'total' : undefined;

const companyRows = (f: FiguresShown): FigureRow[] => [
  { id: 'adjustmentToShop', label: 'Shop adjustment', values: { company: figureAt(f, 'adjustment', 'shop') } },
  ...toEntries(sellingLabels).map(([key, label]) => toRow(f, ['company'], key, label)),
];

function profitRows(f: FiguresShown, lines: readonly PricedLine[], views: readonly View[]): FigureRow[] {
  const shopViews = views.filter((view) => view !== 'company');
  const part = (
    dollars: FigureKey,
    percent: FigureKey,
    revenue: FigureKey,
    label: string,
    weight: Weight,
  ): FigureRow[] => [
    toRow(f, views, dollars, label, weight),
    { id: percent, label: `${label}, %`, kind: 'fraction', values: percents(f, views, percent, revenue) },
  ];
  const hasDiscount = shopViews.length > 0 && lines.some((line) => line.discount);
  return [
    ...part('shedProfitDollars', 'shedProfitPercent', 'basePrice', 'Shed profit', 'subtotal'),
    ...(hasDiscount
      ? [
          { id: 'lineProfits', label: 'Add-on lines', values: across(shopViews, (view) => lineProfits(lines, view)) },
          { id: 'discounts', label: 'Discounts', values: across(shopViews, () => discounts(lines)) },
        ]
      : []),
    ...part('addOnsProfitDollars', 'addOnsProfitPercent', 'addOnsTotal', 'Add-ons profit', 'subtotal'),
    ...part(
      'customAddOnsProfitDollars',
      'customAddOnsProfitPercent',
      'customAddOnsTotal',
      'Custom add-ons profit',
      'subtotal',
    ),
    ...part('profitDollars', 'profitPercent', 'grandTotal', 'Profit', 'total'),
  ];
}

/** P5: no percent is shown for a negative revenue. */
const percents = (f: FiguresShown, views: readonly View[], percent: FigureKey, revenue: FigureKey): Values =>
  across(views, (view) => {
    const of = figureAt(f, revenue, view === 'company' ? 'company' : 'shop') ?? 0;
    return of < 0 ? null : figureAt(f, percent, view);
  });

/** P5's invariant: what the company pays for the building plus what it passes on equals the shop's grand total. */
const shopGets = (f: FiguresShown, leftOut: number): FigureRow[] => [
  { id: 'shedToShop', label: 'Shed', values: { company: figureAt(f, 'shedTotalCost', 'company') } },
  { id: 'addOnsToShop', label: 'Add-ons', values: { company: figureAt(f, 'addOnsTotalCost', 'company') } },
  { id: 'customToShop', label: 'Custom add-ons', values: { company: figureAt(f, 'customAddOnsTotalCost', 'company') } },
  { id: 'adjustmentOfShop', label: 'Shop adjustment', values: { company: figureAt(f, 'adjustment', 'shop') } },
  { id: 'passedOn', label: 'Passed on to shop', values: { company: passedOn(f, leftOut) } },
  ...(leftOut === 0 ? [] : [{ id: 'leftOut', label: 'Orders with unknown cost', values: { company: leftOut } }]),
  {
    id: 'shopTotal',
    label: 'Shop Grand Total',
    values: { company: figureAt(f, 'grandTotal', 'shop') },
    weight: 'total',
  },
];
