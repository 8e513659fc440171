import { noneKnown, ProfitSum, type ProfitTotals } from '../../../../../domain/reporting/reports/profit/rules.js';
import type { ChartDrawing } from '../../../../components/ui/chart/chart-drawing.js';
import type { ProfitRow } from './profit-rows.js';

/** How many models fit in the chart. */
const MOST_MODELS = 12;

/** Whether there is nothing to adjust: no order of known cost has its shop's labor values. */
const isAllWithoutValues = ({ orders, leftOut, withoutValues }: ProfitTotals): boolean =>
  withoutValues === orders - leftOut;

/** P10: stored and adjusted gross profit of the sheds, for the models with the most revenue. */
export function profitDrawing(rows: readonly ProfitRow[]): ChartDrawing {
  const sums = new Map<string, ProfitSum>();
  for (const row of rows) {
    const sum = sums.get(row.order.model) ?? new ProfitSum();
    sum.add(row, row.adjusted);
    sums.set(row.order.model, sum);
  }
  const models = [...sums]
    .map(([model, sum]) => ({ model, totals: sum.totals() }))
    .filter(({ totals }) => !noneKnown(totals))
    .sort((a, b) => b.totals.shedRevenue - a.totals.shedRevenue)
    .slice(0, MOST_MODELS);
  return {
    ...{ kind: 'bar', point: 'Model', across: true },
    labels: models.map(({ model }) => model),
    series: [
      {
        ...{ label: 'Shed GP %', unit: 'percent', color: 'slate' },
        values: models.map(({ totals }) => Math.round(totals.shedProfitPercent * 1e8) / 1e6),
      },
      {
        ...{ label: 'Adjusted profit %', unit: 'percent', color: 'blue' },
        values: models.map(({ totals }) => (isAllWithoutValues(totals) ? null : totals.percent)),
      },
    ],
  };
}
