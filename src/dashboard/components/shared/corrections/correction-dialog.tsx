import { useId } from 'react';
import { CreateCorrection } from '../../../../domain/billing/corrections/schema.js';
import { ActionButton, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { MoneyField, TextAreaField } from '../../ui/form/fields.js';
import { Form } from '../../ui/form/form.js';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import { mayLeave } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';

interface DialogProps {
  readonly order: { readonly _id: string; readonly serialNumber: string };
  readonly onClose: () => void;
}

interface Values {
  readonly amount: number | null;
  readonly reason: string;
}

/** Corrects what a shop was paid for an order: an amount added to its next payment, and the reason. */
export function CorrectionDialog({ order, onClose }: DialogProps) {
  const id = useId();
  const { notifyAndThrow } = useNotify('Correction');
  const { send, pending } = useSend('POST /api/correction');
  const form = useEditForm<Values>({ defaultValues: { amount: null, reason: '' } });
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const create = async ({ amount, reason }: Values) => {
    await notifyAndThrow(send({ order: order._id, amount: amount ?? 0, reason }));
    onClose();
  };
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <ActionButton permission="corrections.write" kind="primary" type="submit" form={id} pending={pending}>
        Save Correction
      </ActionButton>
    </>
  );
  return (
    <Dialog title="Add Correction" size="small" footer={footer} busy={pending} onClose={close}>
      <p>Order {order.serialNumber}</p>
      <p className="muted">This amount is added to the shop&apos;s next payment. Past payments do not change.</p>
      <Form form={form} limits={CreateCorrection} id={id} onSubmit={create}>
        <MoneyField
          name="amount"
          label="Amount"
          required
          step={0.01}
          hint="Enter a positive amount if the shop was paid too little, a negative one if it was paid too much."
        />
        <TextAreaField name="reason" label="Reason" required="A reason is required" rows={3} />
      </Form>
    </Dialog>
  );
}
