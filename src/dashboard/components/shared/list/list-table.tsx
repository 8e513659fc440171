import { Column } from 'primereact/column';
import { DataTable } from 'primereact/datatable';
import { useMemo } from 'react';
import { usePrinting } from '../../../lib/use-printing.js';
import { Button } from '../../ui/button.js';
import { ToneMark, toCell, toneClass } from './list-cell.js';
import { SelectAll, SelectOne } from './list-select.js';
import { type ColumnDef, type DataListProps, densities, type Expansion, type RowBase } from './list-types.js';
import type { ListView } from './use-list-view.js';
import styles from './list.module.css';
import rowStyles from './rows.module.css';

export interface ListRowsProps<Row extends RowBase> extends DataListProps<Row> {
  readonly rows: readonly Row[];
  readonly view: ListView<Row>;
  /** The previews of rows, if the list has them. */
  readonly opening?: Opening<Row> | undefined;
}

/** How a row's preview is opened. */
export interface Opening<Row> {
  readonly id: string | null;
  readonly title: (row: Row) => string;
  /** The title of the row's line on a phone. */
  readonly name: (row: Row) => string;
  readonly open: (row: Row) => void;
}

/** Number of rows from which only visible rows are rendered. */
const VIRTUAL_FROM = 100;

/** The rows as PrimeReact's table: sticky header, own scrolling, virtual from 100 rows on; all of them on paper. */
export function ListTable<Row extends RowBase>(props: ListRowsProps<Row>) {
  const { rows, view, list, label, rowTone, expansion, uneven = false, opening } = props;
  const sortColumn = sortedBy(list.sort);
  const visibleRows = useMemo(() => [...rows], [rows]);
  const tall = densities[view.density];
  const isPrinting = usePrinting();
  const isVirtual = rows.length >= VIRTUAL_FROM && !expansion && !uneven && !isPrinting;
  return (
    <DataTable
      value={visibleRows}
      dataKey="_id"
      className={`${styles['list-table']} ${rowStyles['table']} ${styles[`density-${view.density}`] ?? ''}`}
      scrollable
      scrollHeight="70vh"
      lazy
      cellMemo={false} // cells depend on the selection and on pending changes
      removableSort
      {...sortColumn}
      onSort={(event) => list.sortBy(getSort(event.sortField, event.sortOrder))}
      rowClassName={(row: Row) => rowClass(toneClass(rowTone?.(row)), opening, row)}
      {...(opening
        ? { onRowClick: (event) => isPlainClick(event.originalEvent) && opening.open(event.data as Row) } // one of `rows`
        : {})}
      pt={{
        // PrimeReact's virtual scroller scrolls instead of the wrapper, and takes the focus itself
        wrapper: { ...(isVirtual ? {} : { tabIndex: 0 }), role: 'region', 'aria-label': `${label}, scrolls` },
        table: { ...{ 'aria-label': label } },
      }}
      {...(expansion ? expandedBy(expansion, rows) : {})}
      {...(isVirtual ? { virtualScrollerOptions: { itemSize: tall } } : {})}
    >
      {toColumns(props, isPrinting)}
    </DataTable>
  );
}

const rowClass = <Row extends RowBase>(tone: string, opening: Opening<Row> | undefined, row: Row): string => {
  if (!opening) return tone;
  const openedStyle = opening.id === row._id ? (rowStyles['row-opened'] ?? '') : '';
  return `${tone} ${rowStyles['row-opens'] ?? ''} ${openedStyle}`.trim();
};

const controls = 'a, button, input, select, textarea, label, [popover], dialog';

/** Whether a click is on the row itself, not on a control in it and not the end of a text selection. */
const isPlainClick = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest(controls) === null && String(window.getSelection() ?? '') === '';

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

function toColumns<Row extends RowBase>(props: ListRowsProps<Row>, isPrinting: boolean) {
  const { view, selection, actions, totals, rows, rowTone, opening } = props;
  return [
    selection && !isPrinting && (
      <Column
        key="select"
        className={styles['cell-select']}
        header={<SelectAll rows={rows} selection={selection} />}
        body={(row: Row) => <SelectOne row={row} selection={selection} />}
        footer={totals ? '' : undefined}
      />
    ),
    ...view.shownColumns.map((column, at) =>
      dataColumn(isPrinting ? asWideAsItsText(column) : column, at === 0, totals, rowTone),
    ),
    (actions || opening) && !isPrinting && (
      <Column
        key="actions"
        className="cell-actions"
        header={<span className="sr-only">Actions</span>}
        body={(row: Row) => (
          <div className="row-actions">
            {actions?.(row)}
            {opening && (
              <Button kind="text" icon="eye" iconOnly onClick={() => opening.open(row)}>
                {`Preview ${opening.title(row)}`}
              </Button>
            )}
          </div>
        )}
        footer={totals ? '' : undefined}
      />
    ),
  ];
}

/** On paper, columns share the width of the page. */
const asWideAsItsText = <Row extends RowBase>({ width: _width, ...column }: ColumnDef<Row>): ColumnDef<Row> => column;

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
          {isFirst && <span data-row={row._id} hidden />}
          {isFirst && <ToneMark tone={rowTone?.(row)} />}
          {toCell(column, row)}
        </>
      )}
      footer={total}
    />
  );
}
