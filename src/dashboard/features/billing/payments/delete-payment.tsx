import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import type { MenuItem } from '../../../components/ui/overlay/menu.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { money } from '../../../lib/format.js';
import { useCan } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { formatPayment } from '../../../../domain/billing/payments/rules.js';
import type { PaymentRow } from '../payment-types.js';

/** Describes a payment: `Payment 12 to North Shop, $5,120.00`. */
export const paymentName = (payment: PaymentRow): string =>
  `${formatPayment(payment)}, ${money(payment.shopsPaymentTotal)}`;

/** Deletes a payment after a confirmation, and returns whether it did. Its invoices become Approved again. */
function useDelete() {
  const confirm = useConfirm();
  const { notify } = useNotify('Payment');
  const { send, pending } = useSend('DELETE /api/payment/delete/:id');
  const remove = async (payment: PaymentRow): Promise<boolean> => {
    const message =
      'Delete this payment? Its invoices go back to Approved, and its corrections wait for the next payment.';
    if (!(await confirm({ message, record: paymentName(payment), danger: true }))) return false;
    return (await notify(send({ id: payment._id }), 'Payment is deleted')) !== null;
  };
  return { remove, pending };
}

/** The menu item that deletes a payment. */
export function useDeletePayment(): (payment: PaymentRow) => MenuItem {
  const { remove } = useDelete();
  const { reason } = useCan('payments.write', { write: true });
  return (payment) => ({
    label: 'Delete',
    icon: 'trash',
    danger: true,
    disabledReason: reason,
    onSelect: () => void remove(payment),
  });
}

interface DeleteProps {
  readonly payment: PaymentRow;
  readonly onDone: () => void;
}

/** The button that deletes a payment. */
export function DeletePayment({ payment, onDone }: DeleteProps) {
  const { remove, pending } = useDelete();
  return (
    <ActionButton
      permission="payments.write"
      pending={pending}
      aria-label={`Delete: ${formatPayment(payment)}`}
      onClick={() => void remove(payment).then((isDone) => isDone && onDone())}
    >
      Delete
    </ActionButton>
  );
}
