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

/** The views in which the costs of a line are shown. */
export const costViews = ['shop', 'standard'] as const satisfies readonly CostView[];

export const viewNames: Readonly<Record<View, string>> = {
  shop: 'Shop',
  company: 'Company',
  order: 'Order',
  standard: 'Standard',
};

/** The sales figures of a line for a side. */
export function listSales(side: Audience): LineColumn[] {
  const views: View[] = side === 'office' ? ['shop', 'company', 'order'] : ['shop'];
  return views.map((view) => ({
    key: 'totalSalePrice',
    view,
    label: side === 'office' ? `Total, ${viewNames[view].toLowerCase()}` : 'Total',
  }));
}

/** The cost and profit figures of a line in a view; material and labor of custom add-ons are fields. */
export const listCosts = (list: ListName, view: CostView): LineColumn[] =>
  costs[list].map(([key, label]) => ({ key, view, label: `${label}, ${viewNames[view].toLowerCase()}` }));

const units: Readonly<Record<string, string>> = {
  piece: '',
  linearFt: 'per ft',
  sqft: 'per sq ft',
  percent: 'of the order',
};
/** What the retail price of a line includes. */
export const getUnit = (type: string): string => units[type] ?? '';

const modes: Readonly<Record<string, string>> = {
  passThrough: 'Pass through',
  dealerSpecific: 'Dealer specific',
  companySpecific: 'Company specific',
  companyDealerSplit: 'Company/dealer split',
  companyDealerShopSplit: 'Company/dealer/shop split',
  companyShopSplit: 'Company/shop split',
  shopSpecific: 'Shop specific',
};
/** How the price of a line is split, if not in the usual way. */
export const modeText = (mode: string | null): string | null => (mode === null ? null : (modes[mode] ?? null));
