import { ActionButton } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { TextAreaField } from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { useEditForm } from '../../components/form/use-edit-form.js';
import { useToast } from '../../components/toast.js';
import { failureOf } from '../../lib/failure.js';
import { momentOf } from '../../lib/format.js';
import { useCan, useMe } from '../../lib/session.js';
import { useSend } from '../../lib/use-api.js';
import type { Invoice } from './invoice-types.js';

/** What office and shop wrote to each other about an invoice, and room for more. */
export function InvoiceMessages({ invoice }: { invoice: Invoice }) {
  const { timeZone } = useMe();
  return (
    <div className="invoice-messages">
      {invoice.messages.length === 0 && <EmptyState text="No messages yet." />}
      <ol className="history">
        {invoice.messages.map(({ _id, madeBy, date, msg }) => (
          <li key={_id}>
            <p>
              <strong>{madeBy}</strong>
              <time dateTime={date} className="muted">
                {momentOf(date, timeZone)}
              </time>
            </p>
            <p className="message-text">{msg}</p>
          </li>
        ))}
      </ol>
      <AddMessage id={invoice._id} />
    </div>
  );
}

function AddMessage({ id }: { id: string }) {
  const toast = useToast();
  const { reason } = useCan('invoices.update', { write: true });
  const { send } = useSend('PUT /api/invoice/update/:id', { refresh: ['/api/invoice/findbyid', '/api/history'] });
  const form = useEditForm({ defaultValues: { newMessage: '' } });
  const submit = async ({ newMessage }: { newMessage: string }) => {
    if (!newMessage.trim()) return form.setError('newMessage', { message: 'Message is required' });
    try {
      await send({ id, newMessage });
      toast.success('Invoice is updated');
      form.reset();
    } catch (error) {
      toast.error(failureOf('Invoice', error));
      throw error;
    }
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
