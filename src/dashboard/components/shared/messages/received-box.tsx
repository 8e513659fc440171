import { useState } from 'react';
import { useCan } from '../../../lib/server/session.js';
import { useNotify } from '../../ui/overlay/use-notify.js';

interface SentUpdate {
  readonly id: string;
  readonly recieved: boolean;
}

interface ReceivedProps {
  /** `useSend('PUT /api/…/:id')`, one per row. */
  readonly call: { readonly send: (input: SentUpdate) => Promise<{ msg: string }>; readonly pending: boolean };
  readonly id: string;
  readonly recieved: boolean;
  /** In readable form: `metal order 77`. */
  readonly record: string;
  /** The beginning of the error message. */
  readonly area: string;
  /** Why it cannot be received; null if it can. */
  readonly refusal?: string | null;
  /** Called when it is unchecked, instead of the call, to ask before it. */
  readonly onUncheck?: () => Promise<unknown>;
}

/** Whether a purchase order is completely received; saved when checked. */
export function ReceivedBox({ call, id, recieved, record, area, refusal = null, onUncheck }: ReceivedProps) {
  const { notify } = useNotify(area);
  const reason = useCan('purchasing.write', { write: true }).reason ?? refusal;
  const [isWanted, setWanted] = useState(recieved);
  const save = async (isTicked: boolean) => {
    setWanted(isTicked);
    await (!isTicked && onUncheck ? onUncheck() : notify(call.send({ id, recieved: isTicked })));
  };
  return (
    <input
      type="checkbox"
      checked={call.pending ? isWanted : recieved}
      disabled={reason !== null}
      title={reason ?? undefined}
      aria-busy={call.pending || undefined}
      aria-label={`Received: ${record}`}
      onChange={(event) => !call.pending && void save(event.target.checked)}
    />
  );
}
