import { download } from '../../../lib/server/api.js';
import { Menu } from '../overlay/menu.js';
import { useDownload } from '../use-download.js';
import type { ChartDrawing } from './chart-drawing.js';

/** Downloads the numbers of a chart as its table shows them. */
export function ChartExport({ title, drawing }: { title: string; drawing: ChartDrawing }) {
  const { pending, run } = useDownload('Export');
  const get = (format: 'xlsx' | 'csv') => {
    const { point, labels } = drawing;
    const series = drawing.series.map(({ label, unit, values }) => ({ label, unit, values: [...values] }));
    return run(() => download('POST /api/charts/file', { title, point, labels: [...labels], series, format }));
  };
  const items = [
    { label: 'Excel (.xlsx)', onSelect: () => void get('xlsx') },
    { label: 'Text (.csv)', onSelect: () => void get('csv') },
  ];
  return (
    <Menu
      label={`Export ${title}`}
      items={items}
      icon="download"
      kind="text"
      iconOnly
      small
      pending={pending}
      align="end"
    />
  );
}
