import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../components/ui/button.js';
import { Can } from '../../lib/server/session.js';
import { loadLazily } from '../../components/ui/load-lazily.js';

const CreateInvoiceDialog = loadLazily(() => import('./create-invoice-dialog.js').then((m) => m.CreateInvoiceDialog));

/** An order to invoice. */
interface InvoiceableOrder {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: string;
}

/** Creates an order's invoice: the button for a Finished order in a list, a function that opens the
 * dialog, and the dialog, which a screen renders once. */
export function useCreateInvoice(): {
  button: (order: InvoiceableOrder) => ReactNode;
  create: (order: InvoiceableOrder) => void;
  dialog: ReactNode;
} {
  const [billed, setBilled] = useState<InvoiceableOrder | null>(null);
  return {
    create: setBilled,
    button: (order) =>
      order.status === 'Finished' && (
        <Can permission="invoices.create">
          <ActionButton
            permission="invoices.create"
            aria-label={`Invoice order ${order.serialNumber}`}
            onClick={() => setBilled(order)}
          >
            Invoice
          </ActionButton>
        </Can>
      ),
    dialog: billed && (
      <CreateInvoiceDialog orderId={billed._id} serialNumber={billed.serialNumber} onClose={() => setBilled(null)} />
    ),
  };
}
