import type { ReactNode } from 'react';
import type { CompanyRowFigures, ShopRowFigures } from '../../../../../domain/pricing/uses/top-orders.js';
import { shownProfit, toDollars } from '../../../../../domain/kernel/cents.js';
import { Money } from '../../../../components/shared/money.js';
import type { Preview } from '../../../../components/shared/list/list-types.js';
import { count, formatCount, profitPercent } from '../../../../lib/format.js';
import type { ReportColumn } from '../report-table.js';
import { type AnyRow, formatName, type OfficeRow, type ShopRow, type SummedRow } from './top-rows.js';

type FigureRow<R, F> = R & { readonly figures: F };
export type ShownOfficeRow = FigureRow<OfficeRow, ShopRowFigures & CompanyRowFigures>;
export type ShownShopRow = FigureRow<ShopRow, ShopRowFigures>;
type ShownRow = FigureRow<SummedRow<AnyRow>, ShopRowFigures>;

const money = <R,>(field: string, header: string, cents: (row: R) => number): ReportColumn<R> => ({
  ...{ field, header, align: 'right', value: cents },
  body: (row) => <Money value={toDollars(cents(row))} />,
});
const percent = <R,>(
  field: string,
  header: string,
  share: (row: R) => number,
  revenue: (row: R) => number,
): ReportColumn<R> => ({
  ...{ field, header, align: 'right' },
  value: (row) => shownProfit(share(row), revenue(row)),
  body: (row) => profitPercent(share(row), revenue(row)),
  fact: (row) => `${header.replace(' %', '')} ${profitPercent(share(row), revenue(row))}`,
});
const hide = <R,>(column: ReportColumn<R>): ReportColumn<R> => ({ ...column, hidden: true });

/** What a row links to: its orders, and its add-ons. */
interface RowLinks<R> {
  readonly orders: (row: R) => ReactNode;
  readonly addOns: (row: R) => ReactNode;
}

/** A row's shed and the shop's gross profit. */
const firstColumns = <R extends ShownRow>({ orders }: RowLinks<R>): readonly ReportColumn<R>[] => [
  {
    ...{ field: 'shed', header: 'Shed', fixed: true, pinned: true, width: 210 },
    value: ({ row }) => formatName(row),
    body: ({ row }) => formatName(row),
  },
  {
    ...{ field: 'count', header: 'Orders', align: 'right', value: (row) => row.count, body: orders },
    fact: (row) => formatCount(row.count, 'order'),
  },
  { ...money<R>('gp', 'Shop GP', ({ figures }) => figures.gp), key: true },
  percent(
    'gpPercent',
    'Shop GP %',
    ({ figures }) => figures.gpPercent,
    ({ figures }) => figures.revenue,
  ),
];

/** A row's shed, and on a phone all its figures. */
export const topPreview: Preview<ShownRow> = { title: ({ row }) => formatName(row) };

/** The breakdown of the shop's gross profit. */
const shopColumns = <R extends ShownRow>(box: string, { addOns }: RowLinks<R>): readonly ReportColumn<R>[] => [
  money('boxRetail', box, ({ figures }) => figures.boxRetail),
  { ...money<R>('addOnRetail', 'Add-on Retail', ({ figures }) => figures.addOnRetail), body: addOns },
  hide(money('boxRevenue', 'Shop Box Revenue', ({ figures }) => figures.boxRevenue)),
  hide(money('addOnRevenue', 'Shop Add-on Revenue', ({ figures }) => figures.addOnRevenue)),
  money('revenue', 'Shop Revenue', ({ figures }) => figures.revenue),
  money('overhead', 'Shop Overhead', ({ figures }) => figures.overhead),
  money('shedCost', 'Shed Cost', (row) => row.shedCost),
  money('addOnCost', 'Add-on Cost', (row) => row.addOnCost),
  hide({
    field: 'category',
    header: 'Category',
    value: ({ row }) => row.shed.category.name,
    body: ({ row }) => row.shed.category.name,
  }),
];

/** P12: the columns of the shop's version. */
export const ownColumns = (opens: RowLinks<ShownShopRow>): readonly ReportColumn<ShownShopRow>[] => [
  ...firstColumns(opens),
  ...shopColumns('List Retail', opens),
];

/** P9: the columns of the company's version: standard costs, and what remains for the company. */
export const officeColumns = (opens: RowLinks<ShownOfficeRow>): readonly ReportColumn<ShownOfficeRow>[] => [
  ...firstColumns(opens),
  money('companyGp', 'Company GP', ({ figures }) => figures.companyGp),
  percent(
    'companyGpPercent',
    'Company GP %',
    ({ figures }) => figures.companyGpPercent,
    ({ figures }) => figures.retail,
  ),
  ...shopColumns('Box Retail', opens),
  hide(money('shopShedCost', 'Shed Cost (shop)', ({ row }) => Math.round(row.totalShopShedExpense * 100))),
  hide(money('shopAddOnCost', 'Add-on Cost (shop)', ({ row }) => Math.round(row.totalShopStandardAddOnCost * 100))),
  money('dealerCommission', 'Dealer Commission', ({ figures }) => figures.dealerCommission),
  money('salesRepCommission', 'Sales Rep Commission', ({ figures }) => figures.salesRepCommission),
  money('companyOverhead', 'Company Overhead', ({ figures }) => figures.companyOverhead),
  money('haul', 'Haul', ({ figures }) => figures.haul),
  money('escort', 'Escort', ({ figures }) => figures.escort),
];

const summedColumns = ['boxRetail', 'addOnRetail', 'boxRevenue', 'addOnRevenue', 'revenue', 'overhead', 'gp'] as const;
const summedForCompany = [
  'dealerCommission',
  'salesRepCommission',
  'companyOverhead',
  'haul',
  'escort',
  'companyGp',
] as const;

const cells = <K extends string>(keys: readonly K[], figures: Readonly<Record<K, number>>) =>
  Object.fromEntries(keys.map((key) => [key, <Money key={key} value={toDollars(figures[key])} />]));
const sum = <R,>(rows: readonly R[], of: (row: R) => number) => rows.reduce((total, row) => total + of(row), 0);

/** The total row of the shop's version. */
export const ownTotals = (rows: readonly ShownRow[], total: ShopRowFigures): Readonly<Record<string, ReactNode>> => ({
  ...cells(summedColumns, total),
  count: count(sum(rows, (row) => row.count)),
  shedCost: <Money value={toDollars(sum(rows, (row) => row.shedCost))} />,
  addOnCost: <Money value={toDollars(sum(rows, (row) => row.addOnCost))} />,
  gpPercent: profitPercent(total.gpPercent, total.revenue),
});

/** The total row of the company's version. */
export const officeTotals = (
  rows: readonly ShownOfficeRow[],
  total: ShopRowFigures & CompanyRowFigures,
): Readonly<Record<string, ReactNode>> => ({
  ...ownTotals(rows, total),
  ...cells(summedForCompany, total),
  shopShedCost: <Money value={sum(rows, ({ row }) => Math.round(row.totalShopShedExpense * 100)) / 100} />,
  shopAddOnCost: <Money value={sum(rows, ({ row }) => Math.round(row.totalShopStandardAddOnCost * 100)) / 100} />,
  companyGpPercent: profitPercent(total.companyGpPercent, total.retail),
});
