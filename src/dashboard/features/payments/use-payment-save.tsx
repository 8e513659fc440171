import { type ReactNode, useState } from 'react';
import { ConflictDialog } from '../../components/conflict-dialog.js';
import { useRecordForm } from '../../components/form/use-record-form.js';
import { useToast } from '../../components/toast.js';
import { ApiError } from '../../lib/api.js';
import { failureOf } from '../../lib/failure.js';
import { day, money } from '../../lib/format.js';
import { useSend } from '../../lib/use-api.js';
import { onlyChanges, type Payment, type PaymentRow, type PaymentValues, valuesOf } from './payment-types.js';

const labels = {
  paymentNumber: 'Payment #',
  paymentDate: 'Date',
  shopsPaymentAdjustment: 'Adjustment',
  memo: 'Memo',
} as const satisfies Record<keyof PaymentValues, string>;

const shown = (field: keyof PaymentValues, value: unknown): string => {
  if (field === 'paymentDate') return day(value as string);
  if (field === 'shopsPaymentAdjustment') return money((value as number | null) ?? 0);
  return String(value) || 'empty';
};

interface Conflict {
  readonly mine: PaymentValues;
  readonly current: PaymentRow;
}

/** The form of a payment and its Update: progress, the toast, and what to do when another clerk was faster. */
export function usePaymentSave(payment: Payment) {
  const toast = useToast();
  const { form, revision, start, rebase } = useRecordForm(valuesOf(payment), payment.revision);
  const { send } = useSend('PUT /api/payment/update/:id', {
    refresh: ['/api/payment', '/api/history', '/api/dashboard'],
  });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const conflictOf = (values: PaymentValues, current: PaymentRow): Conflict => ({
    mine: onlyChanges(values, form.formState.defaultValues ?? {}, valuesOf(current)),
    current,
  });
  const store = async (values: PaymentValues, from: number) => {
    const { shopsPaymentAdjustment, ...rest } = values;
    const change = { ...rest, shopsPaymentAdjustment: shopsPaymentAdjustment ?? 0 };
    try {
      const saved = await send({ id: payment._id, revision: from, ...change });
      start(valuesOf(saved.payment), saved.payment.revision);
      setConflict(null);
      toast.success('Payment is updated');
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale-record') toast.error(failureOf('Payment', error));
      else setConflict(conflictOf(values, error.current as PaymentRow)); // what the server sends with a conflict
      throw error;
    }
  };
  const keep = (values: PaymentValues, current: PaymentRow) =>
    void store(values, current.revision).catch(() => undefined); // told above
  const takeTheirs = (current: PaymentRow) => {
    start(valuesOf(current), current.revision);
    setConflict(null);
  };
  const dialog: ReactNode = conflict && (
    <ConflictDialog
      key={conflict.current.revision}
      what={`Payment ${payment.paymentNumber}`}
      mine={conflict.mine}
      theirs={valuesOf(conflict.current)}
      fields={labels}
      format={shown}
      onKeep={(merged) => keep(merged, conflict.current)}
      onTakeTheirs={() => takeTheirs(conflict.current)}
      onClose={() => setConflict(null)}
    />
  );
  return {
    form,
    save: (values: PaymentValues) => store(values, revision()),
    /** A conflict is dealt with in the dialog. */
    onRefused: (error: ApiError) => error.code === 'stale-record',
    /** The haul was stored beside the form: what is typed here goes on from there, unless somebody else was in between. */
    follow: (stored: number) => {
      if (revision() === stored - 1) rebase(stored);
    },
    dialog,
  };
}
