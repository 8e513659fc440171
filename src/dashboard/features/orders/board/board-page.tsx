import { useEffect, useRef } from 'react';
import { Failure } from '../../../components/ui/empty-state.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { Tabs } from '../../../components/ui/tabs.js';
import { count } from '../../../lib/format.js';
import { useMedia } from '../../../lib/use-media.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { TABLET } from '../../../components/shared/orders/order-status.js';
import type { Side } from '../../../lib/use-side.js';
import { useAtHand } from '../use-at-hand.js';
import { useMove } from '../use-move.js';
import { cardId } from './board-card.js';
import { BoardColumn } from './board-column.js';
import { boardStatuses } from './moves.js';
import { useBoard } from './use-board.js';
import styles from './board.module.css';

export const CompanyBoard = () => <BoardPage side="company" />;
export const ShopBoard = () => <BoardPage side="shop" />;

/**
 * Orders in progress by status. Cards are moved by dragging or with their menu. On a phone or tablet, one status at a
 * time.
 */
function BoardPage({ side }: { side: Side }) {
  const { filters, set } = useListState({ size: 200, filters: { shop: '' } });
  const { columns, error, isRefreshing, refresh } = useBoard(filters.shop);
  const { move, dialog } = useMove();
  const remember = useFocusOnMoved(columns);
  const isNarrow = useMedia(TABLET);
  useAtHand(columns.InQueue?.items);
  useAtHand(columns.Building?.items);
  const boardColumns = boardStatuses.map((status) => ({
    id: status,
    label: columns[status] ? `${status} ${count(columns[status].total)}` : status,
    content: (
      <BoardColumn
        key={status}
        status={status}
        side={side}
        orders={columns[status]}
        failed={error !== undefined}
        headed={!isNarrow}
        onMove={(order, to) => {
          remember(order._id);
          move(order, to);
        }}
      />
    ),
  }));
  return (
    <Page
      title="Orders by status"
      aside={side === 'company' && <ShopFilter value={filters.shop} onChange={(shop) => set({ filters: { shop } })} />}
    >
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={boardStatuses.some((status) => columns[status])}
          onRetry={() => void refresh()}
        />
      )}
      {isNarrow ? (
        <Tabs label="Status" tabs={boardColumns} />
      ) : (
        <div className={styles['board']}>{boardColumns.map(({ content }) => content)}</div>
      )}
      {dialog}
    </Page>
  );
}

/** After a move with the keyboard, the card gets the focus again in its new column. */
function useFocusOnMoved(columns: unknown): (id: string) => void {
  const movedOrder = useRef<string | null>(null);
  useEffect(() => {
    if (!movedOrder.current || document.activeElement !== document.body) return;
    document.getElementById(cardId(movedOrder.current))?.querySelector('a')?.focus();
  }, [columns]);
  return (id) => void (movedOrder.current = id);
}
