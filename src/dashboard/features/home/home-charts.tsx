import { useMemo } from 'react';
import { Chart, type ChartDrawing } from '../../components/chart.js';
import { Failure } from '../../components/empty-state.js';
import type { ApiState } from '../../lib/use-api.js';
import { periodOf, type ProfitView, statusDrawing, type StatusTotal, type Trend, trendDrawing } from './series.js';

/** A line chart of the payments: whose amounts, and which gross profits beside them. */
export interface TrendChart {
  readonly title: string;
  readonly amount: 'shop' | 'company';
  readonly views: readonly ProfitView[];
}

/** The payments of the current month and the two before it, by date. */
export function TrendCharts({ query, charts }: { query: ApiState<Trend>; charts: readonly TrendChart[] }) {
  const { data, error, isRefreshing, refresh } = query;
  return (
    <section className="home-section" aria-labelledby="payment-trend">
      <h2 id="payment-trend">
        Payment trend <span className="muted home-period">{data && periodOf(data)}</span>
      </h2>
      {error && <Failure error={error} pending={isRefreshing} onRetry={() => void refresh()} />}
      <div className={charts.length > 1 ? 'home-charts' : undefined}>
        {charts.map((chart) => (
          <TrendOf key={chart.title} chart={chart} trend={data} failed={error !== undefined} />
        ))}
      </div>
    </section>
  );
}

function TrendOf({ chart, trend, failed }: { chart: TrendChart; trend: Trend | undefined; failed: boolean }) {
  const { title, amount, views } = chart;
  const drawing = useMemo(() => trend && trendDrawing(trend, amount, views), [trend, amount, views]);
  return <Chart title={title} drawing={drawing} failed={failed} empty={trend && `No payments from ${periodOf(trend)}.`} />;
}

interface StatusChartsProps {
  readonly orders: readonly StatusTotal[] | undefined;
  readonly invoices: readonly StatusTotal[] | undefined;
  readonly ordersFailed: boolean;
  readonly invoicesFailed: boolean;
}

/** Orders and invoices by status, as bars. */
export function StatusCharts({ orders, invoices, ordersFailed, invoicesFailed }: StatusChartsProps) {
  const drawnOrders = useDrawing(orders, 'Orders');
  const drawnInvoices = useDrawing(invoices, 'Invoices');
  return (
    <section className="home-section" aria-labelledby="status-charts">
      <h2 id="status-charts">By status</h2>
      <div className="home-charts">
        <Chart title="Order status" drawing={drawnOrders} failed={ordersFailed} empty="No order is in one of these statuses." />
        <Chart title="Invoice status" drawing={drawnInvoices} failed={invoicesFailed} empty="No invoice waits for its payment." />
      </div>
    </section>
  );
}

const useDrawing = (totals: readonly StatusTotal[] | undefined, counted: string): ChartDrawing | undefined =>
  useMemo(() => totals && statusDrawing(totals, counted), [totals, counted]);
