import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault, parseJson } from './json-fault.js';
import { Pace } from '../pace.js';
import { parsePaced } from './paced-json.js';

test.each([
  ['{"orders": [', 'unexpected end at line 1, column 13'],
  ['{\n  "orders": [\n    {"a": 1},\n  ]\n}', 'unexpected "]" at line 4, column 3'],
  ['[1,\n2\n3]', 'unexpected "3" at line 3, column 1'],
  ['{"a":1,\r\n b: 2}', 'unexpected "b" at line 2, column 2'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
  ['{"a":1,}', 'unexpected "}" at line 1, column 8'],
  ['["a\nb"]', 'unexpected "\\n" at line 1, column 4'],
  ['["a\\x"]', 'unexpected "\\\\" at line 1, column 4'],
  ['[01]', 'unexpected "1" at line 1, column 3'],
  ['[nul]', 'unexpected "n" at line 1, column 2'],
  ['[1]]', 'unexpected "]" at line 1, column 4'],
  ['[1}', 'unexpected "}" at line 1, column 3'],
  ['["😀", 😀]', 'unexpected "😀" at line 1, column 8'],
  ['', 'unexpected end at line 1, column 1'],
])('%j: %s', async (text, message) => {
  expect(() => parseJson(text)).toThrow(message);
  await expect(parsePaced([text], new Pace(undefined), () => undefined)).rejects.toThrow(message);
});

const brokenTexts = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', ',', ':', ']', '}', '"', '\\', 'x', '\n', '1', '-'),
  )
  .map(([text, at, length, inserted]) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + inserted + text.slice(from + length);
  });

test('the part before the position can be completed to JSON, the part up to it cannot', () => {
  fc.assert(
    fc.property(brokenTexts, (text) => {
      try {
        JSON.parse(text);
      } catch {
        const [, line = 0, column = 0] = /line (\d+), column (\d+)$/.exec(jsonFault(text).message)?.map(Number) ?? [];
        const lines = text.split('\n');
        const at = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
        expect(at).toBeLessThanOrEqual(text.length);
        if (at < text.length) expect(() => JSON.parse(text.slice(0, at + 1))).toThrow();
        // the same position is found, whatever follows
        if (at < text.length) expect(jsonFault(`${text.slice(0, at + 1)} `).message).toBe(jsonFault(text).message);
      }
    }),
    { numRuns: 1000 },
  );
});

test('both JSON readers report the same position', async () => {
  await fc.assert(
    fc.asyncProperty(brokenTexts, async (text) => {
      const whole = await Promise.resolve()
        .then(() => parseJson(text))
        .catch((error: unknown) => (error as Error).message);
      const result = await parsePaced([text], new Pace(undefined), () => undefined).catch(
        (error: unknown) => (error as Error).message,
      );
      expect(result).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});

test('half a million nested lists do not crash the reader', () => {
  expect(() => parseJson('['.repeat(500_000))).toThrow('unexpected end at line 1, column 500001');
});
