import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useInSight } from '../../../lib/use-in-sight.js';
import { Button } from '../button.js';
import { type ChartDrawing, chartText } from './chart-drawing.js';
import styles from './chart.module.css';

interface ChartProps {
  readonly title: string;
  /** Has no points while loading; the series names are known from the start. */
  readonly drawing: ChartDrawing;
  /** The screen itself reports a failed request, with Retry. */
  readonly state: 'loading' | 'failed' | 'ready';
  /** The text for a chart without points. */
  readonly empty: ReactNode;
}

/**
 * A chart with title, drawn when it scrolls into view, and its numbers as a table for copying and for people who cannot
 * see the chart.
 */
export function Chart({ title, drawing, state, empty }: ChartProps) {
  const [place, isSeen] = useInSight<HTMLDivElement>();
  const hasPoints = drawing.labels.length > 0;
  return (
    <figure className={styles['chart']}>
      <figcaption>
        <h3>{title}</h3>
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
          <Suspense fallback={<Waiting />}>
            <Canvas drawing={drawing} label={`${title}: ${drawing.kind} chart. The table below has the numbers.`} />
          </Suspense>
        )}
        {!hasPoints && state === 'ready' && <p className={styles['chart-empty']}>{empty}</p>}
        {!hasPoints && state === 'loading' && <Waiting />}
        {!hasPoints && state === 'failed' && <p className={styles['chart-empty']}>Could not load the figures.</p>}
      </div>
      {hasPoints ? <Numbers title={title} drawing={drawing} /> : <div className={styles['chart-numbers']} />}
    </figure>
  );
}

const Waiting = () => <div className={styles['chart-waiting']} data-waiting role="status" aria-label="Loading" />;

function Numbers({ title, drawing }: { title: string; drawing: ChartDrawing }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles['chart-numbers']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Show as table<span className="sr-only">: {title}</span>
      </summary>
      {isOpen && <NumbersTable title={title} drawing={drawing} />}
    </details>
  );
}

function NumbersTable({ title, drawing }: { title: string; drawing: ChartDrawing }) {
  const { point, labels, series } = drawing;
  return (
    <div className="table-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col" className={styles['chart-point']}>
              {point}
            </th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ label: name, unit, values }) => (
                <td key={name} className={(values[at] ?? 0) < 0 ? 'loss' : undefined}>
                  {chartText(unit, values[at] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The chart library loads after the screen is displayed. */
const Canvas = lazy(() =>
  afterPaint()
    .then(() => import('./chart-canvas.js'))
    .then((loaded) => ({ default: loaded.ChartCanvas }))
    .catch(() => ({ default: NotDrawn })),
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
