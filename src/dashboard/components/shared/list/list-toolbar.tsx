import { useState } from 'react';
import { LOW, PHONE, useMedia } from '../../../lib/use-media.js';
import { Button } from '../../ui/button.js';
import { Menu } from '../../ui/overlay/menu.js';
import { useDownload } from '../../ui/use-download.js';
import { ListSearch } from './list-search.js';
import type { ColumnDef, DataListProps, ExportFormat, RowBase } from './list-types.js';
import { ColumnBoxes, ListViewMenu } from './list-view-menu.js';
import { ListViews } from './list-views.js';
import type { ListView } from './use-list-view.js';
import styles from './list.module.css';
import { loadLazily } from '../../ui/load-lazily.js';

const FilterSheet = loadLazily(() => import('./filter-sheet.js').then((m) => m.FilterSheet));

type ToolbarProps<Row extends RowBase> = DataListProps<Row> & { readonly view: ListView<Row> };

/** Above the rows: search on the left, filters, then view options and export on the right. */
export function ListToolbar<Row extends RowBase>(props: ToolbarProps<Row>) {
  const { name, search, filters, onExport, exportLabel = 'Export', list, columns, view } = props;
  const isSmall = useMedia(`${PHONE}, ${LOW}`);
  return (
    <div className={styles['toolbar']}>
      {search && <ListSearch {...search} list={list} />}
      {isSmall ? <SheetButton {...props} /> : filters}
      <div className={styles['toolbar-end']}>
        {filters && <ListViews key={name} name={name} list={list} />}
        {!isSmall && <ListViewMenu columns={columns} view={view} />}
        {onExport && <ExportMenu label={exportLabel} onExport={onExport} />}
      </div>
    </div>
  );
}

/** The ways to sort a list: each column that sorts, up and down. */
export const toSorts = <Row,>(columns: readonly ColumnDef<Row>[]): readonly { value: string; label: string }[] =>
  columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ field, sortField = field, header }) => [
      { value: sortField, label: `${header}, ascending` },
      { value: `-${sortField}`, label: `${header}, descending` },
    ]);

/** How many filters are set; those set by the screen itself do not count. */
export const countFilters = (filters: Readonly<Record<string, string>>, ownNames: readonly string[] = []): number =>
  Object.entries(filters).filter(([name, value]) => value !== '' && !ownNames.includes(name)).length;

/** On a phone and in a short window: opens a sheet with filters, sorting and columns; shows how many filters are set. */
function SheetButton<Row extends RowBase>(props: ToolbarProps<Row>) {
  const [open, setOpen] = useState(false);
  const filterCount = props.filters ? countFilters(props.list.filters, props.ownFilters) : 0;
  return (
    <>
      <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {filterCount > 0 ? `Filters (${filterCount})` : props.filters ? 'Filters' : 'Sort'}
      </Button>
      {open && (
        <FilterSheet
          filters={props.filters}
          list={props.list}
          sorts={toSorts(props.columns)}
          columns={<ColumnBoxes columns={props.columns} view={props.view} />}
          onClose={() => setOpen(false)}
        />
      )}
    </>
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
