const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Enter|Choose) .*$/, 'filled in'],
  [/^must be (.*)$/, '$1'],
  [/^must not be (.*)$/, 'not $1'],
  [/^must have (.*)$/, 'a value with $1'],
  [/^is not (.*)$/, '$1'],
  [/^is (.*)$/, '$1'],
];

/** The message of a form check as the text after `must be`: `must not be negative` becomes `not negative`. */
export function getExpected(message: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(message));
  return form ? message.replace(form[0], form[1]) : message;
}
