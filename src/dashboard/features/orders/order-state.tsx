import { useMemo } from 'react';
import { Icon } from '../../components/ui/icon.js';
import { StatusTag } from '../../components/shared/status-tag.js';
import { useHeldChanges, useOrderChanges } from '../../lib/queue/order-queue.js';
import type { OrderRow } from './change-order.js';
import { withChanges } from './change-text.js';
import styles from './orders.module.css';

/** An order with this user's unsent changes applied. */
export function useChanged<T extends Parameters<typeof withChanges>[0]>(order: T): T {
  const changes = useOrderChanges();
  return useMemo(() => withChanges(order, changes), [order, changes]);
}

/** A note that a change of this order waits for the connection; nothing if none does. */
export function WaitingMark({ id }: { id: string }) {
  const waits = useHeldChanges().some(({ order }) => order === id);
  if (!waits) return null;
  return (
    <span className={styles['waiting-mark']}>
      <Icon name="clock" size={14} /> Waiting to be sent
    </span>
  );
}

/** The status of an order, marked if it is stored on this device only. */
export const OrderState = ({ order }: { order: Pick<OrderRow, '_id' | 'status'> }) => (
  <>
    <StatusTag of="order" status={order.status} /> <WaitingMark id={order._id} />
  </>
);

/** Why an order is on hold; nothing if it is not, or has no reason. */
export const HoldReason = ({ order: { status, holdReason } }: { order: Pick<OrderRow, 'status' | 'holdReason'> }) =>
  status === 'On Hold' && holdReason ? <span className={styles['hold-reason']}>{holdReason}</span> : null;

/** Marks an order with a change from the sales system that waits for the office. Shops never see it. */
export const ChangeMark = ({ change }: { change: OrderRow['waitingChange'] | undefined }) =>
  change ? <strong>Changed</strong> : null;
