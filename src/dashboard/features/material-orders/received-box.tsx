import { useState } from 'react';
import { useToast } from '../../components/toast.js';
import { failureOf } from '../../lib/failure.js';
import { useCan } from '../../lib/session.js';
import { useSend } from '../../lib/use-api.js';
import type { MaterialRow } from './material-values.js';
import { AREA, REFRESHED } from './material-words.js';

/** Whether all of an order has come: ticking receives the rest, unticking takes back what was not pushed. */
export function ReceivedBox({
  order,
}: {
  order: Pick<MaterialRow, '_id' | 'purchaseOrderNumber' | 'recieved' | 'draft'>;
}) {
  const toast = useToast();
  const can = useCan('purchasing.write', { write: true });
  const { send, pending } = useSend('PUT /api/materialorder/update/recieved/:id', { refresh: REFRESHED });
  const [wanted, setWanted] = useState(order.recieved);
  const reason = can.reason ?? (order.draft ? 'A draft is not on order: place it first.' : null);
  const save = async (recieved: boolean) => {
    setWanted(recieved);
    try {
      toast.success((await send({ id: order._id, recieved })).msg);
    } catch (error) {
      toast.error(failureOf(AREA, error));
    }
  };
  return (
    <input
      type="checkbox"
      checked={pending ? wanted : order.recieved}
      disabled={reason !== null}
      title={reason ?? undefined}
      aria-busy={pending || undefined}
      aria-label={`Received: material order ${order.purchaseOrderNumber}`}
      onChange={(event) => !pending && void save(event.target.checked)}
    />
  );
}
