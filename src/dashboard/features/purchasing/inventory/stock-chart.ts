import type { ChartDrawing } from '../../../components/ui/chart/chart-drawing.js';

interface Stock {
  readonly name: string;
  readonly type: string;
  readonly quantityInCurrent: number | null;
  readonly quantityInRecieved: number | null;
  readonly quantityOnOrder: number | null;
  readonly orderPointWarning: number | null;
  readonly orderPointCritical: number | null;
}

/** How many items fit in the chart. */
const MOST_ITEMS = 12;

const orderPoint = ({ orderPointWarning, orderPointCritical }: Stock): number =>
  Math.max(orderPointWarning ?? 0, orderPointCritical ?? 0);

/** An item's stock on hand as a percent of its order point. */
const share = (item: Stock): number => (item.quantityInCurrent ?? 0) / orderPoint(item);

/**
 * Stock as a percent of its order point, because items have different units: on hand, and what is received or on order.
 * Those farthest below come first; items without an order point are left out.
 */
export function stockDrawing(items: readonly Stock[]): ChartDrawing {
  const points = items
    .filter((item) => orderPoint(item) > 0)
    .sort((a, b) => share(a) - share(b) || a.name.localeCompare(b.name))
    .slice(0, MOST_ITEMS);
  const percents = (of: (item: Stock) => number) =>
    points.map((item) => Math.round((of(item) / orderPoint(item)) * 1e4) / 100);
  return {
    ...{ kind: 'bar', point: 'Item', across: true, stacked: true },
    labels: points.map(({ name, type }) => (type ? `${name} (${type})` : name)),
    series: [
      {
        ...{ label: 'On hand, % of order point', unit: 'percent', color: 'blue' },
        values: percents(({ quantityInCurrent }) => quantityInCurrent ?? 0),
      },
      {
        ...{ label: 'Received or on order, %', unit: 'percent', color: 'slate' },
        values: percents(
          ({ quantityInRecieved, quantityOnOrder }) => (quantityInRecieved ?? 0) + (quantityOnOrder ?? 0),
        ),
      },
    ],
  };
}
