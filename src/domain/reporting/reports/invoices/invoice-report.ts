import { NO_VALUE, shownProfit } from '../../../kernel/cents.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { costCell } from '../../../files/workbook/cost-cell.js';
import type { TableColumn } from '../../../files/table-file.js';
import { toJsonText } from '../../../kernel/text/json-text.js';
import { fraction } from '../../../pricing/exact.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { service } from '../../../kernel/service.js';
import { loadJson } from '../answer.js';
import { invoiceAnswerSql, invoiceLines, selectedInvoices, type InvoiceLine } from './invoice-query.js';
import { InvoiceReport, InvoiceReportFilter } from './invoice-schema.js';
import { nameProductFile } from '../../../company/company/product.js';
import { readPeriodLines, getPeriod } from '../period.js';
import { leftOutTotal, reportTable, type Report, type ReportTotal } from '../report.js';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

const WINDOW = 'invoice-window';

/**
 * The invoices of a range with the figures of their orders, by default those of the invoice window. The workbook's
 * name begins with the product's: `Shedworks_InvoiceReport.xlsx`.
 */
export const invoiceReport: Report<typeof InvoiceReportFilter> = {
  name: 'invoices',
  title: 'Shop invoice report',
  permission: 'reports.company',
  screen: { company: 'reports/invoices' },
  filter: InvoiceReportFilter,
  table: readTable,
  answer: readAnswer,
};

export const runInvoiceReport = service({
  summary:
    'List the invoices of a date range with the costs and gross profit of their orders, and totals by order type',
  permission: 'reports.company',
  effect: 'read',
  readsFrom: 'standby',
  input: InvoiceReportFilter,
  output: { office: toJsonText(InvoiceReport) },
  run: readAnswer,
});

async function readAnswer(ctx: ActorCtx, filter: InvoiceReportFilter) {
  const period = await getPeriod(ctx, filter, WINDOW);
  return loadJson(ctx, invoiceAnswerSql, invoiceLines(ctx, filter, period), period);
}

async function readTable(ctx: ActorCtx, filter: InvoiceReportFilter) {
  const period = await getPeriod(ctx, filter, WINDOW);
  const sums = (): Promise<InvoiceSums> => sumInvoices(selectedInvoices(ctx, filter, period));
  return reportTable<InvoiceLine>({
    name: await nameProductFile(ctx.db, 'InvoiceReport'),
    title: 'Shop Invoices',
    columns,
    rows: readAll<InvoiceLine>(ctx.db, invoiceLines(ctx, filter, period)),
    about: await readPeriodLines(ctx, filter, period, filter.orderDate),
    count: async () => (await sums()).count,
    totals: async () => computeTotals(await sums()),
  });
}

const columns: readonly TableColumn<InvoiceLine>[] = [
  { header: 'Shop', kind: 'text', value: (row) => row.shop },
  { header: 'Invoice Number', kind: 'text', width: 18, value: (row) => row.invoice_number },
  { header: 'Invoiced Date', kind: 'day', width: 14, value: (row) => row.invoiced_date },
  { header: 'Serial Number', kind: 'text', value: (row) => row.serial_number },
  { header: 'Type', kind: 'text', width: 12, value: (row) => row.type },
  { header: 'Status', kind: 'text', width: 12, value: (row) => row.status },
  { header: 'Shop Total', kind: 'money', total: true, value: (row) => row.shop_total },
  {
    header: 'Material Cost',
    kind: 'money',
    total: true,
    value: (row) => costCell(row.cost_known, row.material_standard),
  },
  { header: 'Labor', kind: 'money', total: true, value: (row) => costCell(row.cost_known, row.labor_standard) },
  { header: 'Overhead', kind: 'money', total: true, value: (row) => costCell(row.cost_known, row.overhead_standard) },
  { header: 'Total Cost', kind: 'money', total: true, value: (row) => costCell(row.cost_known, row.cost_standard) },
  {
    header: 'GP %',
    kind: 'percent',
    value: (row) => costCell(row.cost_known, shownProfit(row.profit_percent, row.shop_total)),
  },
];

interface InvoiceSums {
  readonly count: number;
  readonly amount: number;
  readonly customers: number;
  readonly customerAmount: number;
  readonly cost: number;
  readonly profit: number;
  /** The amount of invoices whose order's cost is known. */
  readonly knownAmount: number;
  readonly leftOut: number;
}

const sumSql = `count(*) as count, coalesce(sum(i.shop_total), 0) as amount,
  count(*) filter (where o.type = 'Customer') as customers,
  coalesce(sum(i.shop_total) filter (where o.type = 'Customer'), 0) as "customerAmount",
  coalesce(sum(o.total_cost_standard) filter (where o.cost_known), 0) as cost,
  coalesce(sum(o.profit_dollars_standard) filter (where o.cost_known), 0) as profit,
  coalesce(sum(i.shop_total) filter (where o.cost_known), 0) as "knownAmount",
  count(*) filter (where not o.cost_known) as "leftOut"`;

async function sumInvoices(query: ReturnType<typeof selectedInvoices>): Promise<InvoiceSums> {
  return queryOnlyRow<InvoiceSums>(query.select(query.client.raw(sumSql)).first());
}

function computeTotals({
  count,
  amount,
  customers,
  customerAmount,
  cost,
  profit,
  ...known
}: InvoiceSums): readonly ReportTotal[] {
  const percent = shownProfit(fraction(profit, known.knownAmount), known.knownAmount);
  return [
    { label: 'Customer', count: customers, amount: customerAmount },
    { label: 'Inventory', count: count - customers, amount: amount - customerAmount },
    { label: 'Total', count, amount },
    ...(known.leftOut > 0 && known.leftOut === count
      ? [
          { label: 'Total cost (standard)', percent: NO_VALUE } as const,
          { label: 'Gross profit (standard)', percent: NO_VALUE } as const,
        ]
      : [
          { label: 'Total cost (standard)', amount: cost },
          { label: 'Gross profit (standard)', amount: profit, percent },
        ]),
    ...leftOutTotal(known.leftOut),
  ];
}
