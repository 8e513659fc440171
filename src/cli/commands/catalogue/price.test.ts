import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { priceFile } from './price.js';
import { packageFolder } from '../../../package.js';

const golden = JSON.parse(readFileSync(new URL('fixtures/golden-orders.json', packageFolder), 'utf8')) as {
  case: { order: object };
  figures: object;
}[];
const [first, second] = golden;
if (!first || !second) throw new Error('no golden orders');

describe('price order', () => {
  test('prices one case, with a byte order mark', () =>
    expect(priceFile(`\uFEFF${JSON.stringify(first.case)}`)).toEqual({
      ...first.figures,
      costUnknown: ['material'],
    }));

  test('prices a list of cases, bare or in "case", in order', () =>
    expect(priceFile(JSON.stringify([first.case, second]))).toEqual([
      { ...first.figures, costUnknown: ['material'] },
      { ...second.figures, costUnknown: [] },
    ]));

  test('accepts an empty list', () => expect(priceFile('[]')).toEqual([]));

  test('names every invalid field of every case', () => {
    const badCase = { ...first.case, order: { ...first.case.order, width: 0 } };
    const errors = [{ path: '[1].order.width' }, { path: '[2]' }];
    expect(() => priceFile(JSON.stringify([first.case, badCase, 5]))).toThrow(
      expect.objectContaining({ errors: errors.map((e) => expect.objectContaining(e)) }),
    );
    expect(() => priceFile(JSON.stringify(badCase))).toThrow('order.width: must be more than 0');
  });

  test('refuses text that is not JSON', () => expect(() => priceFile('{')).toThrow(SyntaxError));
});
