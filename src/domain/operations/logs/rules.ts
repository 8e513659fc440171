import type { ErrorKind } from '../../kernel/errors.js';

/** Mistakes in what was typed or uploaded: who made one reads it on the spot, and mends it. */
const INPUT: ReadonlySet<ErrorKind> = new Set(['invalid', 'too-large', 'unprocessable']);

/** Not refused by a rule: nobody is known to have asked, or the same may be asked again in a moment. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'too-many', 'timeout', 'unavailable']);

/** Whether a refused change belongs in the error log: one that a rule or a right refused, not a mistake in the input. */
export const isLogged = ({ kind, code }: { readonly kind: ErrorKind; readonly code: string }): boolean =>
  !INPUT.has(kind) && !PASSING.has(kind) && code !== 'cancelled';
