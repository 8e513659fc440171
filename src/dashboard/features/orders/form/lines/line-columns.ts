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
