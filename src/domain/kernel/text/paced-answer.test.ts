import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { encodePaced, jsonTextPaced } from './paced-answer.js';

const many = (rows: readonly unknown[]): unknown[] => Array.from({ length: 1500 }, (_, n) => rows[n % rows.length]);

test('an answer with pauses equals one without', async () => {
  const Cents = z.codec(z.number(), z.int(), { decode: (n) => Math.round(n * 100), encode: (n) => n / 100 });
  const schema = z.object({
    msg: z.string(),
    rows: z.array(z.object({ price: Cents.nullable() })),
    few: z.array(z.int()),
  });
  const rows = many([{ price: 1250, secret: 'x' }, { price: null }]) as { price: number | null }[];
  const answer = { msg: 'done', rows, few: [1], secret: 'y' };
  expect(await encodePaced(schema, answer)).toEqual(z.encode(schema, answer));
  expect(JSON.stringify(await encodePaced(schema, answer))).not.toContain('secret');
  await expect(encodePaced(schema, { ...answer, rows: many([{ price: 'no' }]) })).rejects.toThrow();
});

test('its text equals JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.array(fc.anything(), { minLength: 1 }), async (one, rows) => {
      for (const answer of [one, many(rows), { one, rows: many(rows), end: undefined }, null]) {
        const whole = getText(answer);
        if (whole !== 'none') expect(await jsonTextPaced(answer)).toBe(whole);
      }
    }),
    { numRuns: 30 },
  );
});

/** T values without JSON, such as a circular reference or a BigInt, are refused */
function getText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return 'none';
  }
}

test('other work runs in the meantime', async () => {
  let turns = 0;
  let isDone = false;
  const otherTurns = (async () => {
    for (; !isDone; turns++) await nextTurn();
  })();
  const rows = Array.from({ length: 200_000 }, (_, n) => ({ index: n, reason: 'the row is not an object' }));
  await jsonTextPaced(rows);
  isDone = true;
  await otherTurns;
  expect(turns).toBeGreaterThan(3);
});
