import type { Problem, LookupRefusal } from './kind.js';
import { describeRule } from './rules.js';

/** Describes a problem of a row: `Width "x" must be a number`. */
export const describeReason = ({ column, value, expected, why }: Problem): string =>
  why ?? [column, value === null ? null : `"${value}"`, describeRule(expected)].filter(Boolean).join(' ');

/** Refuses a row for the value of a column, or as a whole if `column` is null. */
export const refuse = (column: string | null, value: string | null, expected: string): LookupRefusal => ({
  problems: [{ column, value, expected }],
});

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Enter|Choose) .*$/, 'filled in'],
  [/^must be (.*)$/, '$1'],
  [/^must not be (.*)$/, 'not $1'],
  [/^must have (.*)$/, 'a value with $1'],
  [/^is not (.*)$/, '$1'],
  [/^is (.*)$/, '$1'],
];

/** The rule of a form check, for `describeRule`: `must not be negative` becomes `not negative`. */
export function getExpected(message: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(message));
  return form ? message.replace(form[0], form[1]) : message;
}
