import { Button } from '../../components/button.js';
import { Menu } from '../../components/menu.js';
import { type OrderStatus, shopTransitions } from '../../../domain/orders/status.js';
import { PHONE, useMedia } from '../../lib/use-media.js';
import { useCan } from '../../lib/session.js';
import type { OrderRow } from './use-order-change.js';

interface ChangeStatusProps {
  readonly order: Pick<OrderRow, 'serialNumber' | 'status'>;
  readonly onMove: (to: OrderStatus) => void;
}

/** Where the order may go next, as a menu; on a phone as one button each. Nothing where it stays. */
export function ChangeStatus({ order, onMove }: ChangeStatusProps) {
  const isPhone = useMedia(PHONE);
  const { reason } = useCan('orders.change-status', { write: true });
  const targets: readonly OrderStatus[] = shopTransitions[order.status];
  if (targets.length === 0) return null;
  if (isPhone) {
    return targets.map((to) => (
      <Button
        key={to}
        disabledReason={reason}
        aria-label={`Change status of ${order.serialNumber} to ${to}`}
        onClick={() => onMove(to)}
      >
        {to}
      </Button>
    ));
  }
  return (
    <Menu
      label="Change Status"
      aria-label={`Change Status of ${order.serialNumber}`}
      align="end"
      disabledReason={reason}
      items={targets.map((to) => ({ label: to, onSelect: () => onMove(to) }))}
    />
  );
}
