import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { OrderStatus } from '../../../../domain/kernel/order/status.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { OrderRow } from '../change-order.js';

const BulkResults = lazy(() => import('./bulk-results.js').then((m) => ({ default: m.BulkResults })));

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

/** Changes several orders at once; a change of status can be undone from its message. */
export function useBulk(onDone: () => void): Bulk {
  const toast = useToast();
  const { send, pending } = useSend(CALL);
  const [refusal, setRefusal] = useState<{ orders: readonly OrderRow[]; answer: Answer } | null>(null);
  const report = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error(describeFailure('Orders', error));
    }
  };
  const undo = (orders: readonly OrderRow[], answer: Answer, status: OrderStatus) =>
    report(async () => {
      const movedOrders = answer.results.flatMap(({ _id, revision }) => (revision === null ? [] : [{ _id, revision }]));
      const back = await send({ orders: movedOrders, status });
      if (back.done === movedOrders.length) toast.success(back.msg);
      else setRefusal({ orders, answer: back });
    });
  const change = (orders: readonly OrderRow[], edit: Change) =>
    report(async () => {
      const answer = await send({ orders: orders.map(({ _id, revision }) => ({ _id, revision })), ...edit });
      onDone();
      const from = edit.status && orders[0]?.status;
      if (answer.done > 0) toast.success(`${answer.msg}.`, from ? () => void undo(orders, answer, from) : undefined);
      if (answer.done < orders.length) setRefusal({ orders, answer });
    });
  return {
    change,
    pending,
    dialog: <Suspense>{refusal && <BulkResults {...refusal} onClose={() => setRefusal(null)} />}</Suspense>,
  };
}
