import { getWaiting } from '../../../../domain/purchasing/material-orders/rules.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { quantity } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { MaterialOrder } from '../material-values.js';
import { AREA } from '../material-words.js';

/** `4 of Angle 2x2; 12 of Strap`: what was received and not moved to stock; empty if nothing waits. */
export const waitingText = ({ items }: Pick<MaterialOrder, 'items'>): string =>
  items
    .filter((line) => getWaiting(line) > 0)
    .map((line) => `${quantity(getWaiting(line))} of ${line.item.name}`)
    .join('; ');

/** The call that receives orders, and the undoing of an order's receipts that were not moved to stock. */
export function useUndoReceipts() {
  const confirm = useConfirm();
  const { notify } = useNotify(AREA);
  const receiving = useSend('PUT /api/materialorder/update/recieved/:id');
  /** Asks first, naming what is undone. Returns the order without these receipts; null if it is unchanged. */
  const undo = async (order: MaterialOrder): Promise<MaterialOrder | null> => {
    const record = waitingText(order);
    const details = order.items.some(({ pushed }) => pushed > 0) ? 'What was moved to stock stays there.' : null;
    const question = { message: 'Undo these receipts?', record, details, yes: 'Undo Receipts' };
    if (record !== '' && !(await confirm(question))) return null;
    const { _id: id, revision } = order;
    return (await notify(receiving.send({ id, revision, recieved: false })))?.item ?? null;
  };
  return { receiving, undo };
}
