import { getParams } from './references.js';

/** Distributes input fields to where a call takes them: the path, the query of a GET or DELETE, or a JSON body. */
export function toRequest(
  key: string,
  values: Readonly<Record<string, unknown>>,
): { method: string; path: string; body?: unknown } {
  const [method = '', pattern = ''] = key.split(' ');
  const params = getParams(pattern);
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(formatText(values[name])));
  const rest = Object.entries(values).filter(([name, value]) => !params.includes(name) && value !== undefined);
  if (method !== 'GET' && method !== 'DELETE') return { method, path, body: Object.fromEntries(rest) };
  const query = new URLSearchParams(rest.map(([name, value]) => [name, formatText(value)])).toString();
  return { method, path: query ? `${path}?${query}` : path };
}

const formatText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
