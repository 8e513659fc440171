import { isObject } from '../../../domain/kernel/objects.js';
/** A request: method, address and, for POST and PUT, a body. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Record<string, unknown> | null;
  /** The record that the request deletes. */
  readonly deletes: string | null;
}

/**
 * Turns a route key such as `GET /api/orders/:id` and its input into a request: path parameters are filled in, the rest
 * goes into the query (GET, DELETE) or the body. Throws if a path parameter is missing.
 */
export function toRequest(key: string, input: unknown = {}): ApiRequest {
  const [method = '', route = ''] = key.split(' ');
  const values = isObject(input) ? input : {};
  const rest: Record<string, unknown> = { ...values };
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined || value === null || value === '') throw new Error(`${key} needs ${name}`);
    return encodeURIComponent(formatText(value));
  });
  if (method !== 'GET' && method !== 'DELETE') return { method, url: path, body: rest, deletes: null };
  const query = toQuery(rest);
  const { id } = values;
  const deletes = method === 'DELETE' && typeof id === 'string' ? id : null;
  return { method, url: query ? `${path}?${query}` : path, body: null, deletes };
}

/** Whether a value can be part of an address: a text, a number or a boolean. */
const formatText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function toQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '') query.append(name, formatText(one));
    }
  }
  return query.toString();
}

/** The file name in a `Content-Disposition` header; null without one. */
export function getFileName(header: string | null): string | null {
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encodedName) return decodeURIComponent(encodedName);
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1] ?? null;
}
