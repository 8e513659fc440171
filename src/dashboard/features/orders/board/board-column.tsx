import { type DragEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { EmptyState, Skeleton } from '../../../components/ui/empty-state.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { count } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { slugs } from '../../../components/shared/orders/order-status.js';
import type { Side } from '../../../lib/use-side.js';
import type { OrderRow } from '../change-order.js';
import { BoardCard } from './board-card.js';
import { CARD, readCard } from './card-data.js';
import { type BoardStatus, getMoves } from './moves.js';
import type { Column } from './placed.js';
import styles from './board.module.css';

interface ColumnProps {
  readonly status: BoardStatus;
  readonly side: Side;
  /** Undefined while loading. */
  readonly orders: Column<OrderRow> | undefined;
  /** Loading failed, which the board reports. */
  readonly failed: boolean;
  /** Whether the column shows its own heading; on a phone, a tab names it instead. */
  readonly headed: boolean;
  readonly onMove: (order: OrderRow, to: BoardStatus) => void;
}

/** The orders of one status; cards can be dropped on it. */
export function BoardColumn({ status, side, orders, failed, headed, onMove }: ColumnProps) {
  const id = useId();
  const { over, ...target } = useDropTarget(status, onMove);
  return (
    <section
      className={over ? `${styles['board-column']} ${styles['board-over']}` : styles['board-column']}
      aria-labelledby={id}
      aria-busy={!orders && !failed}
      {...target}
    >
      <h2 id={id} className={headed ? 'row' : 'sr-only'}>
        <StatusTag of="order" status={status} />
        <span className="muted">{orders && count(orders.total)}</span>
      </h2>
      {!orders && !failed && <Skeleton lines={4} />}
      {orders && <Cards status={status} side={side} orders={orders} onMove={onMove} />}
    </section>
  );
}

type CardsProps = Pick<ColumnProps, 'status' | 'side' | 'onMove'> & { readonly orders: Column<OrderRow> };

const Cards = ({ status, side, orders: { items, total }, onMove }: CardsProps) => (
  <>
    {total === 0 && <EmptyState text={`No ${status} orders.`} />}
    <ul className={styles['board-cards']}>
      {items.map((order) => (
        <BoardCard key={order._id} order={order} side={side} onMove={(to) => onMove(order, to)} />
      ))}
    </ul>
    {total > items.length && <Link href={`/${side}/orders/${slugs[status]}`}>Show all {count(total)} in the list</Link>}
  </>
);

function useDropTarget(status: BoardStatus, onMove: ColumnProps['onMove']) {
  const toast = useToast();
  const { role } = useMe();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const order = readCard(event.dataTransfer);
    if (!order || order.status === status) return;
    const move = getMoves(order, role, new Date()).find(({ to }) => to === status);
    if (move && move.why === null) onMove(order, status);
    else
      toast.info(
        `${order.serialNumber} cannot move from ${order.status} to ${status}${move?.why ? `: ${move.why}` : ''}.`,
      );
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(CARD)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    const { relatedTarget: at } = event;
    if (!(at instanceof Node && event.currentTarget.contains(at))) setOver(false);
  };
  return { over, onDrop, onDragOver, onDragLeave };
}
