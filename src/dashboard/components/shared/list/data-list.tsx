import { type ReactNode, useEffect, useRef } from 'react';
import { PHONE, useMedia } from '../../../lib/use-media.js';
import { Button } from '../../ui/button.js';
import { EmptyState, Failure, Skeleton } from '../../ui/empty-state.js';
import { Facts } from '../../ui/facts.js';
import { type PreviewState, usePreview } from './drawer/use-preview.js';
import { toCell, toTitle } from './list-cell.js';
import { ListPager } from './list-pager.js';
import { countFilters, ListToolbar } from './list-toolbar.js';
import type { ColumnDef, DataListProps, Preview, RowBase } from './list-types.js';
import { PhoneCode, prefetchRows, TableCode } from './rows-code.js';
import { SelectionBar } from './selection-bar.js';
import { useLastPage } from './use-last-page.js';
import { useRowFocus } from './use-row-focus.js';
import { useSelectionFocus } from './use-selection-focus.js';
import { type ListView, useListView } from './use-list-view.js';
import styles from './list.module.css';
import { loadLazily } from '../../ui/load-lazily.js';

const RowPreview = loadLazily(() => import('./drawer/row-preview.js').then((m) => m.RowPreview));

/** A table with this many columns or fewer is not stretched across a wide window. */
const FEW = 3;

/**
 * The list used by every screen: search and filters above, a table with sticky header and its own scrolling (lines on a
 * phone), paging below, and the preview of a row beside it. Shows loading, empty and error states; current rows stay
 * while new ones load.
 */
export function DataList<Row extends RowBase>(props: DataListProps<Row>) {
  const { query, list, pageSizes } = props;
  const view = useListView(props.name, props.columns, list);
  const { data, error, isRefreshing } = query;
  const isPastEnd = useLastPage(data, list);
  const isNarrow = useMedia(props.cardsWhen ?? PHONE);
  useEffect(() => prefetchRows(isNarrow), [isNarrow]); // while the rows are loading
  const box = useRef<HTMLElement>(null);
  useRowFocus(box, data?.items);
  useSelectionFocus(box, data?.items, props.selection?.selected);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={view.shownColumns.length <= FEW ? `${styles['list']} ${styles['few']}` : styles['list']}
      aria-label={props.label}
      aria-busy={isRefreshing}
    >
      <ListToolbar {...props} view={view} />
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={data !== undefined}
          onRetry={() => void query.refresh()}
        />
      )}
      <div className={isRefreshing && data ? `${styles['list-rows']} ${styles['refreshing']}` : styles['list-rows']}>
        {(!data || isPastEnd) && !error && <Skeleton lines={10} label={`Loading ${props.label}`} />}
        {data?.total === 0 && <NoRows {...props} />}
        {data && data.items.length > 0 && <Rows {...props} rows={data.items} view={view} isNarrow={isNarrow} />}
      </div>
      {data && (
        <ListPager
          {...{ total: data.total, more: data.more, newest: data.newest, list }}
          {...(pageSizes ? { pageSizes } : {})}
        />
      )}
      <SelectionBar {...props} />
    </section>
  );
}

interface RowsProps<Row extends RowBase> extends DataListProps<Row> {
  readonly rows: readonly Row[];
  readonly view: ListView<Row>;
  /** Whether the window has no room for a table. */
  readonly isNarrow: boolean;
}

/** The rows as a table, or as lines or cards on a phone, and the preview of one of them. */
function Rows<Row extends RowBase>(props: RowsProps<Row>) {
  const { rows, view, isNarrow } = props;
  const state = usePreview();
  const preview = getPreview(props);
  const tableProps = { ...props, totals: totalsShown(props, view.shownColumns) };
  const opening = preview ? getOpening(state, preview) : undefined;
  const row = rows.find(({ _id }) => _id === state.id);
  const meanwhile = <Skeleton lines={10} label={`Loading ${props.label}`} />;
  return (
    <>
      {isNarrow ? (
        <PhoneCode meanwhile={meanwhile}>{(ListPhone) => <ListPhone {...tableProps} opening={opening} />}</PhoneCode>
      ) : (
        <TableCode meanwhile={meanwhile}>{(ListTable) => <ListTable {...tableProps} opening={opening} />}</TableCode>
      )}
      {preview && state.id !== null && (
        <RowPreview ids={rows.map(({ _id }) => _id)} shown={toShown(props, preview, row)} state={state} />
      )}
    </>
  );
}

/** The preview of a row; null without a row. */
const toShown = <Row extends RowBase>(
  { columns, actions }: RowsProps<Row>,
  preview: Preview<Row>,
  row: Row | undefined,
) =>
  row === undefined
    ? null
    : {
        title: preview.title(row),
        href: preview.href?.(row),
        content: preview.content?.(row) ?? (
          <Facts facts={columns.map((column) => [column.header, toCell(column, row)] as const)} />
        ),
        actions: (preview.actions ?? actions)?.(row),
      };

const getOpening = <Row extends RowBase>({ id, open }: PreviewState, { title, name = title }: Preview<Row>) => ({
  id,
  title,
  name,
  open: (row: Row) => open(row._id),
});

/**
 * The list's preview, or a default one titled by the first column; none if rows have no title or expand in the list.
 */
function getPreview<Row extends RowBase>({ preview, expansion, rows, columns }: RowsProps<Row>): Preview<Row> | null {
  if (preview === false || expansion) return null;
  if (preview) return preview;
  const nameColumn = columns.find(({ fixed }) => fixed) ?? columns[0];
  const title = (row: Row) => toTitle(nameColumn, row);
  return rows.every((row) => title(row) !== '') ? { title } : null;
}

const totalsShown = <Row extends RowBase>({ totals }: DataListProps<Row>, columns: readonly ColumnDef<Row>[]) =>
  totals && columns.some(({ field }) => totals[field] !== undefined) ? totals : undefined;

function NoRows<Row extends RowBase>({
  list,
  ownFilters,
  narrowed,
  empty,
  emptyAction,
}: DataListProps<Row>): ReactNode {
  const filters: Readonly<Record<string, string>> = list.filters;
  const isNarrowed = narrowed ?? (list.search !== '' || countFilters(filters, ownFilters) > 0);
  if (!isNarrowed)
    return (
      <EmptyState text={empty} icon="rows">
        {emptyAction}
      </EmptyState>
    );
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
  return (
    <EmptyState text="No results. Try fewer filters." icon="search">
      <Button icon="close" onClick={() => list.set({ search: '', filters: none })}>
        Show all
      </Button>
    </EmptyState>
  );
}
