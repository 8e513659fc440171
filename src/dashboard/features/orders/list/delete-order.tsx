import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import type { MenuItem } from '../../../components/ui/overlay/menu.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';

interface DeletedOrder {
  readonly _id: string;
  readonly serialNumber: string;
}

/** The menu item that deletes an order after a confirmation. */
export function useDeleteOrder(): (order: DeletedOrder, question: string, refusal?: string | null) => MenuItem {
  const confirm = useConfirm();
  const { notify } = useNotify('Order');
  const { send } = useSend('DELETE /api/orders/delete/:id');
  const { reason } = useCan('orders.delete', { write: true });
  const remove = async (order: DeletedOrder, message: string) => {
    if (!(await confirm({ message, record: `Order ${order.serialNumber}`, danger: true }))) return;
    await notify(send({ id: order._id }), 'Order is deleted.');
  };
  return (order, question, refusal = null) => ({
    label: 'Delete',
    icon: 'trash',
    danger: true,
    disabledReason: reason ?? refusal,
    onSelect: () => void remove(order, question),
  });
}
