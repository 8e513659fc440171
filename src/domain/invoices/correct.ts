import type { WriteCtx } from '../context.js';
import type { InvoiceStatus } from './rules.js';

/** The invoice of an order, locked until the transaction ends. */
export interface InvoiceOfOrder {
  readonly id: string;
  readonly status: InvoiceStatus;
}

/** Locks the live invoice of an order that is locked already; null where there is none. */
export async function lockInvoiceOf(tx: WriteCtx, orderId: string): Promise<InvoiceOfOrder | null> {
  const row = (await tx
    .db('invoices')
    .where({ order_id: orderId })
    .whereNull('deleted_at')
    .forUpdate()
    .first('id', 'status')) as InvoiceOfOrder | undefined;
  return row ?? null;
}
