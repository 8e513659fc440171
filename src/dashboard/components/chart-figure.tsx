import { Chart } from 'primereact/chart';
import { useEffect, useState } from 'react';
import { useTheme } from '../lib/theme.js';
import { useMedia } from '../lib/use-media.js';
import { chartData, chartOptions, type Palette } from './chart-options.js';

export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** How a value reads, in the axis, the tip and the table. */
  readonly format: (value: number) => string;
  /** Which scale it is drawn against; the left one unless told. */
  readonly axis?: 'left' | 'right';
}

interface ChartFigureProps {
  readonly title: string;
  readonly type: 'line' | 'bar';
  /** One for each value: months, statuses. */
  readonly labels: readonly string[];
  /** Heads the labels in the table: 'Payment date', 'Status'. */
  readonly labelsTitle: string;
  readonly series: readonly ChartSeries[];
  /** Pixels. */
  readonly height?: number;
}

/** A chart with its title, and its numbers as a table for reading aloud and copying. Load it lazily: chart.js is 68 kB. */
export function ChartFigure({ title, type, labels, labelsTitle, series, height = 260 }: ChartFigureProps) {
  const palette = usePalette();
  return (
    <figure className="chart">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <div style={{ height }}>
        {palette && (
          <Chart
            type={type}
            height={`${height}px`}
            data={chartData(labels, series, palette)}
            options={chartOptions(series, palette)}
            pt={{ canvas: { 'aria-label': `${title}; the numbers are in the table below` } as object }}
          />
        )}
      </div>
      <details>
        <summary>Numbers of {title}</summary>
        <div className="table-scroll">
          <NumbersTable title={title} labels={labels} labelsTitle={labelsTitle} series={series} />
        </div>
      </details>
    </figure>
  );
}

type NumbersProps = Pick<ChartFigureProps, 'title' | 'labels' | 'labelsTitle' | 'series'>;

function NumbersTable({ title, labels, labelsTitle, series }: NumbersProps) {
  return (
    <table className="figures">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelsTitle}</th>
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
            {series.map((one) => {
              const value = one.values[at];
              return <td key={one.label}>{typeof value === 'number' ? one.format(value) : '–'}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The theme's colors as the canvas needs them; read again when the theme changes. */
function usePalette(): Palette | null {
  const theme = useTheme();
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const probe = document.createElement('span');
    document.body.append(probe);
    const colorOf = (token: string) => {
      probe.style.color = `var(--${token})`;
      return getComputedStyle(probe).color;
    };
    const series = ['accent', 'amber', 'teal', 'violet', 'green', 'red'].map(colorOf);
    setPalette({ series, text: colorOf('text-muted'), grid: colorOf('border') });
    probe.remove();
  }, [theme, isDark]);
  return palette;
}
