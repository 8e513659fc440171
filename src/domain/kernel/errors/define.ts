/** What kind of refusal an error is. Each entry point (HTTP status, exit code) handles every kind. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unprocessable'
  | 'too-many'
  | 'timeout'
  | 'unavailable';

/** One problem with an input: where it is, and a sentence for the person who typed it. */
export interface FieldError {
  readonly path: string;
  readonly msg: string;
}

/** A connection that holds a lock: `since` is when it got it, as far as PostgreSQL knows. */
export interface LockHolder {
  readonly pid: number;
  readonly name: string;
  readonly address: string;
  readonly since: string;
}

/** A refusal: its kind, and its sentence from its details. */
export const define = <D>(kind: ErrorKind, message: (details: D) => string) => ({ kind, message });
