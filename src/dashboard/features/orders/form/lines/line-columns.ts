import type { Audience } from '../../../../../domain/kernel/rights/roles.js';
import type { LineFigureKey, View } from '../../../../components/shared/orders/order-types.js';
import type { ListName } from '../figures/live-figures.js';

/** A column of line figures. */
export interface LineColumn {
  readonly key: LineFigureKey;
  readonly view: View;
  readonly label: string;
}

const costs: Readonly<Record<ListName, readonly (readonly [LineFigureKey, string])[]>> = {
  addOns: [
    ['totalMaterialCost', 'Material'],
    ['totalLaborCost', 'Labor'],
    ['totalCost', 'Cost'],
    ['profit', 'Profit'],
    ['profitPercent', 'Profit %'],
  ],
  customAddOns: [
    ['totalCost', 'Cost'],
    ['profit', 'Profit'],
    ['profitPercent', 'Profit %'],
  ],
};

export type CostView = 'shop' | 'standard';

/** The figure columns of a list of lines for a side: sales figures, then costs and profit in the requested views. */
export function lineColumns(list: ListName, side: Audience, costViews: readonly CostView[]): LineColumn[] {
  const sale: View[] = side === 'office' ? ['shop', 'company', 'order'] : ['shop'];
  const names: Record<View, string> = { shop: 'Shop', company: 'Company', order: 'Order', standard: 'Standard' };
  return [
    ...sale.map((view) => ({
      key: 'totalSalePrice' as const,
      view,
      label: side === 'office' ? `Total, ${names[view].toLowerCase()}` : 'Total',
    })),
    ...costViews.flatMap((view) =>
      costs[list].map(([key, label]) => ({ key, view, label: `${label}, ${names[view].toLowerCase()}` })),
    ),
  ];
}

const units: Readonly<Record<string, string>> = {
  piece: '',
  linearFt: 'per ft',
  sqft: 'per sq ft',
  percent: 'of the order',
};
/** What the retail price of a line includes. */
export const getUnit = (type: string): string => units[type] ?? '';

const modes: Readonly<Record<string, string>> = {
  passThrough: 'Passed through',
  dealerSpecific: 'Dealer’s own',
  companySpecific: 'Company’s own',
  companyDealerSplit: 'Split company, dealer',
  companyDealerShopSplit: 'Split three ways',
  companyShopSplit: 'Split company, shop',
  shopSpecific: 'Shop’s own',
};
/** How the price of a line is split, if not in the usual way. */
export const modeText = (mode: string | null): string | null => (mode === null ? null : (modes[mode] ?? null));
