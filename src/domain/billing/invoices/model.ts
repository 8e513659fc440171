import type { WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { DocumentModel } from '../../kernel/records/document.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';

/** The table of invoices, for writing; totals in cents. */
export class InvoiceModel extends DocumentModel {
  static override tableName = 'invoices';
  declare invoiceNumber: string;
  declare invoicedDate: string;
  declare billTo: string;
  declare status: InvoiceStatus;
  declare statusSince: string;
  declare shopId: string;
  declare orderId: string | null;
  declare shopTotal: number;
  declare companyTotal: number;
  declare orderTotal: number;
}

/** A message of an invoice: its kind, and whether only the office can read it. */
export interface NewMessage {
  readonly msg: string;
  readonly kind?: 'message' | 'denial' | 'correction' | 'adjustment' | undefined;
  readonly officeOnly?: boolean | undefined;
}

/** Adds messages to an invoice, in the given order, under the actor's name. */
export async function addInvoiceMessages(
  tx: WriteCtx,
  invoiceId: string,
  messages: readonly NewMessage[],
): Promise<void> {
  const at = tx.clock.now();
  const rows = messages.map(({ msg, kind = 'message', officeOnly = false }) => ({
    ...{ id: newId(), invoice_id: invoiceId, made_by: tx.actor.name, at },
    ...{ msg, kind, office_only: officeOnly },
  }));
  if (rows.length > 0) await tx.db('invoice_messages').insert(rows);
}
