import { ChangeInvoice } from '../../../../domain/billing/invoices/schema.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { DateField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Invoice } from '../invoice-types.js';
import { describeWindow, limitDays } from '../../../components/shared/orders/invoice-window.js';

interface Values {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
}

/** Changes the number and date of an invoice, under the same rules as for new invoices. */
export function HeadDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { _id: id, revision, invoiceNumber, invoicedDate, window } = invoice;
  const { notifyAndThrow } = useNotify('Invoice');
  const { send, pending } = useSend('PUT /api/invoice/update/:id');
  const form = useEditForm<Values>({ defaultValues: { invoiceNumber, invoicedDate } });
  const submit = async (values: Values) => {
    const changes = {
      ...(values.invoiceNumber.trim() === invoiceNumber ? {} : { invoiceNumber: values.invoiceNumber }),
      ...(values.invoicedDate === invoicedDate ? {} : { invoicedDate: values.invoicedDate }),
    };
    if (Object.keys(changes).length > 0) await notifyAndThrow(send({ id, revision, ...changes }), 'Invoice is updated');
    onClose();
  };
  const isStored = form.watch('invoicedDate') === invoicedDate; // the stored date stays valid
  return (
    <FormDialog
      title={`Number and date of invoice ${invoiceNumber}`}
      permission="invoices.update"
      pending={pending}
      onClose={onClose}
    >
      <Form form={form} limits={ChangeInvoice} onSubmit={submit}>
        <div className="form-group">
          <TextField
            name="invoiceNumber"
            label="Invoice Number"
            required="Invoice number is required"
            maxLength={60}
            autoFocus
          />
          <DateField
            name="invoicedDate"
            label="Invoice Date"
            required="Invoice date is required"
            {...(isStored ? {} : limitDays(window))}
            hint={window ? `Allowed dates: ${describeWindow(window)}` : undefined}
          />
        </div>
      </Form>
    </FormDialog>
  );
}
