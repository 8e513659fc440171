type Filter = Readonly<Record<string, unknown>>;

/**
 * A filter as query parameters of its report, with the view it belongs to: comma-separated lists, `all` for an empty
 * one.
 */
export function formatAddress(filter: Filter, view: string | null): string {
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

/**
 * Whether two filters select the same; a list missing in one of them means no restriction, a missing date means the
 * default.
 */
export function isSameFilter(one: Filter, other: Filter): boolean {
  const [a, b] = [one, other].map((filter) => new URLSearchParams(formatAddress(filter, null)));
  if (!a || !b) return false;
  const names = new Set([...a.keys(), ...b.keys()]);
  if (!a.has('orderDate') || !b.has('orderDate')) names.delete('orderDate');
  return [...names].every((name) => (a.get(name) ?? 'all') === (b.get(name) ?? 'all'));
}
