import type { ReactNode } from 'react';
import { count } from '../../../lib/format.js';
import { PHONE, useMedia } from '../../../lib/use-media.js';
import { Button } from '../../ui/button.js';
import { EmptyState, Failure, Skeleton } from '../../ui/empty-state.js';
import { ListCards } from './list-cards.js';
import { ListPager } from './list-pager.js';
import { ListTable } from './list-table.js';
import { ListToolbar } from './list-toolbar.js';
import type { ColumnDef, DataListProps, RowBase } from './list-types.js';
import { useListView } from './use-list-view.js';
import styles from './list.module.css';

/**
 * The list used by every screen: search and filters above, a table with sticky header and its own scrolling (cards on a
 * phone), paging below. Shows loading, empty and error states; current rows stay while new ones load.
 */
export function DataList<Row extends RowBase>(props: DataListProps<Row>) {
  const { query, list, pageSizes } = props;
  const view = useListView(props.name, props.columns, list);
  const asCards = useMedia(props.cardsWhen ?? PHONE);
  const { data, error, isRefreshing } = query;
  const Rows = asCards ? ListCards : ListTable;
  return (
    <section className={styles['list']} aria-label={props.label} aria-busy={isRefreshing}>
      <ListToolbar {...props} view={view} />
      <SelectionBar {...props} />
      {error && (
        <Failure error={error} pending={isRefreshing} shown={data !== undefined} onRetry={() => void query.refresh()} />
      )}
      <div className={isRefreshing && data ? `${styles['list-rows']} ${styles['refreshing']}` : styles['list-rows']}>
        {!data && !error && <Skeleton lines={10} label={`Loading ${props.label}`} />}
        {data?.items.length === 0 && <NoRows {...props} />}
        {data && data.items.length > 0 && (
          <Rows {...props} totals={totalsShown(props, view.shown)} rows={data.items} view={view} />
        )}
      </div>
      {data && <ListPager total={data.total} list={list} {...(pageSizes ? { pageSizes } : {})} />}
    </section>
  );
}

const totalsShown = <Row extends RowBase>({ totals }: DataListProps<Row>, shown: readonly ColumnDef<Row>[]) =>
  totals && shown.some(({ field }) => totals[field] !== undefined) ? totals : undefined;

function SelectionBar<Row extends RowBase>({ selection, bulk }: DataListProps<Row>) {
  if (!selection) return null;
  const { size } = selection.selected;
  return (
    <div className={styles['selection-bar']} role="status" hidden={size === 0}>
      {size > 0 && (
        <>
          <strong>{count(size)} selected</strong>
          {bulk}
          <Button kind="text" small onClick={() => selection.onChange(new Set())}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  );
}

function NoRows<Row extends RowBase>({ list, narrowed, empty, emptyAction }: DataListProps<Row>): ReactNode {
  const filters: Readonly<Record<string, string>> = list.filters;
  const isNarrowed = narrowed ?? (list.search !== '' || Object.values(filters).some(Boolean));
  if (!isNarrowed) return <EmptyState text={empty}>{emptyAction}</EmptyState>;
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
  return (
    <EmptyState text="No results. Try fewer filters.">
      <Button icon="close" onClick={() => list.set({ search: '', filters: none })}>
        Show all
      </Button>
    </EmptyState>
  );
}
