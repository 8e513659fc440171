/** The relative ranges, in the company's time zone; weeks start on Monday. */
export const rangeNames = [
  'today',
  'yesterday',
  'last-31-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'previous-month',
  'this-quarter',
  'previous-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'previous-year',
  'invoice-window',
] as const;
export type ReportRange = (typeof rangeNames)[number];

/** The label of each range; `last` and `previous` mean the same. */
export const rangeLabels: Readonly<Record<ReportRange, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-31-days': 'Last 31 days',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'previous-month': 'Last month',
  'this-quarter': 'This quarter',
  'previous-quarter': 'Last quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
  'last-year': 'Last year',
  'previous-year': 'Last year',
  'invoice-window': 'Invoice window',
};

/** The order dates a range can apply to. */
export const orderDates = ['dateOrdered', 'dateFinished', 'invoicedDate'] as const;
export type OrderDate = (typeof orderDates)[number];

export const orderDateLabels: Readonly<Record<OrderDate, string>> = {
  dateOrdered: 'Date Ordered',
  dateFinished: 'Date Finished',
  invoicedDate: 'Invoiced Date',
};

export const reportOrderTypes = ['Customer', 'Inventory'] as const;
export type ReportOrderType = (typeof reportOrderTypes)[number];

/** The statuses that the invoice report selects by default. */
export const reportedInvoiceStatuses = ['New', 'Approved', 'Adjusted'] as const;

/** The file formats of a report. */
export const reportFormats = ['xlsx', 'csv', 'pdf', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The most rows of a report as PDF. */
export const MOST_PDF_ROWS = 2000;

/** The most rows of a report returned as JSON. */
export const MOST_JSON_ROWS = 100_000;
