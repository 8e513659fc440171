import { type ReactNode, useCallback, useState } from 'react';
import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { HoldDialog } from './hold-dialog.js';
import type { Changeable } from '../../lib/queue/change-queue.js';
import { changeOrder } from './change-order.js';

interface Move {
  /** Asks for confirmation, then moves the order. */
  readonly move: (order: Changeable, to: OrderStatus) => void;
  /** The dialog that asks for a reason; the screen has to render it. */
  readonly dialog: ReactNode;
}

/** Moves orders to another status after a confirmation; On Hold can have a reason. */
export function useMove(): Move {
  const confirm = useConfirm();
  const [held, setHeld] = useState<Changeable | null>(null);
  const move = useCallback(
    (order: Changeable, to: OrderStatus) => {
      if (to === 'On Hold') return setHeld(order);
      const question = { message: `Change Status to ${to}?`, record: `Order ${order.serialNumber}` };
      void confirm(question).then((yes) => yes && changeOrder(order, { status: to }));
    },
    [confirm],
  );
  const dialog = held && (
    <HoldDialog
      serialNumber={held.serialNumber}
      onClose={() => setHeld(null)}
      onHold={(reason) => {
        setHeld(null);
        changeOrder(held, { status: 'On Hold', ...(reason ? { holdReason: reason } : {}) });
      }}
    />
  );
  return { move, dialog };
}
