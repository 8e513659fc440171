import { useState } from 'react';
import { useMedia } from '../../../lib/use-media.js';
import { type ChartDrawing, chartText } from './chart-drawing.js';
import styles from './chart.module.css';

/** The numbers of a chart as a table: on demand on the screen, always on paper. */
export function ChartNumbers({ title, drawing }: { title: string; drawing: ChartDrawing }) {
  const [isOpen, setOpen] = useState(false);
  const isPrinted = useMedia('print');
  return (
    <details
      className={styles['chart-numbers']}
      open={isOpen || isPrinted}
      onToggle={(event) => !isPrinted && setOpen(event.currentTarget.open)}
    >
      <summary>
        Show as table<span className="sr-only">: {title}</span>
      </summary>
      {(isOpen || isPrinted) && <NumbersTable title={title} drawing={drawing} />}
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
