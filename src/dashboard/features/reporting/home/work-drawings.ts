import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { formatAgeBand } from '../../../../domain/reporting/home/rules.js';
import type { StatusCounts } from '../../../../domain/reporting/home/schema.js';
import type { ChartDrawing } from '../../../components/ui/chart/chart-drawing.js';
import { asPercent } from './key-figures.js';

const colors = { InQueue: 'blue', Building: 'amber', Finished: 'green', 'On Hold': 'violet' } as const;

const byStatus = (counts: readonly StatusCounts[]): ChartDrawing['series'] =>
  openStatuses.map((status) => ({
    label: status,
    unit: 'count',
    color: colors[status],
    values: counts.map((one) => one[status]),
  }));

const total = (counts: StatusCounts): number => openStatuses.reduce((sum, status) => sum + counts[status], 0);

const addUp = (all: readonly StatusCounts[]): StatusCounts => {
  const sum = { InQueue: 0, Building: 0, Finished: 0, 'On Hold': 0 };
  for (const counts of all) for (const status of openStatuses) sum[status] += counts[status];
  return sum;
};

/** How many bars fit in a chart. */
const MOST_BARS = 12;

interface ShopWork {
  readonly shop: { readonly name: string };
  readonly counts: StatusCounts;
}

/** Open orders by shop and status; the shops with the least work share one bar. */
export function shopsDrawing(shops: readonly ShopWork[]): ChartDrawing {
  const [topRows, otherShops] = [shops.slice(0, MOST_BARS), shops.slice(MOST_BARS)];
  const rest = otherShops.length > 0 ? [addUp(otherShops.map(({ counts }) => counts))] : [];
  return {
    ...{ kind: 'bar', point: 'Shop', stacked: true, across: true },
    labels: [
      ...topRows.map(({ shop }) => shop.name),
      ...rest.map(() => `${otherShops.length} other ${plural(otherShops.length, 'shop')}`),
    ],
    series: byStatus([...topRows.map(({ counts }) => counts), ...rest]),
  };
}

/** Open orders by age and status; no points if there are none. */
export function agesDrawing(ages: readonly StatusCounts[]): ChartDrawing {
  const filled = ages.some((counts) => total(counts) > 0) ? ages : [];
  return {
    ...{ kind: 'bar', point: 'Time since ordered', stacked: true, across: true },
    labels: filled.map((_, band) => formatAgeBand(band)),
    series: byStatus(filled),
  };
}

interface ModelProfit {
  readonly model: string;
  readonly revenue: number;
  /** A fraction; null if no order has a known cost. */
  readonly profitPercent: number | null;
}

/** P12: gross profit of the models with the most revenue, without those of unknown cost or negative revenue (P5). */
export function modelsDrawing(models: readonly ModelProfit[]): ChartDrawing {
  const topRows = models
    .filter(({ revenue, profitPercent }) => revenue >= 0 && profitPercent !== null)
    .slice(0, MOST_BARS);
  return {
    ...{ kind: 'bar', point: 'Model', across: true, signed: true },
    labels: topRows.map(({ model }) => model),
    series: [
      {
        ...{ label: 'Gross profit %', unit: 'percent', color: 'green' },
        values: topRows.map(({ profitPercent }) => asPercent(profitPercent)),
      },
    ],
  };
}
