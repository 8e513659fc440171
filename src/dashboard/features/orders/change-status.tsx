import { listShopTargets, shopTakeBacks, type OrderStatus } from '../../../domain/kernel/order/status.js';
import { Button } from '../../components/ui/button.js';
import { Icon } from '../../components/ui/icon.js';
import { Menu } from '../../components/ui/overlay/menu.js';
import { useMedia } from '../../lib/use-media.js';
import { useCan } from '../../lib/server/session.js';
import type { OrderRow } from './change-order.js';
import { formatMove } from './order-words.js';
import { OrderState } from './order-state.js';
import styles from './orders.module.css';

interface ChangeStatusProps {
  readonly order: OrderRow;
  readonly onMove: (order: OrderRow, to: OrderStatus) => void;
  /** Set when the list is shown as cards. */
  readonly cardsWhen: string;
}

const getTargets = (order: OrderRow): readonly OrderStatus[] =>
  listShopTargets(order.status, { statusSince: order.statusSince, now: new Date() });

/** The status in its column; a menu of next steps if the order has any. */
export function StatusMenu({ order, onMove, cardsWhen }: ChangeStatusProps) {
  const asCards = useMedia(cardsWhen);
  const { reason } = useCan('orders.change-status', { write: true });
  const tag = <OrderState order={order} />;
  const targets = getTargets(order);
  if (asCards || targets.length === 0) return tag;
  return (
    <Menu
      kind="text"
      className={styles['status-menu']}
      label="Change Status"
      title="Change Status"
      face={
        <>
          {tag} <span className="sr-only">Change Status of {order.serialNumber}</span>
          <Icon name="down" size={14} />
        </>
      }
      disabledReason={reason}
      items={targets.map((to) => ({ label: to, onSelect: () => onMove(order, to) }))}
    />
  );
}

/** On a card: one large button per next status. */
export function StatusButtons({ cardsWhen, ...move }: ChangeStatusProps) {
  const asCards = useMedia(cardsWhen);
  return asCards && <NextSteps {...move} />;
}

/** The next steps of an order as buttons, the usual one first. */
export function NextSteps({ order, onMove }: Omit<ChangeStatusProps, 'cardsWhen'>) {
  const { reason } = useCan('orders.change-status', { write: true });
  return getTargets(order).map((to, at) => (
    <Button
      key={to}
      kind={at === 0 && shopTakeBacks[order.status] !== to ? 'primary' : 'secondary'}
      disabledReason={reason}
      aria-label={`${formatMove(order.status, to)}: ${order.serialNumber}`}
      onClick={() => onMove(order, to)}
    >
      {formatMove(order.status, to)}
    </Button>
  ));
}
