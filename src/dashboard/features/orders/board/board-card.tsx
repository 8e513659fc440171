import { Link } from 'wouter';
import { Menu } from '../../../components/ui/overlay/menu.js';
import { AlertMark } from '../../../components/shared/list/list-cell.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { getSize } from '../order-columns.js';
import { formatStatusAge, getForm } from '../../../components/shared/orders/order-status.js';
import type { Side } from '../../../lib/use-side.js';
import type { OrderRow } from '../change-order.js';
import { HoldReason, WaitingMark } from '../order-state.js';
import { WorkOrderButton } from '../work-order-button.js';
import { takeCard } from './card-data.js';
import { type BoardStatus, getMoves } from './moves.js';
import styles from './board.module.css';

interface CardProps {
  readonly order: OrderRow;
  readonly side: Side;
  readonly onMove: (to: BoardStatus) => void;
}

/** The DOM element of an order's card. */
export const cardId = (order: string): string => `card-${order}`;

/** One order: its shed, its customer and its age in this status. */
export function BoardCard({ order, side, onMove }: CardProps) {
  const { role } = useMe();
  const { isAllowed, reason } = useCan('orders.change-status', { write: true });
  const moves = getMoves(order, role, new Date());
  const { serialNumber, customer, shop, builder } = order;
  return (
    <li
      id={cardId(order._id)}
      className={order.openAlerts > 0 ? `${styles['board-card']} row-alert` : styles['board-card']}
      draggable={isAllowed && moves.length > 0}
      onDragStart={(event) => takeCard(event.dataTransfer, order)}
    >
      <div className={styles['board-card-head']}>
        {order.openAlerts > 0 && <AlertMark />}
        <Link href={getForm(side, order._id)} draggable={false}>
          {serialNumber}
        </Link>
      </div>
      <span>
        {order.model} {getSize(order)}
      </span>
      <span className="muted">
        {[side === 'company' ? shop?.name : null, customer, builder?.name].filter(Boolean).join(' · ')}
      </span>
      <HoldReason order={order} />
      <WaitingMark id={order._id} />
      <div className={styles['board-card-foot']}>
        <span className="muted grow">{formatStatusAge(order, new Date())}</span>
        {side === 'shop' && <WorkOrderButton order={order} iconOnly />}
        {moves.length > 0 && (
          <Menu
            label={`Move ${serialNumber}`}
            face="Move"
            aria-label={`Move ${serialNumber}`}
            align="end"
            disabledReason={reason}
            items={moves.map(({ to, why }) => ({ label: to, disabledReason: why, onSelect: () => onMove(to) }))}
          />
        )}
      </div>
    </li>
  );
}
