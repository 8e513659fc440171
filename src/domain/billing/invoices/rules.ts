import { can, type Holder, type Permission } from '../../kernel/rights/permissions.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';

/**
 * The allowed status changes of an invoice and the permission for each; only a payment sets or removes Paid. The
 * dashboard's buttons follow the same table.
 */
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

/** The message added to an invoice when its status changes. */
export const statusMessage = (to: InvoiceStatus): string => statusMessages[to];

const correctable: ReadonlySet<InvoiceStatus> = new Set(['New', 'Denied', 'Adjusted']);
/** Whether the invoiced amounts can still be corrected: the invoice is neither Approved nor Paid. */
export const isCorrectable = (status: InvoiceStatus): boolean => correctable.has(status);

/** What determines whether an invoice can be deleted; `wasApproved` remains true after it is reopened. */
interface DeletionFacts {
  readonly status: InvoiceStatus;
  readonly wasApproved: boolean;
}

/** The permission needed to delete an invoice; null while it cannot be deleted. */
export function deletingPermission({
  status,
  wasApproved,
}: DeletionFacts): 'invoices.delete' | 'invoices.delete-approved' | null {
  if (status === 'Paid') return null;
  return wasApproved || status === 'Approved' ? 'invoices.delete-approved' : 'invoices.delete';
}

/** Why a user cannot change an invoice's number and date in this status, as the end of a sentence; null if they can. */
export function explainHeadLock(user: Holder, status: InvoiceStatus): string | null {
  if (!can(user, 'invoices.update')) return 'only the office and the shop can change it';
  if (status === 'Approved') return 'reopen it first';
  if (status === 'Paid') return 'paid invoices are final';
  const isOpen = !isShopRole(user.role) || status === 'New' || status === 'Denied';
  return isOpen ? null : 'the office is reviewing the adjustment';
}

/** The default number of a new invoice: the last dash-separated part of the serial number. */
export const defaultInvoiceNumber = (serialNumber: string): string =>
  serialNumber
    .split('-')
    .map((part) => part.trim())
    .filter(Boolean)
    .at(-1) ?? serialNumber;
