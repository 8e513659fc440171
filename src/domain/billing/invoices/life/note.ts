import type { WriteCtx } from '../../../kernel/context.js';
import { addInvoiceMessages } from '../model.js';

/** Adds a message to an invoice under the actor's name, about an action elsewhere that concerns the invoice. */
export const addNote = (tx: WriteCtx, invoiceId: string, msg: string): Promise<void> =>
  addInvoiceMessages(tx, invoiceId, [{ msg }]);
