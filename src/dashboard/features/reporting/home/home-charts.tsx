import { useMemo } from 'react';
import { Chart } from '../../../components/ui/chart/chart.js';
import { LeftOut } from '../../../components/shared/cost-unknown.js';
import { Failure } from '../../../components/ui/empty-state.js';
import type { ApiState } from '../../../lib/server/use-api.js';
import { getLeftOut, noTrend, getPeriod, type ProfitView, statusDrawing, type Trend, trendDrawing } from './series.js';
import type { Home } from './use-home.js';
import styles from './home.module.css';

/** A line chart of payments: the side's amounts, and the gross profits to show. */
export interface TrendChart {
  readonly title: string;
  readonly amount: 'shop' | 'company';
  readonly views: readonly ProfitView[];
}

/** The payments of the current month and the two before it, by date. */
export function TrendCharts({ query, charts }: { query: ApiState<Trend>; charts: readonly TrendChart[] }) {
  const { data, error, isRefreshing, refresh } = query;
  return (
    <section className={styles['home-section']} aria-labelledby="payment-trend">
      <h2 id="payment-trend">
        Payment trend <span className={`muted ${styles['home-period']}`}>{data && getPeriod(data)}</span>
      </h2>
      {error && <Failure error={error} pending={isRefreshing} onRetry={() => void refresh()} />}
      {data && <LeftOut orders={getLeftOut(data)} />}
      <div className={charts.length > 1 ? styles['home-charts'] : undefined}>
        {charts.map((chart) => (
          <TrendFigure key={chart.title} chart={chart} query={query} />
        ))}
      </div>
    </section>
  );
}

/** The state of a chart's numbers. */
export const getState = ({ data, error }: Pick<ApiState<unknown>, 'data' | 'error'>) =>
  data !== undefined ? 'ready' : error ? 'failed' : 'loading';

function TrendFigure({ chart, query }: { chart: TrendChart; query: ApiState<Trend> }) {
  const { title, amount, views } = chart;
  const trend = query.data ?? noTrend;
  const drawing = useMemo(() => trendDrawing(trend, amount, views), [trend, amount, views]);
  return (
    <Chart title={title} drawing={drawing} state={getState(query)} empty={`No payments from ${getPeriod(trend)}.`} />
  );
}

interface StatusChartsProps {
  readonly home: Home;
  /** Whether to show the company's amounts next to the shop's. */
  readonly withCompany: boolean;
}

/** Orders and invoices by status, as bars. */
export function StatusCharts({ home, withCompany }: StatusChartsProps) {
  const { orders, invoices, orderTotals, invoiceTotals } = home;
  const drawnOrders = useMemo(
    () => statusDrawing(orderTotals ?? [], 'Orders', withCompany),
    [orderTotals, withCompany],
  );
  const drawnInvoices = useMemo(
    () => statusDrawing(invoiceTotals ?? [], 'Invoices', withCompany),
    [invoiceTotals, withCompany],
  );
  return (
    <section className={styles['home-section']} aria-labelledby="status-charts">
      <h2 id="status-charts">By status</h2>
      <div className={styles['home-charts']}>
        <Chart
          title="Order status"
          drawing={drawnOrders}
          state={getState(orders)}
          empty="No orders in these statuses."
        />
        <Chart title="Invoice status" drawing={drawnInvoices} state={getState(invoices)} empty="No unpaid invoices." />
      </div>
    </section>
  );
}
