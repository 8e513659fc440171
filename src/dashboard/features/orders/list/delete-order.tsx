import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';

interface DeleteProps {
  readonly order: { readonly _id: string; readonly serialNumber: string };
  readonly question: string;
  readonly disabledReason?: string | null;
}

/** Deletes one order after a confirmation. */
export function DeleteOrder({ order, question, disabledReason = null }: DeleteProps) {
  const confirm = useConfirm();
  const { notify } = useNotify('Order');
  const { send, pending } = useSend('DELETE /api/orders/delete/:id');
  const remove = async () => {
    if (!(await confirm({ message: question, record: `Order ${order.serialNumber}`, danger: true }))) return;
    await notify(send({ id: order._id }), 'Order is deleted.');
  };
  return (
    <ActionButton
      permission="orders.delete"
      pending={pending}
      disabledReason={disabledReason}
      aria-label={`Delete order ${order.serialNumber}`}
      onClick={() => void remove()}
    >
      Delete
    </ActionButton>
  );
}
