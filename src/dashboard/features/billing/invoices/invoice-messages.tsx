import { AddMessage } from '../../../components/shared/messages/add-message.js';
import { RecordMessages } from '../../../components/shared/messages/record-messages.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Invoice } from '../invoice-types.js';
import styles from '../billing.module.css';

/** The messages of office and shop about an invoice, and a form for new ones. */
export function InvoiceMessages({ invoice: { _id: id, messages } }: { invoice: Invoice }) {
  const { send } = useSend('PUT /api/invoice/update/:id');
  return (
    <div className={styles['invoice-messages']}>
      <RecordMessages messages={messages} />
      <AddMessage area="Invoice" permission="invoices.update" onSend={(newMessage) => send({ id, newMessage })} />
    </div>
  );
}
