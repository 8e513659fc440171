import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatCents, formatFraction } from '../../kernel/cents.js';
import type { PricingCase } from '../case/case.js';
import { explain, type Explanation } from './explain.js';
import { priceOrder } from '../order.js';
import { packageFolder } from '../../../package.js';

const cases = JSON.parse(readFileSync(new URL('fixtures/golden-orders.json', packageFolder), 'utf8')) as {
  case: PricingCase;
}[];

describe('every figure of an order has an explanation', () => {
  test.each(cases.map(({ case: c }, at) => [at, c] as const))('order %i', (_, c) => {
    const f = priceOrder(c);
    for (const [path, value] of leaves(f, '')) {
      const explanation = explain(path, c, f);
      if (value === null) {
        expect(explanation, path).toBeNull();
        continue;
      }
      expect(explanation?.rule, path).toMatch(/^P[2-5]$/);
      expect(explanation?.title, path).not.toBe('');
      expect(JSON.stringify(explanation), path).not.toMatch(/NaN|undefined/);
      expect(explanation?.result, path).toMatch(toShown(path, value));
    }
  });

  test('P5: the inputs of a sum or a difference add up to it', () => {
    const summedCells =
      /^(\w+Labor|\w+Total|totalCost|shedTotalCost|\w*[pP]rofit(Dollars)?|addOns\[\d\]\.(profit|totalCost))\./;
    for (const { case: c } of cases) {
      const f = priceOrder(c);
      for (const [path] of leaves(f, '').filter(([at]) => summedCells.test(at))) {
        const explanation = explain(path, c, f);
        if (explanation && / [+−] |sum of the lines/.test(explanation.formula)) {
          expect(foot(explanation), path).toBe(cents(explanation.result));
        }
      }
    }
  });

  test('a path that does not lead to a figure has no explanation', () => {
    const [golden] = cases;
    if (!golden) throw new Error('no cases');
    const f = priceOrder(golden.case);
    const none = ['', 'nothing', 'grandTotal', 'grandTotal.nobody', 'addOns[99].profit.shop', 'addOns[0].nothing.shop'];
    expect([...none, 'constructor.name', 'haul.shop'].map((path) => explain(path, golden.case, f))).toEqual(
      Array(8).fill(null),
    );
  });
});

/** Every path of a figure, with its value. */
function leaves(value: unknown, path: string): [string, number | null][] {
  if (typeof value === 'number' || value === null) return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((one, at) => leaves(one, `${path}[${at}]`));
  return Object.entries(value as object).flatMap(([key, part]) => leaves(part, path ? `${path}.${key}` : key));
}

function toShown(path: string, value: number): RegExp {
  const text =
    path === 'sqft' ? `${value} sq ft` : path.includes('Percent.') ? formatFraction(value) : formatCents(value);
  const exact = text.replace(/[$.()]/g, '\\$&');
  return new RegExp(path.includes('Percent.') ? `^(${exact}|—)$` : `^${exact}$`);
}

const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);

/** The sum of the inputs, minus those after a minus sign in the formula. */
function foot({ formula, inputs }: Explanation): number {
  const signs = (formula.match(/ [+−] /g) ?? []).map((sign) => (sign === ' − ' ? -1 : 1));
  return inputs.reduce((total, { value }, at) => total + (at === 0 ? 1 : (signs[at - 1] ?? 1)) * cents(value), 0);
}
