import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  number: 'must be a number',
  int: 'must be a whole number',
  string: 'must be text',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  date: 'must be a date',
};
const formats: Readonly<Record<string, string>> = {
  uuid: 'is not a valid ID',
  email: 'is not a valid email address',
  url: 'is not a valid address',
  date: 'must be a date such as 2026-03-02',
  datetime: 'must be a date and time such as 2026-03-02T08:30:00Z',
  time: 'must be a time such as 08:30',
};

/**
 * Describes a problem with an input, for a schema without its own text. The description follows the name of the
 * field.
 */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (kinds[issue.expected] ?? 'is not valid');
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'is required'
        : describeLimit(issue, issue.minimum, 'least');
    case 'too_big':
      return describeLimit(issue, issue.maximum, 'most');
    case 'invalid_format':
      return formats[issue.format] ?? 'is not valid';
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'must be a whole number' : `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'is not valid';
  }
}

interface LimitIssue {
  readonly origin: string;
  readonly inclusive?: boolean;
  readonly exact?: boolean;
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' };

function describeLimit(
  { origin, inclusive = true, exact }: LimitIssue,
  limit: number | bigint,
  end: 'least' | 'most',
): string {
  const amount = `${limit.toLocaleString('en-US')}${units[origin] ?? ''}`;
  if (exact) return `must be exactly ${amount}`;
  if (inclusive) return `must be at ${end} ${amount}`;
  return `must be ${end === 'least' ? 'more' : 'less'} than ${amount}`;
}

// use our texts instead of the library's for all schemas of this process
z.config({ customError: describeIssue });
