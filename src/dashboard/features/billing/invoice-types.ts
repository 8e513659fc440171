import type { Output } from '../../lib/server/api.js';

/** A row of an invoice list; a shop's has no company figures. */
export type InvoiceRow = Output<'GET /api/invoice/status/:status'>['items'][number];
export type Invoice = Output<'GET /api/invoice/findbyid/:id'>;

/** Describes an invoice before an action: `Invoice 1042 of North Shop, $5,120.00`. */
export type ActedOn = Pick<InvoiceRow, '_id' | 'invoiceNumber' | 'status' | 'revision' | 'shop' | 'wasApproved'> & {
  readonly order: { readonly grandTotal: { readonly shop: number } };
};
