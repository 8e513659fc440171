import { z } from 'zod';
import { audience, type ActorCtx } from '../../../kernel/context.js';
import type { TableColumn } from '../../../files/table-file.js';
import {
  filterMaterialOrders,
  orderedWithin,
  sortMaterialOrders,
} from '../../../purchasing/material-orders/list-query.js';
import { selectMaterialRows } from '../../../purchasing/material-orders/queries.js';
import { DetailedList, orderPaging, type OrderRow } from '../../../purchasing/material-orders/schema.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { ReportFilter } from '../filter.js';
import { DomainError } from '../../../kernel/errors.js';
import { service } from '../../../kernel/service.js';
import { getPeriod, rangeAnswer } from '../period.js';
import { reportTable, type Report } from '../report.js';
import { MOST_JSON_ROWS } from '../rules.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';
import { Id, officeAndShop } from '../../../kernel/records/fields.js';

const Filter = ReportFilter.pick({ dates: true, range: true }).extend({ shop: Id.optional() });
type Filter = z.output<typeof Filter>;

/** Filters by order date: whole days, both included, or a relative range; this month by default. */
const ReportOrders = Filter.extend({ ...orderPaging, size: orderPaging.size.default(500) });
const OrderReport = DetailedList.extend({ range: z.object({ from: z.string(), to: z.string(), words: z.string() }) });

export const runMaterialReport = service({
  summary: 'List the material orders placed in a date range, with their lines and totals',
  permission: 'purchasing.read',
  effect: 'read',
  input: ReportOrders,
  output: officeAndShop(OrderReport),
  readsFrom: 'standby',
  run: readOrders,
});

/** All orders of a range, for a file. Throws `report-too-large` above 100,000 of them. */
const readAllOrders = service({
  summary: 'List all material orders placed in a date range, with their lines and totals',
  permission: 'purchasing.read',
  effect: 'read',
  input: Filter,
  output: officeAndShop(OrderReport),
  readsFrom: 'standby',
  run: async (ctx, filter) => {
    const orders = await readOrders(ctx, { ...filter, page: 1, size: MOST_JSON_ROWS });
    if (orders.total > MOST_JSON_ROWS) throw new DomainError('report-too-large', { most: MOST_JSON_ROWS });
    return orders;
  },
});

async function readOrders(ctx: ActorCtx, { dates, range, shop, page, size }: z.output<typeof ReportOrders>) {
  const period = await getPeriod(ctx, { dates, range }, 'this-month');
  const { first, last } = period;
  const orders = await orderedWithin(ctx.db, ctx.actor, { first, last, shop, page, size });
  return { ...orders, range: rangeAnswer(period) };
}

/** The material orders placed in a range, by default this month. */
export const materialReport: Report<typeof Filter> = {
  name: 'material-orders',
  title: 'Material order report',
  permission: 'purchasing.read',
  filter: Filter,
  table: readTable,
  answer: (ctx, filter) => readAllOrders(ctx, filter),
};

type Row = Pick<OrderRow, 'purchaseOrderNumber' | 'vendor' | 'shop' | 'orderedDate' | 'recievedDate'> & {
  readonly grandTotal: number;
  readonly freight: number;
};

async function readTable(ctx: ActorCtx, filter: Filter) {
  const period = await getPeriod(ctx, filter, 'this-month');
  const { first, last, words } = period;
  const queryPlaced = () =>
    filterMaterialOrders(ctx.db, ctx.actor, { shop: filter.shop })
      .where('m.draft', false)
      .whereBetween('m.ordered_on', [first, last]);
  const sums = async () => {
    const sql = 'count(*) as n, coalesce(sum(m.grand_total), 0) as total, coalesce(sum(m.freight), 0) as freight';
    return queryOnlyRow<{ n: number; total: number; freight: number }>(queryPlaced().select(ctx.db.raw(sql)).first());
  };
  return reportTable<Row>({
    name: 'material_order_report',
    title: 'Material Orders',
    columns: audience(ctx.actor) === 'office' ? [shop, ...columns] : columns,
    rows: readAll<Row>(ctx.db, selectMaterialRows(sortMaterialOrders(queryPlaced(), 'orderedDate'), ctx.db)),
    about: [{ label: 'Range', value: words }],
    count: async () => (await sums()).n,
    totals: async () => {
      const { n, total, freight } = await sums();
      return [
        { label: 'Material orders', count: n, amount: total },
        { label: 'Freight', amount: freight },
      ];
    },
  });
}

const shop: TableColumn<Row> = { header: 'Shop', kind: 'text', value: (row) => row.shop.name };
const columns: readonly TableColumn<Row>[] = [
  { header: 'PO#', kind: 'text', width: 18, value: (row) => row.purchaseOrderNumber },
  { header: 'Vendor', kind: 'text', width: 26, value: (row) => row.vendor.name },
  { header: 'Ordered Date', kind: 'day', width: 14, value: (row) => row.orderedDate },
  { header: 'Received Date', kind: 'day', width: 14, value: (row) => row.recievedDate },
  { header: 'Total', kind: 'money', total: true, value: (row) => row.grandTotal },
  { header: 'Freight', kind: 'money', total: true, value: (row) => row.freight },
];
