import { define, type FieldError } from './define.js';

/** Errors of all records. */
export const recordsErrors = {
  'invalid-input': define('invalid', (d: { errors: readonly FieldError[] }) =>
    d.errors.map((e) => (e.path ? `${e.path}: ${e.msg}` : e.msg)).join('; '),
  ),
  'not-found': define('not-found', (d: { what: string }) => `${d.what} not found`),
  'stale-record': define(
    'conflict',
    (d: { what: string; by: string | null; current: unknown }) =>
      `${d.what} was changed${d.by ? ` by ${d.by}` : ''} in the meantime.`,
  ),
  'in-use': define(
    'conflict',
    (d: { what: string; by: readonly string[] }) => `${d.what} cannot be deleted: it is used by ${d.by.join(', ')}.`,
  ),
  'not-receiver': define('forbidden', () => 'Only the side that received a message can mark it as read.'),
  'not-author': define('forbidden', () => 'Only its author or an Office Admin can delete a message.'),
  'sample-remains': define(
    'conflict',
    (d: { names: readonly string[] }) =>
      `Part of the sample catalogue is still here: ${d.names.join(', ')}. Remove it before you add it again.`,
  ),
  'sample-name-taken': define(
    'conflict',
    (d: { what: string }) => `${d.what} already exists. Rename it, and add the sample catalogue again.`,
  ),
  'company-exists': define('conflict', () => 'The company already exists. Change it under Settings.'),
  cancelled: define('conflict', () => 'The request was canceled. Nothing was changed.'),
  'answer-forgotten': define(
    'conflict',
    () => 'This request was already carried out, and its response is no longer available. Nothing was repeated.',
  ),
  'idempotency-key-reused': define('unprocessable', () => 'This Idempotency-Key was already used for another request.'),
} as const;
