import type { LineFigures, OrderFigures } from '../../pricing/order.js';

type View = 'shop' | 'standard' | 'company' | 'order';
export interface FigureColumn {
  readonly column: string;
  readonly group: string;
  readonly view: View | null;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const columns = (views: readonly View[], names: string): FigureColumn[] =>
  names.split(' ').flatMap((group) => views.map((view) => ({ column: `${snake(group)}_${view}`, group, view })));

/** The money figures of an order: one column of whole cents each. */
export const moneyColumns: readonly FigureColumn[] = [
  ...columns(
    ['shop', 'standard'],
    'builderLabor roofLabor trussLabor doorLabor paintLabor shedTotalLabor addOnsTotalLabor customAddOnsTotalLabor totalLabor',
  ),
  ...columns(
    ['shop', 'standard'],
    'shedMaterialCost addOnsMaterialCostTotal customAddOnsMaterialCostTotal totalMaterialCost',
  ),
  ...columns(['shop', 'standard', 'company'], 'shedTotalCost addOnsTotalCost customAddOnsTotalCost overhead totalCost'),
  ...columns(
    ['shop', 'standard', 'company'],
    'shedProfitDollars addOnsProfitDollars customAddOnsProfitDollars profitDollars',
  ),
  ...columns(['shop', 'company'], 'basePrice adjustment'),
  ...columns(['shop', 'company', 'order'], 'addOnsTotal customAddOnsTotal subTotal grandTotal'),
  ...['dealerCommission', 'salesRepCommission', 'escort', 'haul'].map((group) => ({
    column: snake(group),
    group,
    view: null,
  })),
];

/** The profit percents of an order: fractions with six decimals. */
export const fractionColumns: readonly FigureColumn[] = columns(
  ['shop', 'standard', 'company'],
  'shedProfitPercent addOnsProfitPercent customAddOnsProfitPercent profitPercent',
);

/** The figures of a line. */
export const lineColumns: readonly FigureColumn[] = [
  ...columns(['shop', 'company', 'order'], 'totalSalePrice'),
  ...columns(['shop', 'standard'], 'totalMaterialCost totalLaborCost totalCost profit'),
  ...columns(['shop', 'standard'], 'profitPercent'),
];

const all = [...moneyColumns, ...fractionColumns];
type Groups = Record<string, number | Record<string, number> | undefined>;

const pick = (figures: Groups, { group, view }: FigureColumn): number => {
  const value = figures[group];
  return (view === null ? (value as number) : (value as Record<string, number>)[view]) ?? 0;
};

/** The figures of a priced order by column name: cents, fractions for the percents. */
export const orderFigureValues = (figures: OrderFigures): Record<string, number> =>
  Object.fromEntries(all.map((c) => [c.column, pick(figures as unknown as Groups, c)]));

/** The figures of a priced order in the order of `figureColumnNames`. */
export const orderFigureCells = (figures: OrderFigures): number[] =>
  all.map((c) => pick(figures as unknown as Groups, c));

/** The figures of a priced line in the order of `lineColumnNames`. */
export const lineFigureCells = (figures: LineFigures): number[] =>
  lineColumns.map((c) => pick(figures as unknown as Groups, c));

/** Figures read back from columns, in their groups: the shape `priceOrder` returns. */
export function groupFigures(
  row: Readonly<Record<string, unknown>>,
  list: readonly FigureColumn[],
): Record<string, unknown> {
  const groups: Record<string, unknown> = {};
  for (const { column, group, view } of list) {
    if (view === null) groups[group] = row[column];
    else ((groups[group] ??= {}) as Record<string, unknown>)[view] = row[column];
  }
  return groups;
}

/** The names of the figure columns of a line. */
export const lineColumnNames: readonly string[] = lineColumns.map((c) => c.column);
/** The names of all figure columns of an order. */
export const figureColumnNames: readonly string[] = all.map((c) => c.column);
/** Every figure column of an order with its group and view. */
export const figureColumns: readonly FigureColumn[] = all;
