import { accessErrors } from './errors/access.js';
import { billingErrors } from './errors/billing.js';
import type { ErrorKind, FieldError } from './errors/define.js';
import { importsErrors } from './errors/imports.js';
import { operationsErrors } from './errors/operations.js';
import { ordersErrors } from './errors/orders.js';
import { recordsErrors } from './errors/records.js';
import { reportsErrors } from './errors/reports.js';

export type { ErrorKind, FieldError, LockHolder } from './errors/define.js';

const catalogue = {
  ...accessErrors,
  ...recordsErrors,
  ...ordersErrors,
  ...billingErrors,
  ...importsErrors,
  ...reportsErrors,
  ...operationsErrors,
} as const;

/** Every refusal with its kind and its sentence. */
export { catalogue as errorCatalogue };

type Catalogue = typeof catalogue;
export type ErrorCode = keyof Catalogue;
type Details<C extends ErrorCode> = Parameters<Catalogue[C]['message']>[0];

/** A refusal, with a sentence for the user. The entry point chooses the status or exit code. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  readonly kind: ErrorKind;
  constructor(
    readonly code: C,
    readonly details: Details<C>,
  ) {
    super((catalogue[code].message as (d: Details<C>) => string)(details)); // the entry of this very code
    this.name = 'DomainError';
    this.kind = catalogue[code].kind;
  }
  /** The problems by field; empty if the refusal is not about the input. */
  get errors(): readonly FieldError[] {
    return isRefusal(this, 'invalid-input') ? this.details.errors : [];
  }
}

/** Whether an error is this refusal, whose details are then known. */
export const isRefusal = <C extends ErrorCode>(error: unknown, code: C): error is DomainError<C> =>
  error instanceof DomainError && error.code === code;

/** An input refused for one field. */
export const invalid = (path: string, msg: string) => new DomainError('invalid-input', { errors: [{ path, msg }] });

/** A record that does not exist, or that the actor must not know about. */
export const notFound = (what: string) => new DomainError('not-found', { what });
