import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PricingCase } from './case/case.js';
import { priceOrder } from './order.js';
import { parseCase } from './case/validate.js';
import { figuresInDollars } from './wire.js';
import { packageFolder } from '../../package.js';

const cases = JSON.parse(readFileSync(new URL('fixtures/golden-orders.json', packageFolder), 'utf8')) as {
  case: PricingCase;
  figures: Record<string, unknown>;
}[];

describe('P2-P5: the golden orders, calculated in exact fractions by an independent program', () => {
  test('there are 61', () => expect(cases).toHaveLength(61));

  test.each(cases.map((golden, at) => [at, golden] as const))('order %i agrees to the cent', (_, golden) => {
    const figures = figuresInDollars(priceOrder(parseCase(golden.case)));
    expect(differences(golden.figures, figures)).toEqual([]);
    expect(shape(figures)).toEqual(shape(golden.figures));
  });
});

/** The leaves that differ; money to the cent, percents by less than 1e-9. */
function differences(want: unknown, have: unknown, path = ''): string[] {
  if (typeof want === 'number') {
    const close = path.includes('Percent.') ? Math.abs(want - Number(have)) < 1e-9 : want === have;
    return close ? [] : [`${path}: ${String(have)} instead of ${want}`];
  }
  if (typeof want !== 'object' || want === null) return want === have ? [] : [`${path}: not ${String(want)}`];
  const found = have as Record<string, unknown>;
  return Object.entries(want).flatMap(([key, value]) => differences(value, found[key], `${path}.${key}`));
}

/** Every path in order, so that a missing, added or moved field is noticed. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => shape(part, `${path}.${key}`));
}
