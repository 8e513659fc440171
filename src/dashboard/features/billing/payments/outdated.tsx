import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import type { PaymentRow } from '../payment-types.js';
import { RecalculateDialog } from './recalculate-dialog.js';

/** Whether orders of a payment were corrected after its totals were calculated. Not shown to a shop, whose figures do not change. */
const isOutdated = (payment: PaymentRow): boolean => 'outdated' in payment && payment.outdated;

/** Marks a payment whose totals differ from the current totals of its orders. */
export const OutdatedTag = ({ payment }: { payment: PaymentRow }) =>
  isOutdated(payment) && <StatusTag of="payment" status="Totals out of date" />;

interface NoticeProps {
  readonly payment: PaymentRow;
  /** Called with the revision stored by a recalculation. */
  readonly onStored: (revision: number) => void;
}

/** Warns that a payment's totals differ from those of its orders, and offers to recalculate them. */
export function OutdatedNotice({ payment, onStored }: NoticeProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {isOutdated(payment) && (
        <div className="notice row">
          <p>
            An order in this payment was corrected after the totals were calculated. What the shop was paid does not
            change.
          </p>
          <ActionButton permission="payments.write" onClick={() => setOpen(true)}>
            Recalculate
          </ActionButton>
        </div>
      )}
      {open && <RecalculateDialog payment={payment} onStored={onStored} onClose={() => setOpen(false)} />}
    </>
  );
}
