import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { useTold } from '../../components/use-told.js';
import { useSend } from '../../lib/use-api.js';
import { paymentName } from './delete-payment.js';
import type { PaymentRow } from './payment-types.js';

/** Asks, shows that it is at work, and closes when the payment is recalculated. */
export function RecalculateDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { told } = useTold('Payment');
  const { send, pending } = useSend('PUT /api/payment/recalculate/:id', {
    refresh: ['/api/payment', '/api/invoice', '/api/dashboard', '/api/history'],
  });
  const recalculate = async () => {
    await told(send({ id: payment._id }), 'Payment is recalculated');
    onClose();
  };
  const footer = (
    <>
      <Button data-autofocus disabledReason={pending ? 'The payment is being recalculated.' : null} onClick={onClose}>
        Cancel
      </Button>
      <Button kind="primary" pending={pending} onClick={() => void recalculate()}>
        Recalculate
      </Button>
    </>
  );
  return (
    <Dialog
      title="Recalculate payment"
      role="alertdialog"
      size="small"
      footer={footer}
      busy={pending}
      onClose={onClose}
    >
      <p>
        Take the totals of this payment anew from its orders as they are now? Number, date, adjustment and memo stay.
      </p>
      <p className="muted">{paymentName(payment)}</p>
      <p role="status" className="muted">
        {pending && 'Recalculating…'}
      </p>
    </Dialog>
  );
}
