import { useFormContext } from 'react-hook-form';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useMe } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';
import { explainNotDeletable } from './locks.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import type { OrderValues } from './saving/order-values.js';

interface OfficeActionsProps {
  readonly order: OrderRecord;
  /** Saves the form with the order canceled, then leaves; if the save is refused, the form is unchanged. */
  readonly onCanceled: () => void;
}

/** Cancel Order and Delete Order, each with a confirmation. */
export function OfficeActions({ order, onCanceled }: OfficeActionsProps) {
  const me = useMe();
  const confirm = useConfirm();
  const record = `Order ${order.serialNumber}`;
  const cancelRefusal =
    order.status === 'Canceled'
      ? 'This order is already canceled.'
      : order.invoice
        ? `Delete invoice ${order.invoice.invoiceNumber} first.`
        : null;
  const cancel = async () => {
    if (await confirm({ message: 'Cancel Order?', record, danger: true })) onCanceled();
  };
  return (
    <>
      <ActionButton
        permission="orders.set-any-status"
        icon="ban"
        disabledReason={cancelRefusal}
        onClick={() => void cancel()}
      >
        Cancel Order
      </ActionButton>
      <DeleteButton order={order} refusal={explainNotDeletable(order, me)} />
    </>
  );
}

function DeleteButton({ order, refusal }: { order: OrderRecord; refusal: string | null }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Order');
  const { reset } = useFormContext<OrderValues>();
  const { send, pending } = useSend('DELETE /api/orders/delete/:id');
  const remove = async () => {
    const message =
      order.status === 'Canceled'
        ? 'Are you sure you want to Delete this Order.'
        : 'Are you sure you want to delete this Order?';
    if (!(await confirm({ message, record: `Order ${order.serialNumber}`, yes: 'Delete', danger: true }))) return;
    if (!(await notify(send({ id: order._id }), 'Order is deleted.'))) return;
    reset();
    goBack('/company/orders/inqueue');
  };
  return (
    <ActionButton
      permission="orders.delete"
      icon="trash"
      pending={pending}
      disabledReason={refusal}
      onClick={() => void remove()}
    >
      Delete Order
    </ActionButton>
  );
}
