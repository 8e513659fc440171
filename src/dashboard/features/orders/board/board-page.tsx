import { Page } from '../../../components/page.js';
import { ShopFilter } from '../../../components/shop-filter.js';
import { Tabs } from '../../../components/tabs.js';
import { useMedia } from '../../../lib/use-media.js';
import { useListState } from '../../../lib/use-list-state.js';
import { type Side, TABLET } from '../order-status.js';
import { useMove } from '../use-move.js';
import { useOrderChange } from '../use-order-change.js';
import { BoardColumn } from './board-column.js';
import { boardStatuses } from './moves.js';
import '../orders.css';

export const CompanyBoard = () => <BoardPage side="company" />;
export const ShopBoard = () => <BoardPage side="shop" />;

/** The orders in work by status; a card is dragged, or moved with its menu. On a phone or tablet one status at a time. */
function BoardPage({ side }: { side: Side }) {
  const { filters, set } = useListState({ size: 200, filters: { shop: '' } });
  const change = useOrderChange();
  const { move, dialog } = useMove(change);
  const isNarrow = useMedia(TABLET);
  const columns = boardStatuses.map((status) => ({
    id: status,
    label: status,
    content: <BoardColumn key={status} status={status} side={side} shop={filters.shop} onMove={move} />,
  }));
  return (
    <Page
      title="Orders by status"
      aside={side === 'company' && <ShopFilter value={filters.shop} onChange={(shop) => set({ filters: { shop } })} />}
    >
      {isNarrow ? (
        <Tabs label="Status" tabs={columns} />
      ) : (
        <div className="board">{columns.map(({ content }) => content)}</div>
      )}
      {dialog}
    </Page>
  );
}
