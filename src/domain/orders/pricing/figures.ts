import type { LineFigures, OrderFigures } from '../../pricing/order.js';
import { isObject } from '../../kernel/objects.js';

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

const pick = (figures: object, { group, view }: FigureColumn): number => {
  const value = isObject(figures) ? figures[group] : undefined;
  const figure = view === null ? value : isObject(value) ? value[view] : 0;
  return typeof figure === 'number' ? figure : 0;
};

/** The figures of a priced order by column name: cents, fractions for the percents. */
export const orderFigureValues = (figures: OrderFigures): Record<string, number> =>
  Object.fromEntries(all.map((c) => [c.column, pick(figures, c)]));

/** The figures of a priced order in the order of `figureColumnNames`. */
export const orderFigureCells = (figures: OrderFigures): number[] => all.map((c) => pick(figures, c));

/** The figures of a priced line in the order of `lineColumnNames`. */
export const lineFigureCells = (figures: LineFigures): number[] => lineColumns.map((c) => pick(figures, c));

/** Converts columns back to figures in their groups, the shape that `priceOrder` returns. */
export function groupFigures<T extends object>(row: object, list: readonly FigureColumn[]): T {
  const columns: Readonly<Record<string, unknown>> = isObject(row) ? row : {};
  const groups: Record<string, unknown> = {};
  const views: Record<string, Record<string, unknown>> = {};
  for (const { column, group, view } of list) {
    if (view === null) groups[group] = columns[column];
    else groups[group] = Object.assign((views[group] ??= {}), { [view]: columns[column] });
  }
  return groups as T; // groups and views are named after the columns of `list`
}

/** The names of the figure columns of a line. */
export const lineColumnNames: readonly string[] = lineColumns.map((c) => c.column);
/** The names of all figure columns of an order. */
export const figureColumnNames: readonly string[] = all.map((c) => c.column);
/** Every figure column of an order with its group and view. */
export const figureColumns: readonly FigureColumn[] = all;
