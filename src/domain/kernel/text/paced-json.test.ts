import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pace } from '../pace.js';
import { parsePaced } from './paced-json.js';
import { limit } from '../../testing/patience.js';
import { NotUtf8, utf8Pieces, utf8Text } from './utf8-text.js';

const parse = (text: string) => parsePaced([text], new Pace(undefined), () => undefined);
/** The result of a reader for a text: its value, or its refusal. */
const outcome = async (read: () => unknown): Promise<unknown> => {
  try {
    return { value: await read() };
  } catch (error) {
    return (error as Error).name;
  }
};

test('equals JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 7 }), fc.constantFrom(0, 1, 3), async (value, blanks) => {
      const text = JSON.stringify(value, null, blanks);
      expect(await parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['objects in a list', `[${'{},'.repeat(4_000_000)}{}]`],
  ['lists in lists in a list', `[${`[${'[],'.repeat(4000)}[]],`.repeat(600)}0]`],
])('refuses more values than memory allows: %s', { timeout: limit(60_000) }, async (_, text) => {
  await expect(parse(text)).rejects.toThrow('has more than 4,000,000 values; split it into smaller parts');
});

test.each([
  ['lists', 10_000, `[[${'[],'.repeat(10_000)}[]]]`],
  ['lists in lists', 10_000, `[${'['.repeat(10_002)}${']'.repeat(10_002)}]`],
  ['names', 10_000, `{"rows":[{${'"a":1,'.repeat(10_001)}"a":1}]}`],
  ['names of an object around rows', 50_000, `{${'"a":[],'.repeat(50_000)}"a":[]}`],
])('refuses a row with more values than are parsed in one go: %s', async (_, most, text) => {
  const message = `has a row or value with more than ${most.toLocaleString('en-US')} values in it`;
  await expect(parse(text)).rejects.toThrow(message);
});

test('reads rows that are as long and as wide as allowed', async () => {
  const row = `{${'"a":1,'.repeat(9999)}"a":"${'x'.repeat(900_000)}"}`;
  expect(await parse(`[${row},${row}]`)).toHaveLength(2);
});

test('refuses what JSON.parse refuses', async () => {
  const brokenBytes = fc
    .tuple(
      fc.json({ maxDepth: 5 }),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ',', ':', ']', '}', '"', '\\', 'x', ' ', '1'),
    )
    .map(([text, at, length, inserted]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + inserted + text.slice(from + length);
    });
  await fc.assert(
    fc.asyncProperty(brokenBytes, async (text) => {
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
])('%j is read or refused like by JSON.parse', async (text) => {
  expect(await outcome(() => parse(text))).toEqual(await outcome(() => JSON.parse(text) as unknown));
});

test('reports each row of a list, wherever the list is', async () => {
  for (const text of ['[{"a":[1]},2]', '{"orders":[{"a":[1]},2]}', '{"n":{"orders":[{"a":[1]},2]}}']) {
    const rows: unknown[] = [];
    await parsePaced([text], new Pace(undefined), (value) => rows.push(value));
    expect(rows.filter((row) => typeof row !== 'string')).toEqual([{ a: [1] }, 2]);
  }
});

/** Bytes cut into pieces at some positions; a repeated position yields an empty piece. */
const cutAt = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.map((end, n) => bytes.subarray(places[n - 1] ?? 0, end));
};
const read = (pieces: Iterable<Uint8Array>) => parsePaced(utf8Pieces(pieces), new Pace(undefined), () => undefined);
/** The value read, or the message of the refusal. */
const readNotices = async (reading: () => unknown): Promise<unknown> => {
  try {
    return { value: await reading() };
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};
const whole = (bytes: Uint8Array) => parse(utf8Text(bytes));

describe('cut into pieces at any byte', () => {
  const anyCuts = fc.array(fc.nat(), { maxLength: 30 });
  const anyText = fc.string({ unit: 'binary' });
  const anyJson = fc.jsonValue({ maxDepth: 7, stringUnit: 'binary' });

  test('JSON equals the result of JSON.parse', async () => {
    const rows = fc.oneof(
      fc.array(anyJson),
      fc.array(anyJson).map((orders) => ({ orders })),
      fc.record({ [`"\\[`]: anyJson, n: fc.record({ rows: fc.array(anyJson) }) }),
      anyJson,
    );
    const mark = fc.constantFrom('', '\uFEFF');
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(0, 1, 3), mark, anyCuts, async (value, blanks, bom, cuts) => {
        const text = JSON.stringify(value, null, blanks);
        expect(await read(cutAt(Buffer.from(bom + text), cuts))).toEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('broken JSON is refused with the same message as the whole, even byte by byte', async () => {
    const bytes = fc
      .tuple(
        fc.oneof(
          fc.json({ maxDepth: 4 }),
          anyText,
          anyJson.map((value) => JSON.stringify([value, value], null, 1)),
        ),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', ':', ']', '}', '"', '\\', 'x', '\n', '1', '\xff', '\xc3', '\xf0\x9f', '\0'),
      )
      .map(([text, at, length, inserted]) => {
        const all = Buffer.from(text);
        const from = at % (all.length + 1);
        return Buffer.concat([all.subarray(0, from), Buffer.from(inserted, 'latin1'), all.subarray(from + length)]);
      });
    await fc.assert(
      fc.asyncProperty(bytes, anyCuts, async (all, cuts) => {
        const expected = await readNotices(() => whole(all));
        expect(await readNotices(() => read(cutAt(all, cuts)))).toEqual(expected);
        expect(await readNotices(() => read(Array.from(all, (byte) => Uint8Array.of(byte))))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('a broken row is refused because of a later byte that is not UTF-8, like the whole text', async () => {
    const bytes = Buffer.from('[1,,2,\n"\xff"]', 'latin1');
    await expect(read(cutAt(bytes, [3, 4]))).rejects.toThrow(new NotUtf8(2));
  });

  test.each([
    ['truncated', '[{"a":1},{"b"', 'unexpected end at line 1, column 14'],
    ['followed by rubbish', `[${'{},'.repeat(400_000)}\n{}]\n\n x`, 'unexpected "x" at line 4, column 2'],
    ['nested 9,000 deep', '['.repeat(9000), 'unexpected end at line 1, column 9001'],
    ['an array in an array', `[${'['.repeat(9000)}${']'.repeat(9000)}}`, 'unexpected "}" at line 1, column 18002'],
    ['blanks alone', ' '.repeat(1_000_000), 'unexpected end at line 1, column 1000001'],
    ['a text without an end', `["${'\\'.repeat(999_999)}"]`, 'unexpected end at line 1, column 1000004'],
    ['a name that is not text', '{"orders":[1],2:3}', 'unexpected "2" at line 1, column 15'],
    ['a row of 2 MB', `["${'x'.repeat(2 * 1024 * 1024)}"]`, 'has a row or value of more than 1 MB'],
    ['a row of 40 MB without an end', `["${'x'.repeat(40 * 1024 * 1024)}`, 'has a row or value of more than 1 MB'],
  ])('%s is refused', async (_, text, sentence) => {
    await expect(read([Buffer.from(text)])).rejects.toThrow(sentence);
  });

  test('duplicate names, names of objects, long texts and rows are read like by JSON.parse', async () => {
    const text = JSON.stringify([{ long: 'ä😀'.repeat(300_000) }, 1]);
    const twice = '{"orders":[1],"orders":[{"a":1,"a":2,"__proto__":{"x":1}}],"__proto__":[2],"constructor":3}';
    for (const one of [text, twice]) {
      const value = await read([Buffer.from(one)]);
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(one)));
      expect(Object.getPrototypeOf(value)).toBe(Object.getPrototypeOf(JSON.parse(one)));
    }
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('rows are parsed before the rest has arrived', async () => {
    const values: unknown[] = [];
    function* pieces() {
      for (const piece of ['[{"a":1},', '{"a"', ':2},{', '"a":3', '}]']) {
        yield Buffer.from(piece);
        values.push(piece.length);
      }
    }
    await parsePaced(utf8Pieces(pieces()), new Pace(undefined), (row) => values.push(row));
    expect(values).toEqual([{ a: 1 }, 9, 4, { a: 2 }, 5, 5, 2, { a: 3 }]);
  });
});
