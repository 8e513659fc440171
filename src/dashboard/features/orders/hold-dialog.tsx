import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import { useGuardedClose } from '../../lib/queue/unsaved.js';

interface HoldProps {
  /** `Order RLB-1`, `3 orders`. */
  readonly what: string;
  /** Called with the reason, which may be empty. */
  readonly onHold: (reason: string) => void;
  readonly onClose: () => void;
}

const LONGEST = 2000;

/** Asks whether to put an order on hold, and why. */
export function HoldDialog({ what, onHold, onClose }: HoldProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const close = useGuardedClose(onClose, reason !== '', ['Reason']);
  const footer = (
    <>
      <Button data-autofocus onClick={close}>
        No
      </Button>
      <Button kind="primary" onClick={() => onHold(reason.trim())}>
        Yes
      </Button>
    </>
  );
  return (
    <Dialog title="Confirm" role="alertdialog" size="small" footer={footer} onClose={close}>
      <p>Change Status to On Hold?</p>
      <p className="muted">{what}</p>
      <div className="field">
        <label htmlFor={id}>Reason (optional)</label>
        <textarea
          id={id}
          rows={3}
          maxLength={LONGEST}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
