import { type ReactNode, useState } from 'react';
import { groupBy, present } from '../../../../domain/kernel/objects.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { formatCount } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { OrderRow } from '../change-order.js';
import { canGoBack } from '../change-text.js';
import { type BulkChange, toUndo } from './bulk-undo.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const BulkResults = loadLazily(() => import('./bulk-results.js').then((m) => m.BulkResults));

const CALL = 'PUT /api/orders/updateseveral';
type Answer = Output<typeof CALL>;

export interface Bulk {
  /**
   * Changes the orders; those that are refused are listed with the reasons. Asks first only if a move cannot be undone
   * in one step.
   */
  readonly change: (orders: readonly OrderRow[], change: BulkChange) => Promise<void>;
  readonly pending: boolean;
  /** Render it once per screen. */
  readonly dialog: ReactNode;
}

/** Changes several orders at once; the toast has Undo, which restores each order to its own values. */
export function useBulk(onDone: () => void): Bulk {
  const { role } = useMe();
  const confirm = useConfirm();
  const toast = useToast();
  const { report } = useNotify('Orders');
  const { send, pending } = useSend(CALL);
  const [refusal, setRefusal] = useState<{ orders: readonly OrderRow[]; answer: Answer } | null>(null);
  const undo = (orders: readonly OrderRow[], answer: Answer, edit: BulkChange) =>
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
  const change = (orders: readonly OrderRow[], edit: BulkChange) =>
    report(async () => {
      const { status: to } = edit;
      const isFinal = to !== undefined && !orders.every(({ status }) => canGoBack(status, to, role));
      if (isFinal) {
        const question = { message: `Change Status to ${to}?`, record: formatCount(orders.length, 'order') };
        if (!(await confirm(question))) return;
      }
      const answer = await send({ orders: orders.map(({ _id, revision }) => ({ _id, revision })), ...edit });
      onDone();
      if (answer.done > 0) toast.success(`${answer.msg}.`, isFinal ? undefined : () => void undo(orders, answer, edit));
      if (answer.done < orders.length) setRefusal({ orders, answer });
    });
  return {
    change,
    pending,
    dialog: refusal && <BulkResults {...refusal} onClose={() => setRefusal(null)} />,
  };
}
