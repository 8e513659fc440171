import type { WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { DocumentModel } from '../../kernel/records/document.js';
import type { RepairLine } from './life/lines.js';
import { type PaidMethod, withAmounts } from './rules.js';
import type { RepairStatus } from './status.js';

/** The table of repair and driver invoices, for writing; totals in cents. */
export class RepairInvoiceModel extends DocumentModel {
  static override tableName = 'repair_invoices';
  declare type: 'repair' | 'driver';
  declare invoiceNumber: string;
  declare invoicedDate: string;
  declare billTo: string;
  declare status: RepairStatus;
  declare statusSince: string;
  declare shopId: string;
  declare shopTotal: number;
  declare standardTotal: number;
  declare paidOn: string | null;
  declare paidMethod: PaidMethod | null;
  declare paidReference: string;
}

/** Replaces the lines of an invoice, in the given order. */
export async function replaceLines(tx: WriteCtx, invoiceId: string, lines: readonly RepairLine[]): Promise<void> {
  await tx.db('repair_invoice_items').where({ invoice_id: invoiceId }).delete();
  const rows = lines.map(withAmounts).map((line, position) => ({
    id: line._id,
    invoice_id: invoiceId,
    position,
    item_id: line.item._id,
    name: line.item.name,
    reason: line.reason,
    quantity: line.quantity,
    rate: line.rate,
    standard_rate: line.standardRate,
    amount: line.amount,
    standard_amount: line.standardAmount,
  }));
  await tx.db('repair_invoice_items').insert(rows);
}

/** Adds messages to an invoice, in the given order, under the actor's name. */
export async function addRepairMessages(tx: WriteCtx, invoiceId: string, messages: readonly string[]): Promise<void> {
  const at = tx.clock.now();
  const rows = messages.map((msg) => ({ id: newId(), invoice_id: invoiceId, made_by: tx.actor.name, at, msg }));
  if (rows.length > 0) await tx.db('repair_invoice_messages').insert(rows);
}
