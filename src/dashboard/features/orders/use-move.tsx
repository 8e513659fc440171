import { type ReactNode, useCallback, useState } from 'react';
import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { HoldDialog } from './hold-dialog.js';
import type { ChangeableOrder } from '../../lib/queue/change-queue.js';
import { useMe } from '../../lib/server/session.js';
import { changeOrder } from './change-order.js';
import { canGoBack } from './change-text.js';

interface Move {
  /** Moves the order. Asks first only if the move cannot be undone in one step, or for the reason of a hold. */
  readonly move: (order: ChangeableOrder, to: OrderStatus) => void;
  /** The dialog that asks for a reason; the screen has to render it. */
  readonly dialog: ReactNode;
}

/** Moves orders to another status immediately; the toast has Undo. On Hold can have a reason. */
export function useMove(): Move {
  const { role } = useMe();
  const confirm = useConfirm();
  const [heldOrder, setHeld] = useState<ChangeableOrder | null>(null);
  const move = useCallback(
    (order: ChangeableOrder, to: OrderStatus) => {
      if (to === 'On Hold') return setHeld(order);
      if (canGoBack(order.status, to, role)) return changeOrder(order, { status: to });
      const question = { message: `Change Status to ${to}?`, record: `Order ${order.serialNumber}` };
      void confirm(question).then((yes) => yes && changeOrder(order, { status: to }));
    },
    [confirm, role],
  );
  const dialog = heldOrder && (
    <HoldDialog
      what={`Order ${heldOrder.serialNumber}`}
      onClose={() => setHeld(null)}
      onHold={(reason) => {
        setHeld(null);
        changeOrder(heldOrder, { status: 'On Hold', ...(reason ? { holdReason: reason } : {}) });
      }}
    />
  );
  return { move, dialog };
}
