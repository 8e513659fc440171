import { expect, test } from 'vitest';
import type { z } from 'zod';
import { JsonFields, JsonValue } from './json-fields.js';

const problems = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test('a JSON value has finite numbers, and at most as many characters as allowed', () => {
  const value = { list: [1, 'two', null, true, { deep: [[]] }] };
  expect(JsonValue(100).parse(value)).toEqual(value);
  expect(JsonValue(3).parse('x')).toBe('x');
  expect(problems(JsonValue(3), 'xx')).toMatchObject([{ message: 'is too long' }]);
  for (const none of [Infinity, [NaN], { a: undefined }, undefined, 1n, [() => 1]])
    expect(problems(JsonValue(100), none)).toMatchObject([{ message: 'must be a JSON value' }]);
});

test('however many elements are wrong, there is one problem', () => {
  const numbers = Array<number>(100_000).fill(Infinity);
  expect(problems(JsonValue(1_000_000), { numbers })).toHaveLength(1);
  expect(problems(JsonFields(1_000_000), { numbers })).toHaveLength(1);
});

test('fields are an object, not a list', () => {
  expect(JsonFields(100).parse({ a: [1] })).toEqual({ a: [1] });
  for (const none of [[], 'x', null]) expect(problems(JsonFields(100), none)).toHaveLength(1);
});
