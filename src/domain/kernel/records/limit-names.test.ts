import { expect, test } from 'vitest';
import { z } from 'zod';
import { limitNames } from './limit-names.js';

const problems = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test('a record with too many names is refused before its values are read', () => {
  const choices = limitNames(z.record(z.string(), z.enum(['skip', 'keep'])), 2);
  expect(choices.parse({ a: 'skip', b: 'keep' })).toEqual({ a: 'skip', b: 'keep' });
  expect(problems(choices, { a: 1, b: 2 })).toHaveLength(2);
  expect(problems(choices, { a: 1, b: 2, c: 3 })).toMatchObject([{ message: 'must have at most 2 fields' }]);
  expect(problems(choices, [])).toHaveLength(1);
});
