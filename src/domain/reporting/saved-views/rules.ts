/** The report name under which views of a dashboard list are stored: `list:company-orders`. */
export const listReportViews = (name: string): string => `list:${name}`;

/** Whether views belong to a dashboard list rather than a report. */
export const isOfList = (report: string): boolean => /^list:[\w:-]+$/.test(report);
