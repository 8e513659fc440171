import type { ChartColor } from './chart-drawing.js';
import { toSparkline } from './sparkline-shape.js';
import styles from './sparkline.module.css';
import chartStyles from './chart.module.css';

interface SparklineProps {
  /** Oldest first; null for no value. */
  readonly values: readonly (number | null)[];
  readonly color: ChartColor;
}

const WIDTH = 120;
const HEIGHT = 28;

/** A small line without axes that shows how a figure developed. Decorative: a table has its numbers. */
export function Sparkline({ values, color }: SparklineProps) {
  const shape = toSparkline(values, WIDTH, HEIGHT);
  const bar = WIDTH / Math.max(values.length, 1);
  return (
    <svg
      className={`${styles['sparkline']} ${chartStyles['palette']} ${chartStyles[`chart-${color}`]}`}
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {shape.kind === 'line' ? (
        <polyline points={shape.points.map((point) => point.join(',')).join(' ')} />
      ) : (
        shape.bars.map(({ x, height }) => (
          <rect key={x} x={x} y={HEIGHT - height} width={bar * 0.7} height={height} rx="1" />
        ))
      )}
    </svg>
  );
}
