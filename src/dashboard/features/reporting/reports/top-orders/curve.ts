import type { Optimum } from '../../../../../domain/pricing/uses/optimizer.js';
import type { ChartDrawing } from '../../../../components/ui/chart/chart-drawing.js';
import { percent } from '../../../../lib/format.js';

/** Curves are not drawn below this percent, where more than half of the revenue is lost. */
const DEEPEST = -50;
/** At least this many of the 401 points are drawn, however low they are. */
const FEWEST = 101;

const computeShare = ({ gp, revenue }: Optimum['curve'][number]): number => (revenue === 0 ? 0 : (gp / revenue) * 100);

export const groupLabels = { small: 'Small', large: 'Large' } as const;

/** P9: the optimizer's trials, from the first percent at which no group loses more than half of its revenue. */
export function curveDrawing(optima: readonly Optimum[], target: number): ChartDrawing {
  const filledOptima = optima.filter(({ rows }) => rows > 0);
  const percents = filledOptima[0]?.curve.map((point) => point.percent) ?? [];
  const isDeep = (step: number) =>
    filledOptima.some(({ curve }) => {
      const point = curve[step];
      return !point || point.revenue <= 0 || computeShare(point) < DEEPEST;
    });
  const above = percents.findIndex((_, step) => !isDeep(step));
  const first = Math.min(above === -1 ? Infinity : above, Math.max(0, percents.length - FEWEST));
  const at = percents.slice(first);
  const from = at[0] ?? 0;
  const marks = Array.from({ length: 21 }, (_, n) => n * 5).filter((mark) => mark >= from);
  return {
    kind: 'line',
    point: 'Shop percent',
    labels: at.map(percent),
    series: [
      ...filledOptima.map(({ group, curve }) => ({
        label: `${groupLabels[group]}: shop GP %`,
        unit: 'percent' as const,
        color: group === 'small' ? ('blue' as const) : ('teal' as const),
        values: curve.slice(first).map(computeShare),
      })),
      { label: 'Desired', unit: 'percent', color: 'amber', values: at.map(() => target) },
    ],
    scale: { at, from, until: 100, marks: marks.map((mark) => ({ at: mark, label: `${mark}%` })) },
    dense: true,
  };
}
