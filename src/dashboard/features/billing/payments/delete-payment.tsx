import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { money } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { PaymentRow } from '../payment-types.js';

/** Describes a payment: `Payment 12 to North Shop, $5,120.00`. */
export const paymentName = ({ paymentNumber, shop, shopsPaymentTotal }: PaymentRow): string =>
  `Payment ${paymentNumber} to ${shop.name}, ${money(shopsPaymentTotal)}`;

interface DeleteProps {
  readonly payment: PaymentRow;
  readonly label: string;
  readonly onDone?: () => void;
}

/** Deletes a payment after a confirmation; its invoices become Approved again. */
export function DeletePayment({ payment, label, onDone }: DeleteProps) {
  const confirm = useConfirm();
  const { notify } = useNotify('Payment');
  const { send, pending } = useSend('DELETE /api/payment/delete/:id');
  const remove = async () => {
    const message =
      'Delete this payment? Its invoices go back to Approved, and its corrections wait for the next payment.';
    if (!(await confirm({ message, record: paymentName(payment), danger: true }))) return;
    if (await notify(send({ id: payment._id }), 'Payment is deleted')) onDone?.();
  };
  return (
    <ActionButton
      permission="payments.write"
      pending={pending}
      aria-label={`${label}: payment ${payment.paymentNumber}`}
      onClick={() => void remove()}
    >
      {label}
    </ActionButton>
  );
}
