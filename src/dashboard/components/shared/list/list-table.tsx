import { Column } from 'primereact/column';
import { DataTable } from 'primereact/datatable';
import { type ReactNode, useMemo } from 'react';
import { Icon, type IconName } from '../../ui/icon.js';
import { SelectAll, SelectOne } from './list-select.js';
import {
  type ColumnDef,
  type DataListProps,
  densities,
  type Expansion,
  type RowBase,
  type RowTone,
} from './list-types.js';
import type { ListView } from './use-list-view.js';
import styles from './list.module.css';
import { isObject } from '../../../../domain/kernel/objects.js';

export interface ListRowsProps<Row extends RowBase> extends DataListProps<Row> {
  readonly rows: readonly Row[];
  readonly view: ListView<Row>;
}

/** Number of rows from which only visible rows are rendered. */
const VIRTUAL_FROM = 100;

/** The content of a cell. */
export function toCell<Row extends RowBase>({ field, body }: ColumnDef<Row>, row: Row): ReactNode {
  if (body) return body(row);
  const value = isObject(row) ? row[field] : null;
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

const tones = {
  alert: { icon: 'warning', title: 'Has open alerts', word: 'Has alerts' },
  critical: { icon: 'warning', title: 'Below the critical order point', word: 'Critical stock' },
  warning: { icon: 'down', title: 'Below the warning order point', word: 'Low stock' },
} as const satisfies Record<RowTone, { icon: IconName; title: string; word: string }>;

/** The icon for a row's tone, with a label for people who cannot see the color. */
export const ToneMark = ({ tone }: { tone: RowTone | undefined }) =>
  tone && (
    <span className={styles['alert-mark']} title={tones[tone].title}>
      <Icon name={tones[tone].icon} />
      <span className="sr-only">{tones[tone].word}</span>
    </span>
  );

export const AlertMark = () => <ToneMark tone="alert" />;

export const toneClass = (tone: RowTone | undefined): string => (tone ? `row-${tone}` : '');

/** The rows as PrimeReact's table: sticky header, own scrolling, virtual from 100 rows on. */
export function ListTable<Row extends RowBase>(props: ListRowsProps<Row>) {
  const { rows, view, list, label, rowTone, expansion, uneven = false } = props;
  const sorted = sortedBy(list.sort);
  const shown = useMemo(() => [...rows], [rows]);
  const tall = densities[view.density];
  return (
    <DataTable
      value={shown}
      dataKey="_id"
      className={`${styles['list-table']} ${styles[`density-${view.density}`] ?? ''}`}
      scrollable
      scrollHeight="70vh"
      lazy
      cellMemo={false} // cells depend on the selection and on pending changes
      removableSort
      {...sorted}
      onSort={(event) => list.sortBy(getSort(event.sortField, event.sortOrder))}
      rowClassName={(row: Row) => toneClass(rowTone?.(row))}
      pt={{
        wrapper: { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls` },
        table: { ...{ 'aria-label': label } },
      }}
      {...(expansion ? expandedBy(expansion, rows) : {})}
      {...(rows.length >= VIRTUAL_FROM && !expansion && !uneven ? { virtualScrollerOptions: { itemSize: tall } } : {})}
    >
      {toColumns(props)}
    </DataTable>
  );
}

const expandedBy = <Row extends RowBase>({ open, content }: Expansion<Row>, rows: readonly Row[]) => ({
  expandedRows: rows.filter((row) => open.has(row._id)),
  rowExpansionTemplate: (row: Row) => content(row),
});

const sortedBy = (sort: string | undefined) => ({
  sortField: sort?.replace(/^-/, '') ?? '',
  sortOrder: sort ? (sort.startsWith('-') ? (-1 as const) : (1 as const)) : null,
});

const getSort = (field: string, order: number | null | undefined): string | undefined =>
  order === 1 ? field : order === -1 ? `-${field}` : undefined;

function toColumns<Row extends RowBase>(props: ListRowsProps<Row>) {
  const { view, selection, actions, totals, rows, rowTone } = props;
  return [
    selection && (
      <Column
        key="select"
        className={styles['cell-select']}
        header={<SelectAll rows={rows} selection={selection} />}
        body={(row: Row) => <SelectOne row={row} selection={selection} />}
        footer={totals ? '' : undefined}
      />
    ),
    ...view.shown.map((column, at) => dataColumn(column, at === 0, totals, rowTone)),
    actions && (
      <Column
        key="actions"
        className="cell-actions"
        header={<span className="sr-only">Actions</span>}
        body={(row: Row) => <div className="row-actions">{actions(row)}</div>}
        footer={totals ? '' : undefined}
      />
    ),
  ];
}

function dataColumn<Row extends RowBase>(
  column: ColumnDef<Row>,
  isFirst: boolean,
  totals: DataListProps<Row>['totals'],
  rowTone: DataListProps<Row>['rowTone'],
) {
  const { field, header, sortable = false, sortField = field, align, width, pinned } = column;
  const total = totals && (totals[field] ?? (isFirst ? 'Total' : ''));
  return (
    <Column
      key={field}
      field={field}
      header={header}
      sortable={sortable}
      sortField={sortField}
      className={[...(align ? [styles[`cell-${align}`]] : []), ...(pinned ? [styles['cell-pinned']] : [])].join(' ')}
      {...(pinned ? { headerClassName: styles['cell-pinned'] } : {})}
      {...(align ? { align } : {})}
      {...(width ? { style: { width, minWidth: width } } : {})}
      body={(row: Row) => (
        <>
          {isFirst && <ToneMark tone={rowTone?.(row)} />}
          {toCell(column, row)}
        </>
      )}
      footer={total}
    />
  );
}
