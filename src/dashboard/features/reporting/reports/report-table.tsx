import { type ReactNode, useMemo } from 'react';
import { ListCards } from '../../../components/shared/list/list-cards.js';
import { ListPager } from '../../../components/shared/list/list-pager.js';
import { ListTable } from '../../../components/shared/list/list-table.js';
import type { ColumnDef, RowBase } from '../../../components/shared/list/list-types.js';
import { ListViewMenu } from '../../../components/shared/list/list-view-menu.js';
import { useListView } from '../../../components/shared/list/use-list-view.js';
import type { ApiState } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { PHONE, useMedia } from '../../../lib/use-media.js';
import styles from '../../../components/shared/list/list.module.css';

/** A column of a report: what it shows, and its sort value. */
export interface ReportColumn<Row> extends ColumnDef<Row> {
  readonly value: (row: Row) => string | number | null;
}

interface ReportTableProps<Row extends RowBase> {
  /** The name under which the user's columns and density are stored. */
  readonly name: string;
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  /** The footer row, by field. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ReactNode;
}

const CARDS = 60;

/** The rows of a report in one scrolling table, sorted in the browser; pages of cards on a phone. */
export function ReportTable<Row extends RowBase>(props: ReportTableProps<Row>) {
  const { name, columns, rows } = props;
  const sorts = useMemo(() => columns.map(({ field }) => field), [columns]);
  const list = useListState({ sorts, size: CARDS });
  const sortable = useMemo(() => columns.map((column) => ({ sortable: true, ...column })), [columns]);
  const view = useListView(name, sortable, list);
  const asCards = useMedia(PHONE);
  const sortedRows = useMemo(() => sortedBy(rows, columns, list.sort), [rows, columns, list.sort]);
  const common = { ...props, columns: sortable, list, view, query: toLoaded(rows), empty: '' };
  const page = sortedRows.slice((list.page - 1) * list.size, list.page * list.size);
  return (
    <div className={styles['list']}>
      <div className={styles['toolbar']}>
        <div className={styles['toolbar-end']}>
          <ListViewMenu columns={sortable} view={view} />
        </div>
      </div>
      {asCards ? <ListCards {...common} rows={page} /> : <ListTable {...common} rows={sortedRows} />}
      {asCards && <ListPager total={rows.length} list={list} />}
    </div>
  );
}

const toLoaded = <Row,>(items: readonly Row[]): ApiState<{ items: readonly Row[]; total: number }> => ({
  data: { items, total: items.length },
  error: undefined,
  isLoading: false,
  isRefreshing: false,
  refresh: () => Promise.resolve(),
});

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly ReportColumn<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const column = columns.find(({ field }) => field === sort?.replace('-', ''));
  if (!sort || !column) return rows;
  const way = sort.startsWith('-') ? -1 : 1;
  const keyedRows = rows.map((row) => ({ row, key: column.value(row) ?? '' }));
  return keyedRows.sort((a, b) => way * compare(a.key, b.key)).map(({ row }) => row);
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
