import type { Output } from '../../lib/server/api.js';

/** A line of an invoice list; a shop's has no company figures. */
export type InvoiceRow = Output<'GET /api/invoice/status/:status'>['items'][number];
export type Invoice = Output<'GET /api/invoice/findbyid/:id'>;

/** What is said of an invoice before something is done to it: `Invoice 1042 of North Shop, $5,120.00`. */
export type ActedOn = Pick<InvoiceRow, '_id' | 'invoiceNumber' | 'status' | 'revision' | 'shop' | 'wasApproved'> & {
  readonly order: { readonly grandTotal: { readonly shop: number } };
};
