import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import type { Output } from '../../../lib/server/api.js';
import { count, fraction, money } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { paymentName } from './delete-payment.js';
import type { PaymentRow } from '../payment-types.js';
import styles from './payments.module.css';

type Change = Output<'GET /api/payment/recalculate/:id'>['changes'][number];

interface RecalculateProps {
  readonly payment: PaymentRow;
  /** Called with the stored revision. */
  readonly onStored?: (revision: number) => void;
  readonly onClose: () => void;
}

/** Shows what recalculating a payment changes, before and after, and recalculates on confirmation. */
export function RecalculateDialog({ payment, onStored, onClose }: RecalculateProps) {
  const { notify } = useNotify('Payment');
  const preview = useApi('GET /api/payment/recalculate/:id', { id: payment._id });
  const { send, pending } = useSend('PUT /api/payment/recalculate/:id');
  const recalculate = async () => {
    const result = await notify(send({ id: payment._id }), 'Payment is recalculated');
    if (result) onStored?.(result.payment.revision);
    onClose();
  };
  const footer = (
    <>
      <Button data-autofocus disabledReason={pending ? 'Recalculation is in progress.' : null} onClick={onClose}>
        Cancel
      </Button>
      <Button
        kind="primary"
        pending={pending}
        disabledReason={preview.data ? null : 'The changes are still loading.'}
        onClick={() => void recalculate()}
      >
        Recalculate
      </Button>
    </>
  );
  return (
    <Dialog title="Recalculate payment" role="alertdialog" footer={footer} busy={pending} onClose={onClose}>
      <p>Update the totals of this payment from its current orders? Number, date, adjustment and memo do not change.</p>
      <p className="muted">{paymentName(payment)}</p>
      <LoadedContent query={preview} lines={3}>
        {({ changes }) => <Changes changes={changes} />}
      </LoadedContent>
      <p role="status" className="muted">
        {pending && 'Recalculating…'}
      </p>
    </Dialog>
  );
}

const formats = { money, percent: fraction, count } as const;

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p>The totals already match the orders. Nothing will change.</p>;
  return (
    <div className={`table-scroll ${styles['recalculation']}`} tabIndex={0} role="region" aria-label="Changes">
      <table className="figures">
        <caption className="sr-only">Changes</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ figure, kind, before, after }) => (
            <tr key={figure}>
              <th scope="row">{figure}</th>
              <td>{before === null ? NO_VALUE : formats[kind](before)}</td>
              <td>{after === null ? NO_VALUE : formats[kind](after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
