import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './input-texts.js';

const sentence = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required'],
  [z.string().min(1), '', 'is required'],
  [z.string().min(3), 'ab', 'must be at least 3 characters'],
  [z.string().max(2), 'abc', 'must be at most 2 characters'],
  [z.string(), 4, 'must be text'],
  [z.coerce.number(), 'abc', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().max(500), 1000, 'must be at most 500'],
  [z.number().lt(10_000), 10_000, 'must be less than 10,000'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.array(z.string()).min(2), ['a'], 'must be at least 2 entries'],
  [z.object({}), [], 'must be an object'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'must be a'],
  [z.uuid(), 'x', 'is not a valid ID'],
  [z.email(), 'x', 'is not a valid email address'],
  [z.iso.date(), 'x', 'must be a date such as 2026-03-02'],
  [z.iso.datetime(), 'x', 'must be a date and time such as 2026-03-02T08:30:00Z'],
  [z.string().regex(/a/), 'x', 'is not valid'],
  [z.strictObject({}), { a: 1, b: 2 }, 'has unknown fields: a, b'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.union([z.string(), z.number()]), true, 'is not valid'],
])("%# a problem is described by our text rather than the library's: %s", (schema, value, expected) => {
  expect(sentence(schema, value)).toBe(expected);
});

test("a schema's own text takes precedence", () => {
  expect(sentence(z.string('Enter a name'), 4)).toBe('Enter a name');
  expect(describeIssue({ code: 'custom', input: 1 })).toBe('is not valid');
});
