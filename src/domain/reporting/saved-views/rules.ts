/** What views of a list of the dashboard are of, in the place of a report: `list:company-orders`. */
export const listViewsOf = (name: string): string => `list:${name}`;

/** Whether views are of a list of the dashboard, not of a report. */
export const isOfList = (report: string): boolean => /^list:[\w:-]+$/.test(report);
