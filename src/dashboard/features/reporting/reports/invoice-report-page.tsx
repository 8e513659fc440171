import { useMemo } from 'react';
import { NO_VALUE, shownProfit } from '../../../../domain/kernel/cents.js';
import { invoiceStatuses } from '../../../../domain/kernel/order/invoice-status.js';
import { reportedInvoiceStatuses } from '../../../../domain/reporting/reports/rules.js';
import { Chart } from '../../../components/ui/chart/chart.js';
import { CostMoney, CostShare, KnownMoney } from '../../../components/shared/cost-unknown.js';
import { Money } from '../../../components/shared/money.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import type { Preview } from '../../../components/shared/list/list-types.js';
import type { Output } from '../../../lib/server/api.js';
import { count, day, profitPercent } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { invoiceWeeksDrawing } from './invoice-weeks.js';
import { LeftOutOrders, OrdersFigure } from './orders-figure.js';
import { ReportFilters } from './report-filters.js';
import { ReportPage } from './report-page.js';
import { type ReportColumn, ReportTable } from './report-table.js';
import { type ReportFilterState, useReportFilter } from './use-report-filter.js';

type Report = Output<'POST /api/invoice/report'>;
type Row = Report['rows'][number];

const TITLE = 'Shop invoice report';
const defaults = {
  range: 'invoice-window',
  orderDate: 'invoicedDate',
  invoiceStatus: [...reportedInvoiceStatuses],
} as const;

/** The invoices of a date range with the cost and profit of their orders. */
export function InvoiceReportPage() {
  const state = useReportFilter(defaults);
  const query = useApi('POST /api/invoice/report', state.input);
  return (
    <ReportPage
      title={TITLE}
      report="invoices"
      filter={state.input}
      filters={
        <ReportFilters
          state={state}
          fields={['orderDate', 'invoiceStatus', 'orderType', 'buildingStages', 'shops', 'categories', 'models']}
          answerRange={query.data?.range}
        />
      }
      query={query}
      rows={({ rows }) => rows.length}
      about={({ range }) => range.words}
      empty="No results. Try fewer filters."
      overview={(report) => (
        <>
          <Summary report={report} state={state} />
          <LeftOutOrders
            orders={report.leftOut}
            filter={{
              ...state.input,
              invoiceStatus: getStatuses(state),
              orderDate: state.input.orderDate ?? 'invoicedDate',
            }}
          />
          <InvoiceWeeks rows={report.rows} />
        </>
      )}
    >
      {(report) => (
        <ReportTable
          name="invoice-report"
          label="Invoices"
          columns={columns}
          rows={report.rows}
          preview={rowPreview}
          totals={computeTotals(report)}
        />
      )}
    </ReportPage>
  );
}

/** The required invoice status of the report's orders: any if none is chosen. */
const getStatuses = ({ input }: ReportFilterState) =>
  input.invoiceStatus.length > 0 ? input.invoiceStatus : [...invoiceStatuses];

function InvoiceWeeks({ rows }: { rows: readonly Row[] }) {
  const drawing = useMemo(() => invoiceWeeksDrawing(rows), [rows]);
  return <Chart title="Invoices by shop and week" note="Shop totals" drawing={drawing} state="ready" empty="" />;
}

const parts = ['Customer', 'Inventory', 'Total'] as const;

function Summary({ report, state }: { report: Report; state: ReportFilterState }) {
  const invoiceInput = { ...state.input, invoiceStatus: getStatuses(state) };
  const rows = parts.map((part) => {
    const { count: n, amount } = report.summary[part];
    const filter = part === 'Total' ? invoiceInput : { ...invoiceInput, orderType: [part] };
    const isAsked = part === 'Total' || state.values.orderType.length === 0 || state.values.orderType.includes(part);
    const figure = n > 0 && isAsked;
    return {
      key: part,
      isTotal: part === 'Total',
      cells: [
        part,
        figure ? (
          <OrdersFigure
            key="count"
            title={part === 'Total' ? 'Orders of the invoices' : `${part} orders of the invoices`}
            filter={filter}
          >
            {count(n)}
          </OrdersFigure>
        ) : (
          count(n)
        ),
        <Money key="amount" value={amount} />,
      ],
    };
  });
  return (
    <PlainTable
      label="Summary"
      columns={[{ header: 'Orders' }, { header: 'Count', align: 'right' }, { header: 'Amount', align: 'right' }]}
      rows={rows}
    />
  );
}

const getForm = (row: Row): string => `/company/invoice/form?id=${row._id}`;

const rowPreview: Preview<Row> = {
  title: (row) => `Invoice ${row.invoiceNumber} of ${row.shop.name}`,
  name: (row) => row.invoiceNumber,
  href: getForm,
};

const money = (field: string, header: string, value: (row: Row) => number): ReportColumn<Row> => ({
  ...{ field, header, align: 'right', value },
  body: (row) => <Money value={value(row)} />,
});

/** A cost, or a note that it is unknown. */
const cost = (field: string, header: string, value: (row: Row) => number | null): ReportColumn<Row> => ({
  ...{ field, header, align: 'right', value },
  body: (row) => <CostMoney value={value(row)} why={row.costUnknown} />,
});

const columns: readonly ReportColumn<Row>[] = [
  { field: 'shop', header: 'Shop', value: (row) => row.shop.name, body: (row) => row.shop.name },
  {
    field: 'invoiceNumber',
    header: 'Invoice Number',
    fixed: true,
    value: (row) => row.invoiceNumber,
    body: (row) => <RecordLink href={getForm(row)}>{row.invoiceNumber}</RecordLink>,
  },
  { field: 'date', header: 'Date', value: (row) => row.invoicedDate, body: (row) => day(row.invoicedDate) },
  {
    field: 'serialNumber',
    header: 'Serial Number',
    value: (row) => row.order.serialNumber,
    body: (row) => <RecordLink href={`/company/order/form?id=${row.order._id}`}>{row.order.serialNumber}</RecordLink>,
  },
  { field: 'type', header: 'Type', value: (row) => row.order.type, body: (row) => row.order.type },
  {
    field: 'status',
    header: 'Status',
    value: (row) => row.status,
    body: (row) => <StatusTag of="invoice" status={row.status} />,
  },
  { ...money('shopTotal', 'Shop Total', (row) => row.order.grandTotal.shop), key: true },
  cost('totalMaterialCost', 'Material', (row) => row.totalMaterialCost.standard),
  cost('totalLabor', 'Labor', (row) => row.totalLabor.standard),
  cost('overhead', 'Overhead', (row) => row.overhead.standard),
  cost('totalCost', 'Total Cost', (row) => row.totalCost.standard),
  {
    field: 'profitPercent',
    header: 'GP %',
    align: 'right',
    value: ({ profitPercent: { standard }, order }) =>
      standard === null ? null : shownProfit(standard, order.grandTotal.shop),
    body: ({ profitPercent: { standard }, order, costUnknown }) => (
      <CostShare why={costUnknown}>{profitPercent(standard ?? 0, order.grandTotal.shop)}</CostShare>
    ),
  },
  { ...cost('shopMaterialCost', 'Shop Material', (row) => row.totalMaterialCost.shop), hidden: true },
  { ...cost('shopLabor', 'Shop Labor', (row) => row.totalLabor.shop), hidden: true },
  { ...cost('shopOverhead', 'Shop Overhead', (row) => row.overhead.shop), hidden: true },
  { ...cost('shopCost', 'Shop Total Cost', (row) => row.totalCost.shop), hidden: true },
];

const computeTotals = ({ totals }: Report) => ({
  shopTotal: <Money value={totals.grandTotal.shop} />,
  totalMaterialCost: <KnownMoney value={totals.totalMaterialCost.standard} />,
  totalLabor: <KnownMoney value={totals.totalLabor.standard} />,
  overhead: <KnownMoney value={totals.overhead.standard} />,
  totalCost: <KnownMoney value={totals.totalCost.standard} />,
  profitPercent:
    totals.profitPercent.standard === null
      ? NO_VALUE
      : profitPercent(totals.profitPercent.standard, totals.grandTotal.shop),
  shopMaterialCost: <KnownMoney value={totals.totalMaterialCost.shop} />,
  shopLabor: <KnownMoney value={totals.totalLabor.shop} />,
  shopOverhead: <KnownMoney value={totals.overhead.shop} />,
  shopCost: <KnownMoney value={totals.totalCost.shop} />,
});
