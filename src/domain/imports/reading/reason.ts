import type { Problem } from './kind.js';

/** Describes a problem of a row: `Width "x" must be a number`. */
export const describeReason = ({ column, value, expected, why }: Problem): string =>
  why ?? [column, value === null ? null : `"${value}"`, `must be ${expected}`].filter(Boolean).join(' ');
