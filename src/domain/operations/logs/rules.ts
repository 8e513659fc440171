import type { ErrorKind } from '../../kernel/errors.js';

/** Mistakes in typed or uploaded input: the user sees the error immediately and can correct it. */
const INPUT: ReadonlySet<ErrorKind> = new Set(['invalid', 'too-large', 'unprocessable']);

/** Refusals that no rule caused: the user is not known, or the same request may succeed in a moment. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'too-many', 'timeout', 'unavailable']);

/**
 * Whether a refused change belongs in the error log: it was refused by a rule or a permission, not for an input
 * mistake.
 */
export const isLogged = ({ kind, code }: { readonly kind: ErrorKind; readonly code: string }): boolean =>
  !INPUT.has(kind) && !PASSING.has(kind) && code !== 'cancelled';
