import { type DragEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.js';
import { Loaded } from '../../../components/loaded.js';
import { StatusTag } from '../../../components/status-tag.js';
import { useToast } from '../../../components/toast.js';
import { count } from '../../../lib/format.js';
import { useMe } from '../../../lib/session.js';
import { useApi } from '../../../lib/use-api.js';
import { type Side, slugs } from '../order-status.js';
import type { OrderRow } from '../use-order-change.js';
import { BoardCard } from './board-card.js';
import { CARD, readCard } from './card-data.js';
import { type BoardStatus, movesOf } from './moves.js';

const MOST = 100;

interface ColumnProps {
  readonly status: BoardStatus;
  readonly side: Side;
  /** Only this shop's orders; all when empty. */
  readonly shop: string;
  readonly onMove: (order: OrderRow, to: BoardStatus) => void;
}

/** The orders of one status, those that wait longest first; cards may be dropped on it. */
export function BoardColumn({ status, side, shop, onMove }: ColumnProps) {
  const id = useId();
  const orders = useApi('GET /api/orders/status/:status', {
    status: slugs[status],
    sort: 'statusSince',
    size: MOST,
    ...(shop ? { shop } : {}),
  });
  const { over, ...target } = useDropTarget(status, onMove);
  return (
    <section className={over ? 'board-column board-over' : 'board-column'} aria-labelledby={id} {...target}>
      <h2 id={id} className="row">
        <StatusTag of="order" status={status} />
        <span className="muted">{orders.data && count(orders.data.total)}</span>
      </h2>
      <Loaded query={orders} lines={4}>
        {({ items, total }) => (
          <>
            {total === 0 && <EmptyState text={`No ${status} orders.`} />}
            <ul className="board-cards">
              {items.map((order) => (
                <BoardCard key={order._id} order={order} side={side} onMove={(to) => onMove(order, to)} />
              ))}
            </ul>
            {total > items.length && (
              <Link href={`/${side}/orders/${slugs[status]}`}>All {count(total)} in the list</Link>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function useDropTarget(status: BoardStatus, onMove: ColumnProps['onMove']) {
  const toast = useToast();
  const { role } = useMe();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const order = readCard(event.dataTransfer);
    if (!order || order.status === status) return;
    const found = movesOf(order, role).find(({ to }) => to === status);
    if (found && found.why === null) onMove(order, status);
    else
      toast.info(
        `${order.serialNumber} cannot go from ${order.status} to ${status}${found?.why ? `: ${found.why}` : ''}.`,
      );
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(CARD)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return { over, onDrop, onDragOver, onDragLeave };
}
