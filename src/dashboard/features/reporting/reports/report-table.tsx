import { type ReactNode, useMemo } from 'react';
import { DataList } from '../../../components/shared/list/data-list.js';
import { ListTable } from '../../../components/shared/list/list-table.js';
import type { ColumnDef, Preview, RowBase } from '../../../components/shared/list/list-types.js';
import { ListViewMenu } from '../../../components/shared/list/list-view-menu.js';
import { useListView } from '../../../components/shared/list/use-list-view.js';
import type { ApiState } from '../../../lib/server/use-api.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import { PHONE, useMedia } from '../../../lib/use-media.js';
import { usePrinting } from '../../../lib/use-printing.js';
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
  /** What a tap on a row's line opens on a phone. */
  readonly preview: Preview<Row>;
  /** The footer row, by field. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
}

/** Rows of a page on a phone. */
const PAGE = 25;

/** The rows of a report in one scrolling table, sorted in the browser; pages of lines on a phone. All rows on paper. */
export function ReportTable<Row extends RowBase>({ preview, ...props }: ReportTableProps<Row>) {
  const { name, columns, rows } = props;
  const sorts = useMemo(() => columns.map(({ field }) => field), [columns]);
  const list: ListState = useListState({ sorts, size: PAGE });
  const sortable = useMemo(() => columns.map((column) => ({ sortable: true, ...column })), [columns]);
  const view = useListView(name, sortable, list);
  const isPhone = useMedia(PHONE);
  const isPrinting = usePrinting();
  const sortedRows = useMemo(() => sortedBy(rows, columns, list.sort), [rows, columns, list.sort]);
  if (isPhone && !isPrinting) {
    const page = Math.min(list.page, Math.ceil(rows.length / list.size));
    const shownRows = sortedRows.slice((page - 1) * list.size, page * list.size);
    const query = toLoaded(shownRows, rows.length);
    return <DataList {...props} {...{ preview, query }} columns={sortable} list={{ ...list, page }} empty="" />;
  }
  return (
    <div className={styles['list']}>
      <div className={styles['toolbar']}>
        <div className={styles['toolbar-end']}>
          <ListViewMenu columns={sortable} view={view} />
        </div>
      </div>
      <ListTable
        {...{ ...props, list, view }}
        columns={sortable}
        rows={sortedRows}
        query={toLoaded(rows, rows.length)}
        empty=""
      />
    </div>
  );
}

const toLoaded = <Row,>(items: readonly Row[], total: number): ApiState<{ items: readonly Row[]; total: number }> => ({
  data: { items, total },
  error: undefined,
  isPrevious: false,
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
