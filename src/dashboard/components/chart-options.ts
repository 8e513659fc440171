import type { ChartSeries } from './chart-figure.js';

export interface Palette {
  readonly series: readonly string[];
  readonly text: string;
  readonly grid: string;
}

const axisOf = ({ axis = 'left' }: ChartSeries) => (axis === 'left' ? 'y' : 'y1');

/** The series as chart.js wants them, each with a color and a dash of its own. */
export const chartData = (labels: readonly string[], series: readonly ChartSeries[], palette: Palette) => ({
  labels: [...labels],
  datasets: series.map((one, at) => ({
    label: one.label,
    data: [...one.values],
    yAxisID: axisOf(one),
    borderColor: palette.series[at % palette.series.length],
    backgroundColor: palette.series[at % palette.series.length],
    borderDash: at === 0 ? [] : [4 * at, 3],
    borderWidth: 2,
    maxBarThickness: 48,
    tension: 0,
  })),
});

/** Axes that read in the series' own units, quiet lines, no motion where none is wanted. */
export function chartOptions(series: readonly ChartSeries[], palette: Palette) {
  const scale = (id: 'y' | 'y1') => {
    const first = series.find((one) => axisOf(one) === id);
    return {
      display: first !== undefined,
      position: id === 'y' ? 'left' : 'right',
      beginAtZero: true,
      grid: { color: palette.grid, drawOnChartArea: id === 'y' },
      ticks: { color: palette.text, callback: (value: number | string) => first?.format(Number(value)) ?? value },
    };
  };
  return {
    maintainAspectRatio: false,
    animation: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? false : { duration: 200 },
    interaction: { mode: 'index', intersect: false },
    scales: { x: { grid: { color: palette.grid }, ticks: { color: palette.text } }, y: scale('y'), y1: scale('y1') },
    plugins: {
      legend: { labels: { color: palette.text, boxWidth: 16 } },
      tooltip: {
        callbacks: {
          label: (item: { datasetIndex: number; raw: unknown }) => {
            const one = series[item.datasetIndex];
            return one ? `${one.label}: ${one.format(Number(item.raw))}` : '';
          },
        },
      },
    },
  };
}
