import { AddMessage } from '../../../components/shared/messages/add-message.js';
import { RecordMessages } from '../../../components/shared/messages/record-messages.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Invoice } from '../invoice-types.js';
import styles from '../billing.module.css';

/** What office and shop wrote to each other about an invoice, and room for more. */
export function InvoiceMessages({ invoice: { _id: id, messages } }: { invoice: Invoice }) {
  const { send } = useSend('PUT /api/invoice/update/:id');
  return (
    <div className={styles['invoice-messages']}>
      <RecordMessages messages={messages} />
      <AddMessage area="Invoice" permission="invoices.update" onSend={(newMessage) => send({ id, newMessage })} />
    </div>
  );
}
