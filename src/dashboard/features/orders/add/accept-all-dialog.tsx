import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { count, countHeading } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import { type AlertSummary, formatDifference, kindName } from './alert-kinds.js';

interface AcceptAllProps {
  readonly kinds: readonly AlertSummary[];
  readonly onClose: () => void;
}

/** The open alerts of all New orders by kind; the selected kinds are accepted. */
export function AcceptAllDialog({ kinds, onClose }: AcceptAllProps) {
  const { notify } = useNotify('Order');
  const { send, pending } = useSend('POST /api/orders/alerts/accept');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosenKinds = kinds.filter(({ code }) => ticked.has(code));
  const total = chosenKinds.reduce((sum, { alerts }) => sum + alerts, 0);
  const toggle = (code: string) => {
    const next = new Set(ticked);
    if (!next.delete(code)) next.add(code);
    setTicked(next);
  };
  const accept = async () => {
    if (await notify(send({ codes: chosenKinds.map(({ code }) => code) }))) onClose();
  };
  const footer = (
    <>
      <Button data-autofocus onClick={onClose}>
        Cancel
      </Button>
      <Button
        kind="primary"
        pending={pending}
        disabledReason={total === 0 ? 'Choose which kinds to accept.' : null}
        onClick={() => void accept()}
      >
        {total === 0 ? 'Accept alerts' : `Accept ${countHeading(total, 'alert')}`}
      </Button>
    </>
  );
  return (
    <Dialog title="Accept alerts in all New orders?" footer={footer} onClose={onClose} busy={pending}>
      <p>Accept only what is correct as uploaded. Other alerts stay open.</p>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Open alerts by kind">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Accept</th>
              <th scope="col">Alerts</th>
              <th scope="col">Orders</th>
              <th scope="col">Total difference</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind.code}>
                <th scope="row">
                  <label className="check">
                    <input type="checkbox" checked={ticked.has(kind.code)} onChange={() => toggle(kind.code)} />
                    {kindName(kind.code)}
                  </label>
                </th>
                <td>{count(kind.alerts)}</td>
                <td>{count(kind.orders)}</td>
                <td>{formatDifference(kind) || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
