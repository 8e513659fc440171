/** The kind of a refusal. Each entry point maps every kind to a status or an exit code. */
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

/** One problem with an input: its path, and a sentence for the user who entered it. */
export interface FieldError {
  readonly path: string;
  readonly msg: string;
}

/** A connection that holds a lock, and since when, as far as PostgreSQL knows. */
export interface LockHolder {
  readonly pid: number;
  readonly name: string;
  readonly address: string;
  readonly since: string;
}

/** A refusal: its kind, and a function from its details to its sentence. */
export const define = <D>(kind: ErrorKind, message: (details: D) => string) => ({ kind, message });
