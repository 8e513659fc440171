import type { Output } from '../../../lib/server/api.js';
import { count, formatCount, quantity } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { OrdersFigure } from './orders-figure.js';
import { ReportFilters } from './report-filters.js';
import { ReportPage } from './report-page.js';
import { type ReportColumn, ReportTable } from './report-table.js';
import { useReportFilter } from './use-report-filter.js';

type Line = Output<'POST /api/orders/report/inventory'>['rows'][number];
type Row = Line & { readonly _id: string };

const defaults = { range: 'previous-month', orderDate: 'dateOrdered' } as const;

/** The items used by the orders of a date range. */
export function InventoryReportPage() {
  const state = useReportFilter(defaults);
  const query = useApi('POST /api/orders/report/inventory', state.input);
  return (
    <ReportPage
      title="Inventory report"
      report="inventory"
      filter={state.input}
      filters={
        <ReportFilters
          state={state}
          fields={['orderDate', 'orderType', 'buildingStages', 'shops', 'categories', 'models']}
          answerRange={query.data?.range}
        />
      }
      query={query}
      rows={({ rows }) => rows.length}
      about={({ range }) => range.words}
      empty="No results. Try fewer filters."
    >
      {({ rows, orders, unknown }) => (
        <>
          <p>
            {count(rows.length)} items of{' '}
            <OrdersFigure title="Orders of the inventory report" filter={state.input}>
              {formatCount(orders, 'order')}
            </OrdersFigure>
            {unknown > 0 && ` · ${count(unknown)} not counted because they were never priced`}
          </p>
          <ReportTable
            name="inventory-report"
            label="Items"
            columns={toColumns(state.input)}
            rows={rows.map((row) => ({ ...row, _id: row.item._id }))}
            preview={{ title: ({ item }) => item.name }}
          />
        </>
      )}
    </ReportPage>
  );
}

const toColumns = (filter: ReturnType<typeof useReportFilter>['input']): readonly ReportColumn<Row>[] => [
  { field: 'item', header: 'Item', fixed: true, value: (row) => row.item.name, body: (row) => row.item.name },
  { field: 'category', header: 'Category', value: (row) => row.category },
  {
    field: 'quantity',
    header: 'Quantity',
    align: 'right',
    value: (row) => row.quantity,
    fact: (row) => quantity(row.quantity),
    body: (row) => (
      <OrdersFigure title={`Orders with ${row.item.name}`} filter={{ ...filter, item: row.item._id }}>
        {quantity(row.quantity)}
      </OrdersFigure>
    ),
  },
];
