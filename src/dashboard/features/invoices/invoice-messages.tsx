import { ActionButton } from '../../components/button.js';
import { TextAreaField } from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { useEditForm } from '../../components/form/use-edit-form.js';
import { RecordMessages } from '../../components/record-messages.js';
import { useTold } from '../../components/use-told.js';
import { useCan } from '../../lib/session.js';
import { useSend } from '../../lib/use-api.js';
import type { Invoice } from './invoice-types.js';

/** What office and shop wrote to each other about an invoice, and room for more. */
export function InvoiceMessages({ invoice }: { invoice: Invoice }) {
  return (
    <div className="invoice-messages">
      <RecordMessages messages={invoice.messages} />
      <AddMessage id={invoice._id} />
    </div>
  );
}

function AddMessage({ id }: { id: string }) {
  const { toldOrThrown } = useTold('Invoice');
  const { reason } = useCan('invoices.update', { write: true });
  const { send } = useSend('PUT /api/invoice/update/:id', { refresh: ['/api/invoice/findbyid', '/api/history'] });
  const form = useEditForm({ defaultValues: { newMessage: '' } });
  const submit = async ({ newMessage }: { newMessage: string }) => {
    if (!newMessage.trim()) return form.setError('newMessage', { message: 'Message is required' });
    await toldOrThrown(send({ id, newMessage }), 'Invoice is updated');
    form.reset();
  };
  return (
    <div className="no-print">
      <Form form={form} label="New message" summary={false} onSubmit={submit}>
        <TextAreaField name="newMessage" label="Message" required rows={3} disabledReason={reason} />
        <div>
          <ActionButton permission="invoices.update" type="submit" pending={form.formState.isSubmitting}>
            Add Message
          </ActionButton>
        </div>
      </Form>
    </div>
  );
}
