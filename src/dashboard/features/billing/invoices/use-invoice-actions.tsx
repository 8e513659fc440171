import { type ReactNode, useState } from 'react';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import { type Question, useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { money } from '../../../lib/format.js';
import { showNewer } from '../../../lib/server/api.js';
import { useRefresh, useSend } from '../../../lib/server/use-api.js';
import { AdjustDialog } from './adjust-dialog.js';
import { DenyDialog } from '../deny-dialog.js';
import type { ActedOn } from '../invoice-types.js';
import { LoadedSinceDenial } from './since-denial.js';

export type InvoiceAct = InvoiceStatus | 'delete';

/** The actions for an invoice. Each asks for confirmation, reports the result, and returns whether it was done. */
export interface InvoiceActions {
  readonly approve: (invoice: ActedOn) => Promise<boolean>;
  readonly reopen: (invoice: ActedOn) => Promise<boolean>;
  readonly remove: (invoice: ActedOn) => Promise<boolean>;
  /** Asks what was adjusted; `onDone` is called afterwards. */
  readonly adjust: (invoice: ActedOn, onDone: () => void) => void;
  /** Asks for the reason. */
  readonly deny: (invoice: ActedOn) => void;
  readonly isDoing: (invoice: ActedOn, act: InvoiceAct) => boolean;
  /** Render it once per screen. */
  readonly dialog: ReactNode;
}

export const formatName = ({ invoiceNumber, shop, order }: ActedOn): string =>
  `Invoice ${invoiceNumber} of ${shop.name}, ${money(order.grandTotal.shop)}`;

export function useInvoiceActions(): InvoiceActions {
  const confirm = useConfirm();
  const { run, isDoing } = useRun();
  const change = useSend('PUT /api/invoice/update/:id');
  const deletion = useSend('DELETE /api/invoice/delete/:id');
  const [deniedInvoice, setDeniedInvoice] = useState<ActedOn | null>(null);
  const [adjusted, setAdjusted] = useState<{ invoice: ActedOn; onDone: () => void } | null>(null);
  const ask = async (invoice: ActedOn, question: Question, act: () => Promise<void>) =>
    (await confirm({ record: formatName(invoice), ...question })) && isDone(act());
  const move = (invoice: ActedOn, status: InvoiceStatus, newMessage?: string) =>
    run(invoice, status, 'Invoice is updated', () =>
      change.send({
        ...{ id: invoice._id, status, originalStatus: invoice.status, revision: invoice.revision },
        ...(newMessage ? { newMessage } : {}),
      }),
    );
  return {
    approve: (invoice) => {
      const details = invoice.status === 'Adjusted' && <LoadedSinceDenial id={invoice._id} />;
      return ask(invoice, { message: 'Approve Invoice?', details }, () => move(invoice, 'Approved'));
    },
    reopen: (invoice) =>
      ask(invoice, { message: 'The Status of this Invoice will change to New.' }, () => move(invoice, 'New')),
    adjust: (invoice, onDone) => setAdjusted({ invoice, onDone }),
    remove: (invoice) =>
      ask(invoice, { message: 'Are you sure you want to Delete this Invoice.', danger: true }, () =>
        run(invoice, 'delete', 'Invoice is deleted', () => deletion.send({ id: invoice._id })),
      ),
    deny: setDeniedInvoice,
    isDoing,
    dialog: (
      <>
        {deniedInvoice && (
          <DenyDialog
            key={deniedInvoice._id}
            record={formatName(deniedInvoice)}
            onDeny={(reason) => move(deniedInvoice, 'Denied', reason).catch(showNewer(setDeniedInvoice))}
            onClose={() => setDeniedInvoice(null)}
          />
        )}
        {adjusted && (
          <AdjustDialog
            key={adjusted.invoice._id}
            id={adjusted.invoice._id}
            record={formatName(adjusted.invoice)}
            onAdjust={(text) =>
              move(adjusted.invoice, 'Adjusted', text).catch(
                showNewer<ActedOn>((invoice) => setAdjusted({ ...adjusted, invoice })),
              )
            }
            onClose={() => setAdjusted(null)}
            onDone={adjusted.onDone}
          />
        )}
      </>
    ),
  };
}

/** Whether an action succeeded; its error was shown. */
const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Runs one action at a time for an invoice and reports the result; throws an error after showing it. */
function useRun() {
  const { notifyAndThrow } = useNotify('Invoice');
  const refresh = useRefresh();
  const [doing, setDoing] = useState<string | null>(null);
  const toKey = (invoice: ActedOn, act: InvoiceAct) => `${invoice._id} ${act}`;
  const run = async (invoice: ActedOn, act: InvoiceAct, doneText: string, send: () => Promise<unknown>) => {
    const key = toKey(invoice, act);
    const end = () => setDoing((now) => (now === key ? null : now)); // another action may have begun
    setDoing(key);
    try {
      await notifyAndThrow(send(), doneText);
      end();
    } catch (error) {
      void refresh(['invoices']).then(end); // until then it would be refused again
      throw error;
    }
  };
  return { run, isDoing: (invoice: ActedOn, act: InvoiceAct) => doing === toKey(invoice, act) };
}
