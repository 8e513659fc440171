import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  costUnknown,
  describeLeftOut,
  describeUnknownCost,
  type CostedCase,
  type UnknownCost,
} from './unknown-cost.js';
import { packageFolder } from '../../package.js';

const item = { quantity: 1, standardTotal: 0 };
const knownCase: CostedCase = {
  labor: { standard: { buildBase: 0 } },
  rates: { standard: { build: { value: 0, type: 'percent' } } },
  components: [{ quantity: 1, items: [item] }],
  customAddOns: [],
};
const line = { unknown: true, quantity: 1, retailPrice: 100 };

describe('P0: reasons why the cost of an order is unknown; a missing value is unknown, 0 is a value', () => {
  test.each<[string, Partial<CostedCase>, UnknownCost[]]>([
    ['everything set, to 0', {}, []],
    ['nothing matched', { labor: { standard: null }, rates: { standard: null }, components: [] }, ['model']],
    ['nothing set at all', { labor: {}, rates: {}, components: [] }, ['model']],
    ['no labor for the size', { labor: { standard: null } }, ['labor']],
    ['labor of the shop alone: the standard cost is not known', { labor: { shop: { buildBase: 5 } } }, ['labor']],
    ['no build rate', { rates: { standard: { build: { value: null } } } }, ['labor']],
    ['no components', { components: [] }, ['material']],
    ['components without items', { components: [{ quantity: 1, items: [] }, { quantity: 2 }] }, ['material']],
    ['one component with items', { components: [{ quantity: 1 }, { quantity: 1, items: [item] }] }, []],
    ['an add-on that is not in the catalogue', { customAddOns: [line] }, ['add-on']],
    ['one with a typed cost, of 0', { customAddOns: [{ ...line, laborCost: { standard: 0 } }] }, []],
    ['one that takes off the price', { customAddOns: [{ ...line, retailPrice: -100 }] }, []],
    ['one that was not sold', { customAddOns: [{ ...line, quantity: 0 }] }, []],
    ['one that was included', { customAddOns: [{ ...line, retailPrice: 0 }] }, ['add-on']],
    ['a line typed in by hand costs what is typed', { customAddOns: [{ ...line, unknown: false }] }, []],
    ['all of it', { labor: {}, components: [], customAddOns: [line] }, ['labor', 'material', 'add-on']],
  ])('%s', (_, part, reasons) => expect(costUnknown({ ...knownCase, ...part })).toEqual(reasons));

  test('the golden orders have the same reasons for their own parts', () => {
    const file = new URL('fixtures/golden-orders.json', packageFolder);
    for (const { case: golden } of JSON.parse(readFileSync(file, 'utf8')) as { case: CostedCase }[]) {
      const isKnown =
        golden.labor.standard && golden.rates.standard?.build && golden.components.some((c) => c.items?.length);
      expect(costUnknown(golden).length === 0).toBe(Boolean(isKnown));
    }
  });

  test('formatted as text', () => {
    expect(describeUnknownCost(['labor', 'add-on'])).toBe(
      'the catalogue has no shed labor for this size; an add-on that is not in the catalogue has no costs',
    );
    expect([0, 1, 1200].map((n) => describeLeftOut(n))).toEqual([
      '',
      '1 order left out: cost unknown',
      '1,200 orders left out: cost unknown',
    ]);
    expect(describeLeftOut(2, 'shed')).toBe('2 sheds left out: cost unknown');
  });
});
