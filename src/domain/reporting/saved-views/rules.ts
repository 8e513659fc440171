/** The report name under which views of a dashboard list are stored: `list:company-orders`. */
export const listReportViews = (name: string): string => `list:${name}`;

/** Whether views belong to a dashboard list rather than a report. */
export const isOfList = (report: string): boolean => /^list:[\w:-]+$/.test(report);

type Filter = Readonly<Record<string, unknown>>;

/**
 * A filter as query parameters of its report, with the view it belongs to: comma-separated lists, `all` for an empty
 * one.
 */
export function formatReportQuery(filter: Filter, view: string | null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) setParameter(query, name, value);
  if (view !== null) query.set('view', view);
  query.sort();
  return query.toString();
}

function setParameter(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (name === 'dates' && Array.isArray(value)) {
    query.set('from', String(value[0]));
    query.set('to', String(value[1]));
  } else if (Array.isArray(value)) query.set(name, value.join(',') || 'all');
  else if (typeof value === 'object') for (const [key, one] of Object.entries(value)) setParameter(query, key, one);
  else query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
}
