import { formatReportQuery } from '../../../../domain/reporting/saved-views/rules.js';

type Filter = Readonly<Record<string, unknown>>;

/**
 * Whether two filters select the same; a list missing in one of them means no restriction, a missing date means the
 * default.
 */
export function isSameFilter(one: Filter, other: Filter): boolean {
  const [a, b] = [one, other].map((filter) => new URLSearchParams(formatReportQuery(filter, null)));
  if (!a || !b) return false;
  const names = new Set([...a.keys(), ...b.keys()]);
  if (!a.has('orderDate') || !b.has('orderDate')) names.delete('orderDate');
  return [...names].every((name) => (a.get(name) ?? 'all') === (b.get(name) ?? 'all'));
}
