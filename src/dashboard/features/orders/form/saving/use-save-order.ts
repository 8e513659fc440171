import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import { useToast } from '../../../../components/ui/overlay/toast.js';
import { ApiError, formatMessage } from '../../../../lib/server/api.js';
import { useSend } from '../../../../lib/server/use-api.js';
import { type ChangeBody, changeBody, overNewer, shopChangeBody } from './change-body.js';
import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import { type OrderValues, toValues } from './order-values.js';

/** The state of an order form: its fields, the revision they are based on, and a reset. */
export interface OrderForm {
  readonly form: UseFormReturn<OrderValues>;
  readonly revision: () => number;
  readonly start: (values: OrderValues, revision: number) => void;
  readonly rebase: (revision: number) => void;
}

/** Two versions of an order, for the conflict dialog. */
export interface Conflict {
  readonly mine: OrderValues;
  readonly theirs: OrderValues;
  readonly newer: OrderRecord;
  /** The server's message: who changed the order. */
  readonly message: string;
}

export interface Saving {
  /**
   * Saves the input; shows an error and throws `ApiError` if it is refused. Returns false if there was nothing to save.
   */
  readonly save: (values: OrderValues) => Promise<boolean>;
  /** Saves immediately, independent of the form's input. */
  readonly saveBeside: (body: ChangeBody) => Promise<void>;
  readonly pending: boolean;
  readonly conflict: Conflict | null;
  readonly takeTheirs: () => void;
  /** Saves the values chosen from both versions over the newer one; until then, the conflict stays. */
  readonly keep: (merged: OrderValues) => Promise<void>;
  readonly closeConflict: () => void;
}

/**
 * Saves an order: shows the specified messages, reverts the status after an error, and keeps a conflict for its dialog.
 */
export function useSaveOrder(
  order: OrderRecord,
  { form, revision, start, rebase }: OrderForm,
  isOffice: boolean,
): Saving {
  const toast = useToast();
  const { mutate } = useSWRConfig();
  const { send, pending } = useSend('PUT /api/orders/update/:id');
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { _id: id, serialNumber } = order;
  const remember = (newerOrder: OrderRecord) =>
    mutate(['GET /api/orders/byid/:id', { id }], newerOrder, { revalidate: false });
  const saveBody = async (body: ChangeBody): Promise<OrderRecord> => {
    const { order: savedOrder } = await send({ id, revision: revision(), ...body });
    toast.success(`${serialNumber} is updated.`);
    await remember(savedOrder);
    return savedOrder;
  };
  const throwRefusal = (error: unknown, began: OrderValues, values: OrderValues): never => {
    form.setValue('status', began.status, { shouldDirty: true });
    if (error instanceof ApiError && error.code === 'stale-record') {
      const newerOrder = error.readCurrent<OrderRecord>();
      const theirs = toValues(newerOrder);
      setConflict({ newer: newerOrder, theirs, mine: overNewer(began, values, theirs), message: error.msg });
    } else toast.error(refusal(serialNumber, error));
    throw error;
  };
  const saveFrom = async (began: OrderValues, values: OrderValues): Promise<boolean> => {
    const body = (isOffice ? changeBody : shopChangeBody)(began, values);
    if (Object.keys(body).length === 0) {
      toast.info('No changes to save.');
      return false;
    }
    const savedOrder = await saveBody(body).catch((error: unknown) => throwRefusal(error, began, values));
    start(toValues(savedOrder), savedOrder.revision);
    return true;
  };
  const startFrom = (newerOrder: OrderRecord) => {
    void remember(newerOrder);
    start(toValues(newerOrder), newerOrder.revision);
  };
  const closeConflict = () => setConflict(null);
  return {
    pending,
    conflict,
    save: (values) => saveFrom(form.formState.defaultValues as OrderValues, values), // complete, because `toValues` made them
    saveBeside: (body) =>
      saveBody(body).then(
        (savedOrder) => rebase(savedOrder.revision),
        (error: unknown) => toast.error(refusal(serialNumber, error)),
      ),
    takeTheirs: () => {
      if (conflict) startFrom(conflict.newer);
      closeConflict();
    },
    keep: async (merged) => {
      if (!conflict) return;
      startFrom(conflict.newer);
      form.reset(merged, { keepDefaultValues: true });
      await saveFrom(conflict.theirs, merged).then(closeConflict, () => undefined); // a toast shows the error
    },
    closeConflict,
  };
}

/** The message for a failed save. */
const refusal = (serialNumber: string, error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? `Order ${serialNumber}: ${formatMessage(error)}`
    : `An error occurred while updating ${serialNumber}.`;
