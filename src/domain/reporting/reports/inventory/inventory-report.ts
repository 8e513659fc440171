import type { ActorCtx } from '../../../kernel/context.js';
import type { TableColumn } from '../../../files/table-file.js';
import { service } from '../../../kernel/service.js';
import { countedOrders, materialSql } from './inventory-query.js';
import { InventoryReport, InventoryReportFilter } from './inventory-schema.js';
import { readPeriodLines, getPeriod, rangeAnswer } from '../period.js';
import { reportTable, type Report } from '../report.js';
import { queryOnlyRow, rawWith, queryRows } from '../../../kernel/database/rows.js';

/** The material of the orders in a range, by default those ordered last month. */
export const inventoryReport: Report<typeof InventoryReportFilter> = {
  name: 'inventory',
  title: 'Inventory report',
  permission: 'reports.company',
  screen: { company: 'reports/orders/inventory' },
  filter: InventoryReportFilter,
  table: readTable,
  answer: readAnswer,
};

export const runInventoryReport = service({
  summary: "List the items in the orders of a date range, with quantities from the orders' snapshots",
  permission: 'reports.company',
  effect: 'read',
  readsFrom: 'standby',
  input: InventoryReportFilter,
  output: { office: InventoryReport },
  run: readAnswer,
});

interface Line {
  readonly id: string;
  readonly name: string;
  readonly category: string | null;
  readonly quantity: number;
}

async function readReport(ctx: ActorCtx, filter: InventoryReportFilter) {
  const period = await getPeriod(ctx, filter, 'previous-month');
  const orders = () => countedOrders(ctx, filter, period);
  const columns = { id: 'o.id', snapshot: 'o.snapshot', sqft: 'o.sqft' };
  const orderCounts = orders()
    .select(ctx.db.raw('count(*) as orders, count(*) - count(o.snapshot) as unknown'))
    .first();
  const [rows, counts] = await Promise.all([
    queryRows<Line>(rawWith(ctx.db, materialSql, [orders().select(columns)])),
    queryOnlyRow<{ orders: number; unknown: number }>(orderCounts),
  ]);
  return { period, rows, ...counts };
}

async function readAnswer(ctx: ActorCtx, filter: InventoryReportFilter) {
  const { period, rows, orders, unknown } = await readReport(ctx, filter);
  return {
    range: rangeAnswer(period),
    ...{ orders, unknown },
    rows: rows.map(({ id, name, category, quantity }) => ({ item: { _id: id, name }, category, quantity })),
  };
}

async function readTable(ctx: ActorCtx, filter: InventoryReportFilter) {
  const { period, rows, orders, unknown } = await readReport(ctx, filter);
  const note = { label: 'Orders never priced', count: unknown };
  return reportTable<Line>({
    name: 'inventory_report',
    title: 'Inventory',
    columns,
    rows,
    about: await readPeriodLines(ctx, { ...filter, invoiceStatus: [] }, period, filter.orderDate ?? 'dateOrdered'),
    count: () => Promise.resolve(rows.length),
    totals: () =>
      Promise.resolve([
        { label: 'Orders', count: orders },
        ...(unknown > 0 ? [note] : []),
        { label: 'Items', count: rows.length },
      ]),
  });
}

const columns: readonly TableColumn<Line>[] = [
  { header: 'Item', kind: 'text', width: 40, value: (row) => row.name },
  { header: 'Category', kind: 'text', value: (row) => row.category },
  { header: 'Quantity', kind: 'number', width: 16, value: (row) => row.quantity },
];
