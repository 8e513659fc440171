import { nameProductFile } from '../../../company/company/product.js';
import { shownProfit } from '../../../kernel/cents.js';
import { type ActorCtx, getScope } from '../../../kernel/context.js';
import type { TableColumn } from '../../../files/table-file.js';
import { optimize } from '../../../pricing/uses/optimizer.js';
import type { ShopRowFigures, TopOrderSums } from '../../../pricing/uses/top-orders.js';
import { readPeriodLines } from '../period.js';
import { leftOutTotal, reportTable, type Report, type ReportLine, type ReportTable } from '../report.js';
import { officeInputs, ownInputs } from './inputs.js';
import { countLeftOut, findTopOrders, type TopOrder } from './query.js';
import {
  type CalculatedRows,
  inputLabels,
  type InputName,
  type OfficeFigures,
  officeInputNames,
  type OfficeInputs,
  officeReport,
  ownInputNames,
  ownReport,
} from './rules.js';
import { TopOrdersFilter } from './schema.js';
import { runTopOrders, topOrdersPeriod } from './service.js';

/** The top 100 with its inputs, in the company's version or a shop's version. */
export const topOrdersReport: Report<typeof TopOrdersFilter> = {
  name: 'top-orders',
  title: 'Top 100 orders GP report',
  permission: 'reports.view',
  screen: { company: 'reports/orders/top100', shop: 'reports/orders/top100' },
  filter: TopOrdersFilter,
  table: readTable,
  answer: (ctx, filter) => runTopOrders(ctx, filter),
};

type Row<F> = CalculatedRows<TopOrder, F>['rows'][number];
type Columns<F> = readonly TableColumn<Row<F>>[];

async function readTable(ctx: ActorCtx, filter: TopOrdersFilter): Promise<ReportTable> {
  const period = await topOrdersPeriod(ctx, filter);
  const topOrders = await findTopOrders(ctx, filter, period);
  const name = await nameProductFile(ctx.db, 'Top100');
  const about = await readPeriodLines(ctx, filter, period, filter.orderDate ?? 'dateOrdered');
  const leftOut = leftOutTotal(await countLeftOut(ctx, filter, period));
  if (getScope(ctx.actor) === null) {
    const { inputs } = await officeInputs(ctx, filter.inputs);
    const report = officeReport(topOrders, inputs);
    const lines = [...about, ...inputLines(officeInputNames, inputs), ...optimumLines(topOrders, inputs)];
    const company = {
      label: 'Company gross profit',
      amount: report.total.companyGp,
      percent: shownProfit(report.total.companyGpPercent, report.total.retail),
    };
    return tableFrom(name, report, officeColumns, lines, [company, ...leftOut]);
  }
  const { inputs } = await ownInputs(ctx, filter.inputs);
  const unpricedCount = topOrders.reduce((total, { unpriced }) => total + unpriced, 0);
  const lines = [
    ...about,
    ...inputLines(ownInputNames, inputs),
    ...(unpricedCount > 0 ? [missingLine(unpricedCount)] : []),
  ];
  return tableFrom(name, ownReport(topOrders, inputs), ownColumns, lines, leftOut);
}

const tableFrom = <F extends ShopRowFigures>(
  name: string,
  { rows, total }: CalculatedRows<TopOrder, F>,
  columns: Columns<F>,
  about: readonly ReportLine[],
  more: Awaited<ReturnType<ReportTable['totals']>>,
): ReportTable =>
  reportTable<Row<F>>({
    name,
    title: 'Top 100',
    ...{ columns, rows, about },
    count: () => Promise.resolve(rows.length),
    totals: () =>
      Promise.resolve([
        {
          label: 'Shop gross profit',
          count: rows.reduce((all, { count }) => all + count, 0),
          amount: total.gp,
          percent: shownProfit(total.gpPercent, total.revenue),
        },
        ...more,
      ]),
  });

const inputLines = <N extends InputName>(
  names: readonly N[],
  inputs: Readonly<Record<N, number>>,
): readonly ReportLine[] => names.map((name) => ({ label: inputLabels[name], value: `${inputs[name].toFixed(2)}%` }));

const optimumLines = (rows: readonly TopOrderSums[], inputs: OfficeInputs): readonly ReportLine[] =>
  optimize(rows, inputs, inputs.desiredGp)
    .filter((optimum) => optimum.rows > 0)
    .map(({ group, percent }) => ({
      label: group === 'small' ? 'Small percent for desired GP' : 'Large percent for desired GP',
      value: percent === null ? 'not attainable' : `${percent.toFixed(2)}%`,
    }));

const missingLine = (orders: number): ReportLine => ({
  label: 'No box retail',
  value: `${orders} ${orders === 1 ? 'order whose shed is' : 'orders whose sheds are'} not in the catalogue`,
});

const money = <F>(header: string, value: (row: Row<F>) => number): TableColumn<Row<F>> => ({
  header,
  kind: 'money',
  total: true,
  value,
});

const shed = {
  header: 'Shed',
  kind: 'text',
  width: 30,
  value: ({ model, width, length }: TopOrder) => `${model.name} ${width} x ${length}`,
} as const;
const count = { header: 'Orders', kind: 'number', total: true, value: (row: TopOrder) => row.count } as const;

const shopColumns = <F extends ShopRowFigures>(): Columns<F> => [
  money('Shop Revenue', ({ figures }) => figures.revenue),
  money('Shop Overhead', ({ figures }) => figures.overhead),
  money('Shed Cost', (row) => row.shedCost),
  money('Add-on Cost', (row) => row.addOnCost),
  money('Shop GP', ({ figures }) => figures.gp),
  { header: 'Shop GP %', kind: 'percent', value: ({ figures }) => shownProfit(figures.gpPercent, figures.revenue) },
];

const retailColumns = <F extends ShopRowFigures>(box: string): Columns<F> => [
  money(box, ({ figures }) => figures.boxRetail),
  money('Add-on Retail', ({ figures }) => figures.addOnRetail),
];

const officeColumns: Columns<OfficeFigures> = [
  ...[shed, count, ...retailColumns<OfficeFigures>('Box Retail'), ...shopColumns<OfficeFigures>()],
  money('Commissions', ({ figures }) => figures.dealerCommission + figures.salesRepCommission),
  money('Company Overhead', ({ figures }) => figures.companyOverhead),
  money('Haul and Escort', ({ figures }) => figures.haul + figures.escort),
  money('Company GP', ({ figures }) => figures.companyGp),
  {
    header: 'Company GP %',
    kind: 'percent',
    value: ({ figures }) => shownProfit(figures.companyGpPercent, figures.retail),
  },
];

const ownColumns: Columns<ShopRowFigures> = [
  shed,
  count,
  ...retailColumns<ShopRowFigures>('List Retail'),
  ...shopColumns<ShopRowFigures>(),
];
