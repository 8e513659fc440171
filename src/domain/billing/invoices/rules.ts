import { can, type Holder, type Permission } from '../../kernel/rights/permissions.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';

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

const correctable: ReadonlySet<InvoiceStatus> = new Set(['New', 'Denied', 'Adjusted']);
/** Whether what an invoice bills can still be corrected: it is neither Approved nor Paid. */
export const isCorrectable = (status: InvoiceStatus): boolean => correctable.has(status);

/** What decides whether an invoice can be deleted: one that ever was Approved stays one that was. */
interface Deletable {
  readonly status: InvoiceStatus;
  readonly wasApproved: boolean;
}

/** What it takes to delete an invoice; null while it cannot be deleted at all. */
export function deletingPermission({ status, wasApproved }: Deletable): Permission | null {
  if (status === 'Paid') return null;
  return wasApproved || status === 'Approved' ? 'invoices.delete-approved' : 'invoices.delete';
}

/** Why a user cannot change number and date of an invoice in a status, as the end of a sentence; null where they can. */
export function whyHeadLocked(user: Holder, status: InvoiceStatus): string | null {
  if (!can(user, 'invoices.update')) return 'only the office and the shop can change it';
  if (status === 'Approved') return 'reopen it first';
  if (status === 'Paid') return 'paid invoices are final';
  const isOpen = !isShopRole(user.role) || status === 'New' || status === 'Denied';
  return isOpen ? null : 'the office is reviewing the adjustment';
}

/** The number a new invoice gets unless another is typed: the last part of the serial number between dashes. */
export const defaultInvoiceNumber = (serialNumber: string): string =>
  serialNumber
    .split('-')
    .map((part) => part.trim())
    .filter(Boolean)
    .at(-1) ?? serialNumber;
