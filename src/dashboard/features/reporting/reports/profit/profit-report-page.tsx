import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Chart } from '../../../../components/ui/chart/chart.js';
import { Icon } from '../../../../components/ui/icon.js';
import { count } from '../../../../lib/format.js';
import { useApi } from '../../../../lib/server/use-api.js';
import type { FilterChoice } from '../multi-filter.js';
import { useIsSmall } from '../filter-bar.js';
import { LeftOutOrders } from '../orders-figure.js';
import { ReportPage } from '../report-page.js';
import { ReportTable } from '../report-table.js';
import { type ReportFilterState, useReportFilter } from '../use-report-filter.js';
import { profitDrawing } from './profit-chart.js';
import { profitColumns, profitPreview, totalCells } from './profit-columns.js';
import { ProfitFilterDialog } from './profit-filter-dialog.js';
import { ProfitFilterTags } from './profit-filter-tags.js';
import { ProfitInputsBar } from './profit-inputs.js';
import { adjustedRows, getOrders, type ProfitAnswer } from './profit-rows.js';
import { type TypedInputs, useProfitInputs } from './use-profit-inputs.js';
import styles from './profit.module.css';

const EMPTY = 'No results. Try fewer filters.';

/** The shop's orders with their profit at other rates; by default those finished last month. */
export function ProfitReportPage() {
  const state = useReportFilter({ range: 'previous-month', orderDate: 'dateFinished' });
  const { typed, put } = useProfitInputs();
  const [choosing, setChoosing] = useState(false);
  const query = useApi('POST /api/orders/report/profit', state.input);
  const models = useModels();
  const isSmall = useIsSmall();
  return (
    <ReportPage
      title="Shop order profit report"
      report="order-profit"
      filter={{ ...state.input, ...typed }}
      filters={
        <>
          <div className={`row ${styles['profit-tags']}`}>
            <Button icon="filter" onClick={() => setChoosing(true)}>
              Filter
            </Button>
            {!isSmall && <ProfitFilterTags state={state} models={models} />}
          </div>
          {choosing && (
            <ProfitFilterDialog
              state={state}
              range={query.data?.range}
              models={models}
              onClose={() => setChoosing(false)}
            />
          )}
        </>
      }
      query={query}
      rows={({ rows }) => rows.length}
      about={({ range }) => range.words}
      empty={EMPTY}
      overview={({ usual }) => <ProfitInputsBar usual={usual} typedInputs={typed} onChange={put} />}
    >
      {(answer) => <Rows answer={answer} typedInputs={typed} filter={state.input} />}
    </ReportPage>
  );
}

function useModels(): readonly FilterChoice[] | undefined {
  const { data } = useApi('GET /api/shed/model/', { size: 5000 });
  return useMemo(() => data?.items.map(({ _id, name }) => ({ value: _id, label: name })), [data]);
}

interface RowsProps {
  readonly answer: ProfitAnswer;
  readonly typedInputs: TypedInputs;
  readonly filter: ReportFilterState['input'];
}

/** The results for the inputs as typed; with thousands of orders, typing takes priority over rendering. */
function Rows({ answer, typedInputs, filter }: RowsProps) {
  const inputs = useDeferredValue(typedInputs);
  const orders = useMemo(() => getOrders(answer), [answer]);
  const { rows, totals } = useMemo(
    () => adjustedRows(orders, { ...answer.usual, ...inputs }),
    [orders, answer.usual, inputs],
  );
  const drawing = useMemo(() => profitDrawing(rows), [rows]);
  return (
    <>
      {totals.withoutValues > 0 && (
        <p className="notice notice-warning">
          <Icon name="warning" />
          <span>
            {totals.withoutValues === 1
              ? '1 order has no shop labor values or no retail price. It counts as 0 in the adjusted figures.'
              : `${count(totals.withoutValues)} orders have no shop labor values or no retail price. They count as 0 in the adjusted figures.`}
          </span>
        </p>
      )}
      <LeftOutOrders orders={totals.leftOut} filter={filter} />
      <ReportTable
        name="order-profit"
        label="Orders with their profit"
        columns={profitColumns}
        rows={rows}
        preview={profitPreview}
        totals={totalCells(totals)}
      />
      <Chart title="Gross profit by model" drawing={drawing} state="ready" empty="No orders with known costs." />
    </>
  );
}
