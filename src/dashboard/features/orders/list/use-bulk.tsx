import { type ReactNode, useState } from 'react';
import { groupBy, present } from '../../../../domain/kernel/objects.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { OrderRow } from '../change-order.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const BulkResults = loadLazily(() => import('./bulk-results.js').then((m) => m.BulkResults));

const CALL = 'PUT /api/orders/updateseveral';
type Change = Omit<Input<typeof CALL>, 'orders'>;
type Answer = Output<typeof CALL>;

export interface Bulk {
  /** Changes the orders; those that are refused are listed with the reasons. */
  readonly change: (orders: readonly OrderRow[], change: Change) => Promise<void>;
  readonly pending: boolean;
  /** Render it once per screen. */
  readonly dialog: ReactNode;
}

/** What restores an order after a change. */
const toUndo = (order: OrderRow, edit: Change): Change => ({
  ...(edit.status !== undefined && { status: order.status }),
  ...(edit.builder !== undefined && { builder: order.builder?._id ?? null }),
  ...(edit.metalOrdered !== undefined && { metalOrdered: order.metalOrdered }),
});

/** Changes several orders at once; a change can be undone from its message, each order to its own values. */
export function useBulk(onDone: () => void): Bulk {
  const toast = useToast();
  const { report } = useNotify('Orders');
  const { send, pending } = useSend(CALL);
  const [refusal, setRefusal] = useState<{ orders: readonly OrderRow[]; answer: Answer } | null>(null);
  const undo = (orders: readonly OrderRow[], answer: Answer, edit: Change) =>
    report(async () => {
      const changedOrders = orders.flatMap((order) => {
        const revision = answer.results.find(({ _id }) => _id === order._id)?.revision ?? null;
        return revision === null ? [] : [{ _id: order._id, revision, before: toUndo(order, edit) }];
      });
      for (const group of groupBy(changedOrders, ({ before }) => JSON.stringify(before)).values()) {
        const { before } = present(group[0]);
        const back = await send({ orders: group.map(({ _id, revision }) => ({ _id, revision })), ...before });
        if (back.done === group.length) toast.success(back.msg);
        else setRefusal({ orders, answer: back });
      }
    });
  const change = (orders: readonly OrderRow[], edit: Change) =>
    report(async () => {
      const answer = await send({ orders: orders.map(({ _id, revision }) => ({ _id, revision })), ...edit });
      onDone();
      if (answer.done > 0) toast.success(`${answer.msg}.`, () => void undo(orders, answer, edit));
      if (answer.done < orders.length) setRefusal({ orders, answer });
    });
  return {
    change,
    pending,
    dialog: refusal && <BulkResults {...refusal} onClose={() => setRefusal(null)} />,
  };
}
