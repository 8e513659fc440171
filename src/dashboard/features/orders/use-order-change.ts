import { useCallback, useRef } from 'react';
import { useToast } from '../../components/toast.js';
import { ApiError, call, type Input, messageOf, type Output } from '../../lib/api.js';
import { useRefresh } from '../../lib/use-api.js';
import { patiently } from './patiently.js';

export type OrderRow = Output<'GET /api/orders/status/:status'>['items'][number];
export type Change = Omit<Input<'PUT /api/orders/update/:id'>, 'id' | 'revision' | 'originalOrder'>;

/** What must be known of an order to change it. */
export type Changeable = Pick<OrderRow, '_id' | 'serialNumber' | 'status' | 'revision'>;

/** Saves a change of an order at once; false when it was refused, which is said and the row read again. */
export type ChangeOrder = (order: Changeable, change: Change) => Promise<boolean>;

const refusal = (serialNumber: string, error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? `Order ${serialNumber}: ${messageOf(error)}`
    : `An error occurred while updating ${serialNumber}.`;

/**
 * Changes orders one after the other, each from the revision the one before left, so that quick clicks on one row do
 * not meet themselves as a conflict. A change that finds no connection waits for it.
 */
export function useOrderChange(): ChangeOrder {
  const toast = useToast();
  const refresh = useRefresh();
  const newest = useRef(new Map<string, Changeable>());
  const turns = useRef(new Map<string, Promise<unknown>>());
  const save = useCallback(
    async (order: Changeable, change: Change): Promise<boolean> => {
      const { _id: id, serialNumber } = order;
      const known = newest.current.get(id);
      const { status, revision } = known && known.revision > order.revision ? known : order;
      const send = () =>
        call('PUT /api/orders/update/:id', { id, revision, originalOrder: { status, revision }, ...change });
      const onWait = () => toast.info(`No connection: the change of ${serialNumber} is sent as soon as it is back.`);
      try {
        const answer = await patiently(send, onWait, (current) => isDone(current, change));
        if (answer) newest.current.set(id, answer.order);
        toast.success(`${serialNumber} is updated.`);
        return true;
      } catch (error) {
        toast.error(refusal(serialNumber, error));
        return false;
      } finally {
        await refresh(['/api/orders']);
      }
    },
    [toast, refresh],
  );
  return useCallback(
    (order, change) => {
      const turn = (turns.current.get(order._id) ?? Promise.resolve()).then(() => save(order, change));
      turns.current.set(order._id, turn);
      return turn;
    },
    [save],
  );
}

/** Whether a record already is as a change wanted it: an answer that was lost on its way, not another person's change. */
function isDone(current: unknown, change: Change): boolean {
  if (typeof current !== 'object' || current === null) return false;
  const record = current as Record<string, unknown>;
  return Object.entries(change).every(([field, wanted]) => plain(record[field]) === plain(wanted));
}

const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'object' && value !== null && '_id' in value ? value._id : (value ?? null));
