import type { ErrorKind } from '../../kernel/errors.js';

/** Mistakes in entered or uploaded input, which the user sees immediately and can correct. */
const INPUT: ReadonlySet<ErrorKind> = new Set(['invalid', 'too-large', 'unprocessable']);

/** Refusals that no rule caused: the user is not known, or the same request may succeed in a moment. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'too-many', 'timeout', 'unavailable']);

/**
 * Whether a refused change belongs in the error log, because a rule or a permission refused it rather than an input
 * mistake.
 */
export const isLogged = ({ kind, code }: { readonly kind: ErrorKind; readonly code: string }): boolean =>
  !INPUT.has(kind) && !PASSING.has(kind) && code !== 'cancelled';
