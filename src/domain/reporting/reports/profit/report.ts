import { NO_VALUE, shownProfit } from '../../../kernel/cents.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { costCell } from '../../../files/workbook/cost-cell.js';
import type { TableColumn } from '../../../files/table-file.js';
import { mapRows } from '../../../files/row-batches.js';
import type { SheetCell } from '../../../files/workbook/sheet.js';
import { toKeys, toRecord } from '../../../kernel/objects.js';
import { DomainError } from '../../../kernel/errors.js';
import { toJsonText, JsonText } from '../../../kernel/text/json-text.js';
import { describeUnknownCost } from '../../../pricing/unknown-cost.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { service } from '../../../kernel/service.js';
import { nameProductFile } from '../../../company/company/product.js';
import { readPeriodLines, type Period, getPeriod, rangeAnswer } from '../period.js';
import { leftOutTotal, type Report, type ReportLine, reportTable, type ReportTotal } from '../report.js';
import { MOST_JSON_ROWS } from '../rules.js';
import { getBasis, countProfitOrders, getInputs, type ProfitOrder, profitOrders } from './query.js';
import {
  adjustedProfit,
  type AdjustedProfit,
  isAdjusted,
  noneKnown,
  type ProfitInputs,
  ProfitSum,
  type ProfitTotals,
} from './rules.js';
import { ProfitReport, ProfitReportFilter } from './schema.js';
import { queryRows } from '../../../kernel/database/rows.js';

const RANGE = 'previous-month';

/** P10: the orders of a shop with their profit at other rates, by default those finished in the last calendar month. */
export const profitReport: Report<typeof ProfitReportFilter> = {
  name: 'order-profit',
  title: 'Shop order profit report',
  permission: 'reports.shop',
  screen: { shop: 'reports/orders' },
  filter: ProfitReportFilter,
  table: readTable,
  answer: readAnswer,
};

export const runProfitReport = service({
  summary: "List the shop's orders with their stored gross profit, their profit at other rates, and totals",
  permission: 'reports.shop',
  effect: 'read',
  readsFrom: 'standby',
  input: ProfitReportFilter,
  output: { office: toJsonText(ProfitReport), shop: toJsonText(ProfitReport) },
  run: readAnswer,
});

type Line = ProfitOrder & { readonly adjusted: AdjustedProfit };

async function readAnswer(ctx: ActorCtx, filter: ProfitReportFilter) {
  const period = await getPeriod(ctx, filter, RANGE);
  const defaults = await getInputs(ctx, filter);
  const inputs = withTyped(defaults, filter);
  const orders = await queryRows<ProfitOrder>(profitOrders(ctx, filter, period).limit(MOST_JSON_ROWS + 1));
  if (orders.length > MOST_JSON_ROWS) throw new DomainError('report-too-large', { most: MOST_JSON_ROWS });
  const sum = new ProfitSum();
  const rows = orders.map((order) => {
    const profit = adjustedProfit(order, inputs);
    sum.add(order, profit);
    return toRow(order, profit);
  });
  const totals = totalsInDollars(sum.totals());
  return new JsonText<never>(JSON.stringify({ range: rangeAnswer(period), inputs, usual: defaults, totals, rows }));
}

async function readTable(ctx: ActorCtx, filter: ProfitReportFilter) {
  const period = await getPeriod(ctx, filter, RANGE);
  const inputs = withTyped(await getInputs(ctx, filter), filter);
  return reportTable<Line>({
    name: await nameProductFile(ctx.db, 'OrderProfitReport'),
    title: 'Order Profit',
    columns,
    rows: toLines(ctx, filter, period, inputs),
    about: [
      ...(await readPeriodLines(ctx, { ...filter, shops: [] }, period, getBasis(filter))),
      ...aboutInputs(inputs),
    ],
    count: () => countProfitOrders(ctx, filter, period),
    totals: async () => {
      const sum = new ProfitSum();
      for await (const lines of toLines(ctx, filter, period, inputs))
        for (const line of lines) sum.add(line, line.adjusted);
      return computeTotals(sum.totals());
    },
  });
}

const toLines = (
  ctx: ActorCtx,
  filter: ProfitReportFilter,
  period: Period,
  inputs: ProfitInputs,
): AsyncGenerator<Line[]> =>
  mapRows(readAll<ProfitOrder>(ctx.db, profitOrders(ctx, filter, period)), (order) => ({
    ...order,
    adjusted: adjustedProfit(order, inputs),
  }));

/** The entered inputs; an empty input uses the default. */
const withTyped = (defaults: ProfitInputs, input: ProfitReportFilter): ProfitInputs =>
  toRecord(toKeys(defaults), (name) => input[name] ?? defaults[name]);

const isKnown = ({ costUnknown }: ProfitOrder): boolean => costUnknown.length === 0;

const toRow = (order: ProfitOrder, { percent }: AdjustedProfit) => ({
  _id: order.id,
  serialNumber: order.serialNumber,
  status: order.status,
  type: order.type,
  model: order.model,
  width: order.width,
  length: order.length,
  dateOrdered: order.dateOrdered,
  dateFinished: order.dateFinished,
  retailPrice: order.retailPrice / 100,
  shopShedMaterialCost: order.material / 100,
  basePrice: { shop: order.shedRevenue / 100 },
  costUnknown: order.costUnknown,
  shedProfitDollars: { shop: isKnown(order) ? order.shedProfit / 100 : null },
  shedProfitPercent: { shop: isKnown(order) ? order.shedProfitPercent : null },
  laborBase: { shopValues: order.shopValues ? [{ shop: order.shopId, ...order.shopValues }] : [] },
  adjustedProfitPercent: isAdjusted(order) ? percent : null,
});

function totalsInDollars({ orders, withoutValues, leftOut, ...sums }: ProfitTotals) {
  const { percent, shedProfitPercent, ...amounts } = sums;
  const counts = { orders, withoutValues, leftOut };
  if (noneKnown(counts)) return { ...counts, ...Object.fromEntries(Object.keys(sums).map((name) => [name, null])) };
  const dollars = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount / 100]));
  return { ...counts, percent, shedProfitPercent, ...dollars };
}

/** Why a row has no profit. */
const formatNote = ({ costUnknown, shopValues }: Line): string | null =>
  describeUnknownCost(costUnknown) || (shopValues ? null : 'No shop labor values or no retail price');

/** An amount at the inputs; a dash if there is none. */
const adjustedColumn = (header: string, of: (profit: AdjustedProfit) => number): TableColumn<Line> => ({
  ...{ header, kind: 'money', total: true },
  value: (row) => adjustedCell(row, of(row.adjusted)),
});
const adjustedCell = (row: Line, value: number): SheetCell =>
  costCell(isKnown(row), isAdjusted(row) ? value : NO_VALUE);

const columns: readonly TableColumn<Line>[] = [
  { header: 'Serial Number', kind: 'text', value: (row) => row.serialNumber },
  { header: 'Status', kind: 'text', width: 12, value: (row) => row.status },
  { header: 'Type', kind: 'text', width: 12, value: (row) => row.type },
  { header: 'Model', kind: 'text', value: (row) => `${row.model} ${row.width}x${row.length}` },
  { header: 'Date Ordered', kind: 'day', width: 14, value: (row) => row.dateOrdered },
  { header: 'Date Finished', kind: 'day', width: 14, value: (row) => row.dateFinished },
  adjustedColumn('Retail Price', ({ retailPrice }) => retailPrice),
  {
    ...{ header: 'Shed GP', kind: 'percent' },
    value: (row) => costCell(isKnown(row), shownProfit(row.shedProfitPercent, row.shedRevenue)),
  },
  adjustedColumn('Retail Part', ({ retailPart }) => retailPart),
  adjustedColumn('Material', ({ material }) => material),
  adjustedColumn('Labor', ({ labor }) => labor),
  adjustedColumn('Overhead', ({ overhead }) => overhead),
  adjustedColumn('Adjusted Profit', ({ profit }) => profit),
  { header: 'Adjusted Profit %', kind: 'percent', value: (row) => adjustedCell(row, row.adjusted.percent / 100) },
  {
    header: 'Note',
    kind: 'text',
    value: formatNote,
  },
];

const aboutInputs = (inputs: ProfitInputs): readonly ReportLine[] => [
  { label: 'Door cost', value: `$${inputs.doorCost}` },
  { label: 'Build', value: `${inputs.buildPercent}%` },
  { label: 'Roof', value: `${inputs.roofPercent}%` },
  { label: 'Truss cost', value: `$${inputs.trussCost}` },
  { label: 'Paint cost', value: `$${inputs.paintCost}` },
  { label: 'Retail', value: `${inputs.retailPercent}%` },
  { label: 'Overhead', value: `${inputs.overheadPercent}%` },
];

const computeSums = (totals: ProfitTotals): readonly ReportTotal[] => [
  { label: 'Orders', count: totals.orders, amount: totals.retailPrice },
  {
    label: 'Shed GP',
    amount: totals.shedProfit,
    percent: shownProfit(totals.shedProfitPercent, totals.shedRevenue),
  },
  { label: 'Retail part', amount: totals.retailPart },
  { label: 'Material', amount: totals.material },
  { label: 'Labor', amount: totals.labor },
  { label: 'Overhead', amount: totals.overhead },
  { label: 'Adjusted profit', amount: totals.profit, percent: totals.percent / 100 },
];

/** The summary. It has no sums if no order's cost is known. */
const computeTotals = (totals: ProfitTotals): readonly ReportTotal[] => [
  ...(noneKnown(totals) ? [{ label: 'Orders', count: totals.orders }] : computeSums(totals)),
  { label: 'No shop labor values or no retail price, counted as 0', count: totals.withoutValues },
  ...leftOutTotal(totals.leftOut),
];
