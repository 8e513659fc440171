import { useMemo } from 'react';
import { Chart } from '../../../components/ui/chart/chart.js';
import { Failure } from '../../../components/ui/empty-state.js';
import type { Output } from '../../../lib/server/api.js';
import { type ApiState, useApi } from '../../../lib/server/use-api.js';
import { day } from '../../../lib/format.js';
import { getState } from './home-charts.js';
import type { Figures } from './key-figures.js';
import { agesDrawing, modelsDrawing, shopsDrawing } from './work-drawings.js';
import styles from './home.module.css';

type Models = Output<'GET /api/figures', 'shop'>['models'];

interface WorkChartsProps {
  readonly figures: ApiState<Pick<Figures, 'weeks'> & { readonly models: Models }>;
  /** The shop that home is filtered by; empty for all. */
  readonly shop?: string;
  /** Whether the user sees more than one shop. */
  readonly withShops: boolean;
}

/** Where the open orders are, how old they are, and what the models earn. */
export function WorkCharts({ figures, shop = '', withShops }: WorkChartsProps) {
  const work = useApi('GET /api/home/work', shop ? { shop } : {});
  const shops = useMemo(() => shopsDrawing(work.data?.shops ?? []), [work.data]);
  const ages = useMemo(() => agesDrawing(work.data?.ages ?? []), [work.data]);
  const models = useMemo(() => modelsDrawing(figures.data?.models ?? []), [figures.data]);
  const first = figures.data?.weeks[0]?.from;
  return (
    <section className={styles['home-section']} aria-labelledby="open-work">
      <h2 id="open-work">Open work and gross profit</h2>
      {work.error && (
        <Failure
          error={work.error}
          pending={work.isRefreshing}
          hasEarlierData={work.data !== undefined}
          onRetry={() => void work.refresh()}
        />
      )}
      <div className={`${styles['home-charts']} ${styles['home-wide']}`}>
        {withShops && <Chart title="Work by shop" drawing={shops} state={getState(work)} empty="No open orders." />}
        <Chart title="Age of open orders" drawing={ages} state={getState(work)} empty="No open orders." />
        <Chart
          title="Gross profit by model"
          note={first && `Orders since ${day(first)}, by revenue`}
          drawing={models}
          state={getState(figures)}
          empty="No orders with known costs in the last 12 weeks."
        />
      </div>
    </section>
  );
}
