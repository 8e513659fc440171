import { CreateInvoice } from '../../../domain/billing/invoices/schema.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { DateField, MoneyField, NumberField, TextField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import { Icon } from '../../components/ui/icon.js';
import { LoadedContent } from '../../components/ui/loaded.js';
import { useToast } from '../../components/ui/overlay/toast.js';
import { formatMessage, type Output } from '../../lib/server/api.js';
import { useApi, useSend } from '../../lib/server/use-api.js';
import { describeWindow, limitDays } from '../../components/shared/orders/invoice-window.js';

interface CreateInvoiceProps {
  readonly orderId: string;
  readonly serialNumber: string;
  readonly onClose: () => void;
}

type Draft = Output<'GET /api/invoice/draft/:orderId'>;

/** Creates the invoice of a Finished order, which becomes Invoiced. */
export function CreateInvoiceDialog({ orderId, serialNumber, onClose }: CreateInvoiceProps) {
  const draft = useApi('GET /api/invoice/draft/:orderId', { orderId });
  const toast = useToast();
  const { send, pending } = useSend('POST /api/invoice');
  const create = async (values: Values) => {
    const { invoiceNumber, invoicedDate, billTo } = values;
    try {
      await send({ order: orderId, invoiceNumber, invoicedDate, billTo });
      toast.success('Invoice is created');
      onClose();
    } catch (error) {
      toast.error(formatMessage(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title={`Create Invoice for ${serialNumber}`}
      submit="Create Invoice"
      permission="invoices.create"
      pending={pending}
      disabledReason={draft.data ? null : 'The invoice is still loading.'}
      onClose={onClose}
    >
      <LoadedContent query={draft} lines={5}>
        {(draft) => <InvoiceForm draft={draft} onCreate={create} />}
      </LoadedContent>
    </FormDialog>
  );
}

interface Values {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly quantity: number;
  readonly rate: number;
}

function InvoiceForm({ draft, onCreate }: { draft: Draft; onCreate: (values: Values) => Promise<void> }) {
  const { invoiceNumber, invoicedDate, billTo, quantity, rate, window, numberTaken, shop } = draft;
  const form = useEditForm<Values>({ defaultValues: { invoiceNumber, invoicedDate, billTo, quantity, rate } });
  return (
    <Form form={form} limits={CreateInvoice} onSubmit={onCreate}>
      {window === null && (
        <p className="notice">
          <Icon name="info" /> You are invoicing for {shop.name}. The shop gets a notice, and the invoice shows that the
          office created it.
        </p>
      )}
      <div className="form-group">
        <TextField
          name="invoiceNumber"
          label="Invoice Number"
          required="Invoice number is required"
          maxLength={60}
          autoFocus
          hint={numberTaken && `Invoice ${invoiceNumber} already exists for this shop. Choose another number.`}
        />
        <DateField
          name="invoicedDate"
          label="Invoice Date"
          required="Invoice date is required"
          {...limitDays(window)}
          hint={window ? describeWindow(window) : undefined}
        />
        <TextField name="billTo" label="Bill To" required="Bill to is required" readOnly className="wide" />
        <NumberField name="quantity" label="Quantity" step={0.01} readOnly />
        <MoneyField name="rate" label="Rate" readOnly />
      </div>
    </Form>
  );
}
