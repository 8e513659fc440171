import type { Audience } from '../../../kernel/rights/roles.js';
import { NO_VALUE, shownProfit } from '../../../kernel/cents.js';
import { audience, type ActorCtx } from '../../../kernel/context.js';
import { costCell } from '../../../files/workbook/cost-cell.js';
import type { TableColumn } from '../../../files/table-file.js';
import { toJsonText } from '../../../kernel/text/json-text.js';
import { fraction } from '../../../pricing/exact.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { service } from '../../../kernel/service.js';
import { loadJson } from '../answer.js';
import { ordersAnswerSql, orderLines, selectedOrders } from './orders-query.js';
import { OrdersReport, OrdersReportFilter } from './orders-schema.js';
import { readPeriodLines, getPeriod } from '../period.js';
import { readSelectionLines } from './selection-lines.js';
import { leftOutTotal, reportTable, type Report, type ReportTotal } from '../report.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

const USUAL = 'previous-month';

/** The orders of a range with their totals, costs and gross profit, by default those ordered last month. */
export const ordersReport: Report<typeof OrdersReportFilter> = {
  name: 'orders',
  title: 'Order report',
  permission: 'reports.view',
  filter: OrdersReportFilter,
  table: readTable,
  answer: readAnswer,
};

export const runOrdersReport = service({
  summary: 'List the orders that match a filter with their figures, as the details behind a figure of a report',
  permission: 'reports.view',
  effect: 'read',
  readsFrom: 'standby',
  input: OrdersReportFilter,
  output: { office: toJsonText(OrdersReport.office), shop: toJsonText(OrdersReport.shop) },
  run: readAnswer,
});

async function readAnswer(ctx: ActorCtx, filter: OrdersReportFilter) {
  const period = await getPeriod(ctx, filter, USUAL);
  const side = audience(ctx.actor);
  return loadJson(ctx, ordersAnswerSql(side, filter.size ?? null), orderLines(ctx, side, filter, period), period);
}

type Row = Readonly<Record<string, string & number>>;

async function readTable(ctx: ActorCtx, filter: OrdersReportFilter) {
  const period = await getPeriod(ctx, filter, USUAL);
  const side = audience(ctx.actor);
  const sums = () => sumOrders(ctx, filter, side);
  return reportTable<Row>({
    name: 'orders_report',
    title: 'Orders',
    columns: columnsByAudience[side],
    rows: readAll<Row>(ctx.db, orderLines(ctx, side, filter, period)),
    about: [
      ...(await readPeriodLines(ctx, filter, period, filter.orderDate ?? 'dateOrdered')),
      ...(await readSelectionLines(ctx, filter)),
    ],
    count: async () => (await sums()).count,
    totals: async () => computeTotals(await sums()),
  });
}

const text = (header: string, column: string, width?: number): TableColumn<Row> => ({
  ...{ header, kind: 'text' as const, value: (row: Row) => row[column] ?? null },
  ...(width ? { width } : {}),
});
const day = (header: string, column: string): TableColumn<Row> => ({
  ...{ header, kind: 'day' as const, width: 14, value: (row: Row) => row[column] ?? null },
});
const money = (header: string, column: string): TableColumn<Row> => ({
  ...{ header, kind: 'money' as const, total: true as const, value: (row: Row) => row[column] ?? null },
});
const isKnown = (row: Row): boolean => Boolean(row['cost_known']);
const cost = (header: string, column: string): TableColumn<Row> => ({
  ...money(header, column),
  value: (row) => costCell(isKnown(row), row[column] ?? null),
});
/** P5: profit as a percent of the shop's revenue. */
const percent = (header: string, column: string): TableColumn<Row> => ({
  ...{ header, kind: 'percent' as const },
  value: (row) => costCell(isKnown(row), shownProfit(row[column] ?? 0, row['grand_total_shop'] ?? 0)),
});

const common = [
  text('Serial Number', 'serial_number'),
  text('Status', 'status', 12),
  text('Type', 'type', 12),
  text('Customer', 'customer'),
  text('Model', 'model'),
  day('Ordered Date', 'date_ordered'),
  day('Finished Date', 'date_finished'),
  money('Shop Total', 'grand_total_shop'),
] as const;
const standard = [
  cost('Total Cost', 'total_cost_standard'),
  cost('Gross Profit', 'profit_dollars_standard'),
  percent('GP %', 'profit_percent_standard'),
];
const ownCosts = [
  cost('Total Cost', 'total_cost_shop'),
  cost('Gross Profit', 'profit_dollars_shop'),
  percent('GP %', 'profit_percent_shop'),
];
const company = [money('Company Total', 'grand_total_company'), cost('Company GP', 'profit_dollars_company')];

const columnsByAudience: Readonly<Record<Audience, readonly TableColumn<Row>[]>> = {
  office: [text('Shop', 'shop'), ...common, ...standard, ...company],
  shop: [...common, ...ownCosts],
  builder: [],
};

interface OrderSums {
  readonly count: number;
  readonly amount: number;
  readonly profit: number;
  /** The amount of orders whose cost is known. */
  readonly knownAmount: number;
  readonly leftOut: number;
}

async function sumOrders(ctx: ActorCtx, filter: OrdersReportFilter, side: Audience): Promise<OrderSums> {
  const period = await getPeriod(ctx, filter, USUAL);
  const view = side === 'office' ? 'standard' : 'shop';
  const sql = `count(*) as count, coalesce(sum(o.grand_total_shop), 0) as amount,
    coalesce(sum(o.profit_dollars_${view}) filter (where o.cost_known), 0) as profit,
    coalesce(sum(o.grand_total_shop) filter (where o.cost_known), 0) as "knownAmount",
    count(*) filter (where not o.cost_known) as "leftOut"`;
  return queryOnlyRow<OrderSums>(selectedOrders(ctx, filter, period).select(ctx.db.raw(sql)).first());
}

const computeTotals = ({ count, amount, profit, knownAmount, leftOut }: OrderSums): readonly ReportTotal[] => [
  { label: 'Orders', count, amount },
  leftOut > 0 && leftOut === count
    ? { label: 'Gross profit', percent: NO_VALUE }
    : { label: 'Gross profit', amount: profit, percent: shownProfit(fraction(profit, knownAmount), knownAmount) },
  ...leftOutTotal(leftOut),
];
