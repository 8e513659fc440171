/** The statuses of an order's invoice: while it waits, is denied or adjusted, is approved, and is paid. */
export const invoiceStatuses = ['New', 'Denied', 'Adjusted', 'Approved', 'Paid'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
