import {
  byProfit,
  companyTopRow,
  companyTotal,
  shopTopRow,
  shopTotal,
  type TopCompanyInputs,
  type CompanyRowFigures,
  type TopShopInputs,
  type ShopRowFigures,
  type TopOrderSums,
} from '../../../pricing/uses/top-orders.js';

/** The most rows of the report. */
export const MOST_ROWS = 100;

/** P9: the company's default inputs; its commissions and overhead come from the settings. */
export const companyDefaults = {
  small: 60,
  large: 62.5,
  overhead: 5,
  boxChange: 0,
  addOnChange: 0,
  doubleShopDoor: 70,
  window: 75,
  walkthrough: 75,
  garage: 75,
  other: 75,
} as const satisfies TopShopInputs;

/** The default target of the optimizer: gross profit as a percent of the shop's revenue. */
export const DESIRED_GP = 15;

/** The inputs of the company's version, in percent. */
export type OfficeInputs = TopShopInputs & TopCompanyInputs & { readonly desiredGp: number };

/** P12: the inputs of the shop's version, in percent, with one percent for all add-ons. */
export interface OwnInputs {
  readonly small: number;
  readonly large: number;
  readonly overhead: number;
  readonly addOn: number;
}

export const officeInputNames = [
  'small',
  'large',
  'overhead',
  'boxChange',
  'addOnChange',
  'doubleShopDoor',
  'window',
  'walkthrough',
  'garage',
  'other',
  'dealerCommission',
  'salesRepCommission',
  'companyOverhead',
  'desiredGp',
] as const satisfies readonly (keyof OfficeInputs)[];
export const ownInputNames = ['small', 'large', 'overhead', 'addOn'] as const satisfies readonly (keyof OwnInputs)[];
export type InputName = keyof OfficeInputs | keyof OwnInputs;

/** The label of each input. */
export const inputLabels: Readonly<Record<InputName, string>> = {
  small: 'Small percent',
  large: 'Large percent',
  overhead: 'Shop overhead',
  boxChange: 'Box price change',
  addOnChange: 'Add-on change',
  doubleShopDoor: 'Double shop door',
  window: 'Window or pane',
  walkthrough: 'Walkthrough or lite door',
  garage: 'Garage',
  other: 'All others',
  dealerCommission: 'Dealer commission',
  salesRepCommission: 'Sales rep commission',
  companyOverhead: 'Company overhead',
  desiredGp: 'Desired shop GP',
  addOn: 'Add-on percent',
};

/** P12: converts the shop's inputs to the form of P9: prices are unchanged, every add-on has the same percent. */
export const getShopInputs = ({ addOn, ...rest }: OwnInputs): TopShopInputs => ({
  ...rest,
  boxChange: 0,
  addOnChange: 0,
  doubleShopDoor: addOn,
  window: addOn,
  walkthrough: addOn,
  garage: addOn,
  other: addOn,
});

/** The lowest and highest value of an input. A change of -100 reduces prices to 0. */
export const getLimits = (name: InputName): { readonly min: number; readonly max: number } => ({
  min: name === 'boxChange' || name === 'addOnChange' ? -100 : 0,
  max: name === 'desiredGp' ? 100 : 1000,
});

/** P9: rows with their figures, sorted by gross profit, and their total; amounts in cents. */
export interface CalculatedRows<R, F> {
  readonly rows: readonly (R & { readonly figures: F })[];
  readonly total: F;
}
export type OfficeFigures = ShopRowFigures & CompanyRowFigures;
export type OfficeSums = TopOrderSums & { readonly haul: number; readonly escort: number };

/** P9: the company's version of the report. */
export function officeReport<R extends OfficeSums>(
  sums: readonly R[],
  inputs: OfficeInputs,
): CalculatedRows<R, OfficeFigures> {
  const rows = sums.map((row) => {
    const shop = shopTopRow(row, inputs);
    return { ...row, figures: { ...shop, ...companyTopRow(shop, row, inputs) } };
  });
  const all = rows.map(({ figures }) => figures);
  return { rows: byProfit(rows), total: { ...shopTotal(all), ...companyTotal(all) } };
}

/** P12: a shop's version of the report, with its own costs and one percent for all add-ons. */
export function ownReport<R extends TopOrderSums>(
  sums: readonly R[],
  inputs: OwnInputs,
): CalculatedRows<R, ShopRowFigures> {
  const asShop = getShopInputs(inputs);
  const rows = sums.map((row) => ({ ...row, figures: shopTopRow(row, asShop) }));
  return { rows: byProfit(rows), total: shopTotal(rows.map(({ figures }) => figures)) };
}
