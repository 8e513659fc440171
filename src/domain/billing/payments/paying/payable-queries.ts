import type { Knex } from 'knex';
import type { z } from 'zod';
import type { LineOfDocument } from '../../repair-invoices/paper/template.js';
import { byInvoiceNumber } from '../rules.js';
import type { Payable } from '../detail-schema.js';
import { queryRows } from '../../../kernel/database/rows.js';

type PaidRepair = z.output<typeof Payable>['repairInvoices'][number];
type PaidCorrection = z.output<typeof Payable>['corrections'][number];

async function readRepairs(query: Knex.QueryBuilder, db: Knex): Promise<PaidRepair[]> {
  const rows = await queryRows<PaidRepair>(
    query
      .select({ _id: 'r.id', invoiceNumber: 'r.invoice_number', invoicedDate: 'r.invoiced_date' })
      .select({ billTo: 'r.bill_to', status: 'r.status', invoiceTotal: 'r.shop_total' })
      .select(db.raw('initcap(r.type) as type')),
  );
  return rows.sort(byInvoiceNumber);
}

const readCorrections = async (query: Knex.QueryBuilder, db: Knex): Promise<PaidCorrection[]> =>
  await queryRows<PaidCorrection>(
    query
      .join('orders as o', 'o.id', 'c.order_id')
      .join('invoices as i', 'i.id', 'c.invoice_id')
      .orderBy('c.id')
      .select({ _id: 'c.id', amount: 'c.amount', reason: 'c.reason', createdAt: 'c.created_at', madeBy: 'c.made_by' })
      .select(
        db.raw(`json_build_object('_id', o.id, 'serialNumber', o.serial_number) as "order"`),
        db.raw(`json_build_object('_id', i.id, 'invoiceNumber', i.invoice_number) as invoice`),
      ),
  );

/** The repair and driver invoices of a payment by number, and its corrections by creation time; amounts in cents. */
export const findPaidBeside = async (db: Knex, paymentId: string): Promise<z.output<typeof Payable>> => ({
  repairInvoices: await readRepairs(db('repair_invoices as r').where('r.payment_id', paymentId), db),
  corrections: await readCorrections(db('corrections as c').where('c.payment_id', paymentId), db),
});

/** The lines of a payment's repair and driver invoices, by invoice ID; amounts in cents. */
export async function findPaidLines(db: Knex, paymentId: string): Promise<Map<string, LineOfDocument[]>> {
  const rows = await queryRows<LineOfDocument & { invoice: string }>(
    db('repair_invoice_items as l')
      .join('repair_invoices as r', 'r.id', 'l.invoice_id')
      .where('r.payment_id', paymentId)
      .orderBy(['l.invoice_id', 'l.position'])
      .select({ invoice: 'r.id', name: 'l.name', reason: 'l.reason', quantity: 'l.quantity' })
      .select({ rate: 'l.rate', amount: 'l.amount' }),
  );
  const lines = new Map<string, LineOfDocument[]>();
  for (const { invoice, ...line } of rows) lines.set(invoice, [...(lines.get(invoice) ?? []), line]);
  return lines;
}

/** A shop's Approved repair and driver invoices by number, and its corrections that wait for a payment. */
export const findPayable = async (db: Knex, shopId: string): Promise<z.output<typeof Payable>> => {
  const approvedRepairs = db('repair_invoices as r').where({ 'r.shop_id': shopId, 'r.status': 'Approved' });
  const waitingCorrections = db('corrections as c').where('c.shop_id', shopId).whereNull('c.payment_id');
  return {
    repairInvoices: await readRepairs(approvedRepairs.whereNull('r.deleted_at'), db),
    corrections: await readCorrections(waitingCorrections, db),
  };
};
