import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './shedworks.js';

export type Shedworks = Client<paths>;

/** An error response of the API, with its status and its code for programs. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { msg, code, errors }: components['schemas']['Error']) {
    super([msg, ...errors.map(({ path, msg: problem }) => `${path}: ${problem}`)].join('\n'));
    this.status = status;
    this.code = code;
  }
}

/** A client that signs in with an API key. */
export const connect = (baseUrl: string, key: string): Shedworks =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

/** Returns the data of a call; throws an error response. */
export async function readAnswer<T>(
  call: Promise<{ data?: T; error?: components['schemas']['Error']; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (error) throw new Refused(response.status, error);
  if (data === undefined) throw new Error(`There is no response: ${response.status}`);
  return data;
}

/** A file for a form. The cast is needed because generated types declare files as strings. */
export const asText = (file: Blob): string => file as unknown as string;

/** Sends the body of an upload as a form, for `bodySerializer`. */
export function toForm(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value instanceof Blob) form.append(name, value, 'rows.json');
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}
