import { CreateCorrection } from '../../../../domain/billing/corrections/schema.js';
import { FormDialog } from '../../ui/form/form-dialog.js';
import { MoneyField, TextAreaField } from '../../ui/form/fields.js';
import { Form } from '../../ui/form/form.js';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
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
  const { notifyAndThrow } = useNotify('Correction');
  const { send, pending } = useSend('POST /api/correction');
  const form = useEditForm<Values>({ defaultValues: { amount: null, reason: '' } });
  const create = async ({ amount, reason }: Values) => {
    await notifyAndThrow(send({ order: order._id, amount: amount ?? 0, reason }));
    onClose();
  };
  return (
    <FormDialog
      title="Add Correction"
      size="small"
      submit="Save Correction"
      permission="corrections.write"
      pending={pending}
      onClose={onClose}
    >
      <p>Order {order.serialNumber}</p>
      <p className="muted">This amount is added to the shop&apos;s next payment. Past payments do not change.</p>
      <Form form={form} limits={CreateCorrection} onSubmit={create}>
        <MoneyField
          name="amount"
          label="Amount"
          required
          step={0.01}
          hint="Enter a positive amount if the shop was paid too little, a negative one if it was paid too much."
        />
        <TextAreaField name="reason" label="Reason" required="A reason is required" rows={3} />
      </Form>
    </FormDialog>
  );
}
