import { z } from 'zod';
import { audience, type ActorCtx } from '../../kernel/context.js';
import type { TableColumn } from '../../files/table-file.js';
import { getInvoiceChart } from '../../billing/invoices/service.js';
import { listOrderTotals } from '../../orders/service.js';
import { getPaymentTrend } from '../../billing/payments/read.js';
import { formatDay } from '../../kernel/time.js';
import { seenShops } from './period.js';
import { leftOutTotal, reportTable, type Report } from './report.js';
import { queryColumn } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

const Filter = z.object({ shop: Id.optional() });
type Filter = z.output<typeof Filter>;

/** The figures of the home screens: orders and unpaid invoices by status, and the payments of three months by date. */
export const dashboardReport: Report<typeof Filter> = {
  name: 'dashboard',
  title: 'Dashboard',
  permission: 'reports.view',
  filter: Filter,
  table: readTable,
  answer: readAnswer,
};

async function readAnswer(ctx: ActorCtx, { shop }: Filter) {
  const filter = shop ? { shop } : {};
  const [orders, invoices, payments] = [
    await listOrderTotals(ctx, filter),
    await getInvoiceChart(ctx, filter),
    await getPaymentTrend(ctx, filter),
  ];
  return { orders: orders.items, invoices: invoices.items, payments };
}

interface Row {
  readonly part: string;
  readonly of: string;
  readonly count: number;
  /** In cents; without company amounts for a shop. */
  readonly shop: number;
  readonly company: number | undefined;
  /** A fraction; only for payments. */
  readonly percent: number | null;
  /** The number of orders left out of the percent. */
  readonly leftOut: number;
}

/** Converts API dollars, which are whole cents, to cents. */
const inCents = (dollars: number): number => Math.round(dollars * 100);
const optionalCents = (dollars: number | undefined) => (dollars === undefined ? undefined : inCents(dollars));

type Amounts = Readonly<Partial<Record<'shop' | 'company', number>>>;
const amounts = (sides: Amounts) => ({ shop: inCents(sides.shop ?? 0), company: optionalCents(sides.company) });

function toRows({ orders, invoices, payments }: Awaited<ReturnType<typeof readAnswer>>): readonly Row[] {
  return [
    ...orders.map(({ status, count, total }) => ({
      ...{ part: 'Orders', of: status, count, percent: null, leftOut: 0 },
      ...amounts(total),
    })),
    ...invoices.map(({ status, count, grandTotal }) => ({
      ...{ part: 'Invoices', of: status, count, percent: null, leftOut: 0 },
      ...amounts(grandTotal),
    })),
    ...payments.items.map(({ date, payments: count, amount, profitPercent, leftOut }) => ({
      ...{ part: 'Payments', of: formatDay(date), count, percent: profitPercent.standard, leftOut },
      ...amounts(amount),
    })),
  ];
}

async function readTable(ctx: ActorCtx, filter: Filter) {
  const rows = toRows(await readAnswer(ctx, filter));
  const [seenShop] = seenShops(ctx, filter.shop ? [filter.shop] : []);
  const shop = seenShop ? await queryColumn<string>(ctx.db('shops').where({ id: seenShop }).pluck('name')) : [];
  const sum = (part: string) => rows.filter((row) => row.part === part);
  return reportTable<Row>({
    name: 'dashboard',
    title: 'Dashboard',
    columns: audience(ctx.actor) === 'office' ? [...columns, companyColumn] : columns,
    rows,
    about: shop.map((value) => ({ label: 'Shop', value })),
    count: () => Promise.resolve(rows.length),
    totals: () =>
      Promise.resolve([
        ...['Orders', 'Invoices', 'Payments'].map((part) => ({
          label: part,
          count: sum(part).reduce((total, row) => total + row.count, 0),
          amount: sum(part).reduce((total, row) => total + row.shop, 0),
        })),
        ...leftOutTotal(rows.reduce((total, { leftOut }) => total + leftOut, 0)),
      ]),
  });
}

const columns: readonly TableColumn<Row>[] = [
  { header: 'Part', kind: 'text', width: 14, value: (row) => row.part },
  { header: 'Status or Date', kind: 'text', width: 18, value: (row) => row.of },
  { header: 'Count', kind: 'number', value: (row) => row.count },
  { header: 'Shop Amount', kind: 'money', value: (row) => row.shop },
  { header: 'Standard GP %', kind: 'percent', value: (row) => row.percent },
];
const companyColumn: TableColumn<Row> = {
  ...{ header: 'Company Amount', kind: 'money' },
  value: (row) => row.company ?? null,
};
