import { useMemo } from 'react';
import { money } from '../../../lib/format.js';
import type { ChartDrawing } from './chart-drawing.js';
import { ChartExport } from './chart-export.js';
import { type Step, waterfallBars } from './waterfall-steps.js';
import styles from './waterfall.module.css';
import chartStyles from './chart.module.css';

interface WaterfallProps {
  readonly title: string;
  /** The heading of the steps: `Shop`. */
  readonly point: string;
  /** Dollars, in the order in which they add up. */
  readonly steps: readonly Step[];
  /** The name of the sum: `All shops`. */
  readonly total: string;
}

/** Shows how amounts add up to a total: each bar begins where the previous one ended. */
export function Waterfall({ title, point, steps, total }: WaterfallProps) {
  const bars = useMemo(() => waterfallBars(steps, total), [steps, total]);
  const drawing = useMemo(() => toDrawing(point, bars), [point, bars]);
  return (
    <figure className={`${styles['waterfall']} ${chartStyles['palette']}`}>
      <figcaption className={chartStyles['chart-head']}>
        <h3>{title}</h3>
        <ChartExport title={title} drawing={drawing} />
      </figcaption>
      <ol className={styles['waterfall-bars']}>
        {bars.map(({ label, value, start, length }, at) => (
          <li key={label} className={at === bars.length - 1 ? styles['waterfall-total'] : undefined}>
            <span>{label}</span>
            <span className={styles['waterfall-track']} aria-hidden="true">
              <span
                className={value < 0 ? styles['waterfall-loss'] : styles['waterfall-gain']}
                style={{ marginInlineStart: `${start}%`, width: `${length}%` }}
              />
            </span>
            <SignedAmount value={value} />
          </li>
        ))}
      </ol>
    </figure>
  );
}

const toDrawing = (point: string, bars: readonly Step[]): ChartDrawing => ({
  kind: 'bar',
  point,
  labels: bars.map(({ label }) => label),
  series: [{ label: 'Change', unit: 'money', color: 'green', values: bars.map(({ value }) => value) }],
});

/** A change in dollars: `+$12.00` in green, `-$12.00` in red. */
export const SignedAmount = ({ value }: { value: number }) => (
  <span className={value < 0 ? styles['signed-down'] : value > 0 ? styles['signed-up'] : styles['signed-same']}>
    {value > 0 && '+'}
    {money(value)}
  </span>
);
