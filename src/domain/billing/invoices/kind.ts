import { DomainError } from '../../kernel/errors.js';
import { getConstraint } from '../../kernel/database/errors.js';
import type { DocumentKind } from '../../kernel/records/document.js';
import { InvoiceModel } from './model.js';
import { findInvoice, type StoredInvoice } from './queries.js';
import { Invoice } from './schema.js';

/** The invoice of an order. */
export const invoiceKind: DocumentKind<StoredInvoice, InvoiceModel> = {
  name: () => 'The invoice',
  entity: 'invoice',
  topic: 'invoices',
  model: InvoiceModel,
  find: findInvoice,
  schema: Invoice,
  getShop: ({ shop }) => shop._id,
  trace: ({ invoiceNumber, invoicedDate, status }) => ({ invoiceNumber, invoicedDate, status }),
  refusal: (error, { invoiceNumber = '' }) =>
    getConstraint(error) === 'invoices_number' ? new DomainError('invoice-number-taken', { invoiceNumber }) : error,
};
