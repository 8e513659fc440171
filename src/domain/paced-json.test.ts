import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pace } from './pace.js';
import { parsePaced } from './paced-json.js';
import { limit } from './testing/patience.js';

const parse = (text: string) => parsePaced(text, new Pace(undefined), () => undefined);
/** What a reader makes of a text: its value, or that it refuses it. */
const outcome = async (read: () => unknown): Promise<unknown> => {
  try {
    return { value: await read() };
  } catch (error) {
    return (error as Error).name;
  }
};

test('gives what JSON.parse gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 7 }), fc.constantFrom(0, 1, 3), async (value, blanks) => {
      const text = JSON.stringify(value, null, blanks);
      expect(await parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['objects in a list', `[${'{},'.repeat(4_000_000)}{}]`],
  ['lists in a list in a list', `[[${'[],'.repeat(4_000_000)}[]]]`],
  ['members of one name', `{${'"a":1,'.repeat(4_000_000)}"a":1}`],
])('refuses more values than there is memory for: %s', { timeout: limit(60_000) }, async (_, text) => {
  await expect(parse(text)).rejects.toThrow('holds more than 4,000,000 values: split it into smaller files');
});

test('refuses what JSON.parse refuses', async () => {
  const broken = fc
    .tuple(
      fc.json({ maxDepth: 5 }),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ',', ':', ']', '}', '"', '\\', 'x', ' ', '1'),
    )
    .map(([text, at, length, put]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + put + text.slice(from + length);
    });
  await fc.assert(
    fc.asyncProperty(broken, async (text) => {
      expect(await outcome(() => parse(text))).toEqual(await outcome(() => JSON.parse(text) as unknown));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '',
  ' ',
  '[1,]',
  '[,1]',
  '{"a":1,}',
  '{a:1}',
  '[1 2]',
  '[1}',
  '{"a":[}]}',
  '"open',
  '["\\\\\\"',
  '[1]]',
  '\u00a0[]',
  'NaN',
  '[01]',
  '["a\nb"]',
  '{"a":1,"a":[2]}',
  '{"__proto__":{"x":1},"orders":[{"__proto__":1}]}',
  '[["\\\\"],"\\\\\\"",{}]',
  '\r\n\t [ ] ',
])('%j is read, or refused, as JSON.parse does', async (text) => {
  expect(await outcome(() => parse(text))).toEqual(await outcome(() => JSON.parse(text) as unknown));
});

test('shows each row of a list, wherever the list is', async () => {
  for (const text of ['[{"a":[1]},2]', '{"orders":[{"a":[1]},2]}', '{"n":{"orders":[{"a":[1]},2]}}']) {
    const rows: unknown[] = [];
    await parsePaced(text, new Pace(undefined), (value) => rows.push(value));
    expect(rows.filter((row) => typeof row !== 'string')).toEqual([{ a: [1] }, 2]);
  }
});
