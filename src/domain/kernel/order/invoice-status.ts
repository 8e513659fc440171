/** The statuses of an order's invoice, from waiting through denied, adjusted and approved to paid. */
export const invoiceStatuses = ['New', 'Denied', 'Adjusted', 'Approved', 'Paid'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
