import { UpdateHaul } from '../../../../domain/billing/payments/schema.js';
import { ActionButton } from '../../../components/ui/button.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { MoneyField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';
import { paymentName } from './delete-payment.js';
import type { Payment } from '../payment-types.js';

interface HaulProps {
  readonly payment: Payment;
  /** Called with the stored revision. */
  readonly onStored: (revision: number) => void;
  readonly onClose: () => void;
}

/** Enters what the hauling of a payment cost the company, or restores the haul of its orders. */
export function HaulDialog({ payment, onStored, onClose }: HaulProps) {
  const { notifyAndThrow } = useNotify('Payment');
  const form = useEditForm<{ haulTotal: number | null }>({ defaultValues: { haulTotal: payment.haulTotal } });
  const { send, pending } = useSend('PUT /api/payment/haul/update/:id');
  const store = async (haulTotal: number | null) => {
    const answer = await notifyAndThrow(send({ id: payment._id, revision: payment.revision, haulTotal }));
    onStored(answer.payment.revision);
    onClose();
  };
  return (
    <FormDialog
      title="Change haul"
      size="small"
      submit="Save Haul"
      permission="payments.haul"
      pending={pending}
      extra={
        payment.haulTotalTyped && (
          <ActionButton
            permission="payments.haul"
            pending={pending}
            onClick={() => void store(null).catch(() => undefined)} // `store` shows the error
          >
            Use haul from orders
          </ActionButton>
        )
      }
      onClose={onClose}
    >
      <p>{paymentName(payment)}</p>
      <Form form={form} limits={UpdateHaul} onSubmit={({ haulTotal }) => store(haulTotal ?? 0)}>
        <MoneyField
          name="haulTotal"
          label="Haul"
          required
          min={0}
          hint={
            payment.haulTotalTyped
              ? "This amount replaces the haul of the payment's orders. Recalculating does not change it."
              : "The sum of the haul of the payment's orders. If you enter another amount, the company's cost and profit use it instead."
          }
        />
      </Form>
    </FormDialog>
  );
}
