import { ListSearch } from './list-search.js';
import { ListViewMenu } from './list-view-menu.js';
import { ListViews } from './list-views.js';
import type { DataListProps, ExportFormat, RowBase } from './list-types.js';
import { Menu } from '../../ui/overlay/menu.js';
import { useDownload } from '../../ui/use-download.js';
import type { ListView } from './use-list-view.js';
import styles from './list.module.css';

/** Above the rows: search on the left, filters, then view options and export on the right. */
export function ListToolbar<Row extends RowBase>(props: DataListProps<Row> & { view: ListView<Row> }) {
  const { name, search, filters, onExport, exportLabel = 'Export', list, columns, view } = props;
  return (
    <div className={styles['toolbar']}>
      {search && <ListSearch {...search} list={list} />}
      {filters}
      <div className={styles['toolbar-end']}>
        {filters && <ListViews key={name} name={name} list={list} />}
        <ListViewMenu columns={columns} view={view} />
        {onExport && <ExportMenu label={exportLabel} onExport={onExport} />}
      </div>
    </div>
  );
}

function ExportMenu({ label, onExport }: { label: string; onExport: (format: ExportFormat) => Promise<unknown> }) {
  const { pending, run } = useDownload('Export');
  const items = [
    { label: 'Excel (.xlsx)', onSelect: () => void run(() => onExport('xlsx')) },
    { label: 'Text (.csv)', onSelect: () => void run(() => onExport('csv')) },
  ];
  return <Menu label={label} items={items} icon="download" pending={pending} align="end" />;
}
