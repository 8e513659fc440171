import type { Permission } from '../access/permissions.js';

export const invoiceStatuses = ['New', 'Denied', 'Adjusted', 'Approved', 'Paid'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Where an invoice may go and who may send it there; Paid comes and goes with a payment. The dashboard shows the same table's buttons. */
export const invoiceTransitions: Readonly<Record<InvoiceStatus, Readonly<Partial<Record<InvoiceStatus, Permission>>>>> =
  {
    New: { Approved: 'invoices.decide', Denied: 'invoices.decide' },
    Adjusted: { Approved: 'invoices.decide', Denied: 'invoices.decide' },
    Approved: { New: 'invoices.decide' },
    Denied: { Adjusted: 'invoices.adjust' },
    Paid: {},
  };

const statusMessages = {
  New: 'This Invoice has been changed to New.',
  Denied: 'This Invoice has been Denied.',
  Adjusted: 'This Invoice has been Adjusted.',
  Approved: 'This Invoice has been Approved.',
  Paid: 'This Invoice has been Paid.',
} as const satisfies Record<InvoiceStatus, string>;

/** What the invoice itself says about a status change. */
export const statusMessage = (to: InvoiceStatus): string => statusMessages[to];

/** What it takes to delete an invoice in a status; null while it cannot be deleted at all. */
export const deletingNeeds: Readonly<Record<InvoiceStatus, Permission | null>> = {
  New: 'invoices.delete',
  Denied: 'invoices.delete',
  Adjusted: 'invoices.delete',
  Approved: 'invoices.delete-approved',
  Paid: null,
};

/** The number a new invoice gets unless another is typed: the last part of the serial number between dashes. */
export const defaultInvoiceNumber = (serialNumber: string): string =>
  serialNumber
    .split('-')
    .map((part) => part.trim())
    .filter(Boolean)
    .at(-1) ?? serialNumber;
