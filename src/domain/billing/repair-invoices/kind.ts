import { formatCents, toDollars } from '../../kernel/cents.js';
import { DomainError } from '../../kernel/errors.js';
import { getConstraint } from '../../kernel/database/errors.js';
import type { DocumentKind } from '../../kernel/records/document.js';
import { formatDay } from '../../kernel/time.js';
import { RepairInvoiceModel } from './model.js';
import { findRepair } from './queries.js';
import { type RepairDetail, RepairInvoice } from './schema.js';

/** The repair or driver invoice document. Its history uses API field names and dollars. */
export const repairKind: DocumentKind<RepairDetail, RepairInvoiceModel> = {
  name: () => 'The invoice',
  entity: 'repair-invoice',
  topic: 'repairs',
  model: RepairInvoiceModel,
  find: ({ db, actor }, id) => findRepair(db, actor, id),
  schema: RepairInvoice,
  getShop: ({ shop }) => shop._id,
  trace: (invoice) => ({
    invoiceNumber: invoice.invoiceNumber,
    invoicedDate: invoice.invoicedDate,
    type: invoice.type,
    billTo: invoice.billTo,
    status: invoice.status,
    ...(invoice.paid
      ? { paid: [formatDay(invoice.paid.date), invoice.paid.method, invoice.paid.reference].join(' ').trim() }
      : {}),
    items: invoice.items.map(describeLine),
    invoiceTotal: toDollars(invoice.invoiceTotal),
    standardInvoiceTotal: toDollars(invoice.standardInvoiceTotal),
  }),
  refusal: (error, { invoiceNumber = '' }) =>
    getConstraint(error) === 'repair_invoices_number'
      ? new DomainError('invoice-number-taken', { invoiceNumber })
      : error,
};

/** Describes a line: `2 × Block at $12.50`; a free line as `Discount -$5.00 (late)`. */
const describeLine = ({ item, reason, quantity, rate }: RepairDetail['items'][number]): string =>
  reason === null
    ? `${quantity} × ${item.name} at ${formatCents(rate)}`
    : `${item.name} ${formatCents(rate)} (${reason})`;
