import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useInSight } from '../../../lib/use-in-sight.js';
import { Button } from '../button.js';
import { type ChartDrawing, withoutShortLines } from './chart-drawing.js';
import { ChartExport } from './chart-export.js';
import { ChartNumbers } from './chart-numbers.js';
import { loadLazily } from '../load-lazily.js';
import styles from './chart.module.css';

interface ChartProps {
  readonly title: string;
  /** What the numbers cover, such as a period. */
  readonly note?: ReactNode;
  /** Has no points while loading; the series names are known from the start. */
  readonly drawing: ChartDrawing;
  /** The screen itself reports a failed request, with Retry. */
  readonly state: 'loading' | 'failed' | 'ready';
  /** The text for a chart without points. */
  readonly empty: ReactNode;
}

/**
 * A chart with title, drawn when it scrolls into view, and its numbers as a table and as a file: for copying, for paper
 * and for people who cannot see the chart.
 */
export function Chart({ title, note, drawing: fullDrawing, state, empty }: ChartProps) {
  const [place, isSeen] = useInSight<HTMLDivElement>();
  const drawing = useMemo(() => withoutShortLines(fullDrawing), [fullDrawing]);
  const hasPoints = drawing.labels.length > 0;
  return (
    <figure className={`${styles['chart']} ${styles['palette']}`} style={getHeight(drawing)}>
      <figcaption>
        <div className={styles['chart-head']}>
          <h3>{title}</h3>
          {hasPoints && <ChartExport title={title} drawing={drawing} />}
        </div>
        {note && <p className="muted">{note}</p>}
        <ul className={styles['chart-legend']}>
          {drawing.series.map(({ label, color }) => (
            <li key={label}>
              <span className={`${styles['chart-key']} ${styles[`chart-${color}`]}`} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={styles['chart-body']} ref={place}>
        {hasPoints && isSeen && (
          <Canvas
            meanwhile={<ChartSkeleton />}
            drawing={drawing}
            label={`${title}: ${drawing.kind} chart. The table below has the numbers.`}
          />
        )}
        {!hasPoints && state === 'ready' && <p className={styles['chart-empty']}>{empty}</p>}
        {!hasPoints && state === 'loading' && <ChartSkeleton />}
        {!hasPoints && state === 'failed' && <p className={styles['chart-empty']}>Could not load the figures.</p>}
      </div>
      {hasPoints ? <ChartNumbers title={title} drawing={drawing} /> : <div className={styles['chart-numbers']} />}
    </figure>
  );
}

const ROW = 28;
const AXIS = 40;
const LEAST = 120;

/** Horizontal bars need space for each label; other charts have the usual height. Both fill their row. */
const getHeight = ({ across, labels }: ChartDrawing): CSSProperties | undefined =>
  across && labels.length > 0
    ? { gridTemplateRows: `auto minmax(${Math.max(LEAST, labels.length * ROW + AXIS)}px, 1fr) auto` }
    : undefined;

const ChartSkeleton = () => <div className={styles['chart-waiting']} data-waiting role="status" aria-label="Loading" />;

/** The chart library loads after the screen is displayed. */
const Canvas = loadLazily(() =>
  afterPaint()
    .then(() => import('./chart-canvas.js'))
    .then((m) => m.ChartCanvas)
    .catch(() => NotDrawn),
);

const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(), 0)));

const NotDrawn = (_: { drawing: ChartDrawing; label: string }) => (
  <div className={styles['chart-empty']} role="alert">
    <p>Could not load the chart. The table below has the numbers.</p>
    <Button icon="refresh" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </div>
);
