import { errorCatalogue, type ErrorCode, type ErrorKind } from '../../domain/kernel/errors.js';
import { toEntries } from '../../domain/kernel/objects.js';
import { httpStatus } from '../middleware/errors.js';

/** A refusal as the API documents list it. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly status: number;
  /** Its sentence, with `{name}` for each detail. */
  readonly text: string;
}

/** Every refusal, by status and code. */
export const listRefusals = (): Refusal[] =>
  toEntries(errorCatalogue)
    .map(([code, { kind, message }]) => {
      const text = String((message as (details: unknown) => unknown)(blank('details'))); // any field, with spaces
      return { code, status: httpStatus[kind], text: text.replace(/NaN|undefined/g, '{…}') };
    })
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));

/** The meaning of each kind of refusal, under its status. */
export const refusalKinds: Readonly<Record<ErrorKind, readonly [name: string, meaning: string]>> = {
  invalid: ['Invalid', 'The request is not valid. `errors` lists every problem with its field. Nothing was changed.'],
  unauthenticated: ['NotSignedIn', 'The request has no valid session or key.'],
  forbidden: ['Forbidden', 'The user does not have permission.'],
  'not-found': ['NotFound', 'The record does not exist, or the user may not see it.'],
  timeout: ['TooSlow', 'The request took too long to arrive.'],
  conflict: [
    'Conflict',
    'The state of a record does not allow this, or another user changed the record in the meantime. Nothing was changed.',
  ],
  'too-large': ['TooLarge', 'The request is too large.'],
  unprocessable: ['Unprocessable', 'The request was understood but cannot be carried out. Nothing was changed.'],
  'too-many': ['TooMany', 'Too many requests. Try again after `Retry-After` seconds.'],
  unavailable: ['Unavailable', 'The service is briefly unavailable. Try again after `Retry-After` seconds.'],
};

/**
 * A placeholder for any detail of a refusal: as text it is its name in braces, and its fields and results are
 * placeholders too.
 */
function blank(name: string): unknown {
  const get = (_: object, key: string | symbol): unknown => {
    if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? NaN : `{${name}}`);
    if (typeof key === 'symbol') return undefined;
    return RESULTS.has(key) ? () => blank(name) : blank(key);
  };
  return new Proxy(() => undefined, { get });
}

/** Methods that return the same placeholder. */
const RESULTS: ReadonlySet<string> = new Set(['join', 'map', 'slice', 'toLocaleString', 'toString', 'filter']);
