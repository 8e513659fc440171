import { expect, test } from 'vitest';
import {
  blankLine,
  GONE,
  grandTotal,
  lineBodies,
  type LineValues,
  materialValues,
  newFreights,
  priceOf,
  totalOf,
  withDefaults,
} from './material-values.js';

const line = (change: Partial<LineValues>): LineValues => ({ ...blankLine, item: 'block', name: 'Block', ...change });

test('a line follows what is typed (P11); what is no number yet counts 0', () => {
  expect(totalOf(line({ quantity: 3, newPrice: 1.005 }))).toBe(3.02);
  expect(totalOf(line({ quantity: Number.NaN, newPrice: 2 }))).toBe(0);
  expect(priceOf(line({ quantity: 3, total: 10 }))).toBe(3.3333);
  expect(priceOf(line({ quantity: 0, newPrice: 2.5, total: 10 }))).toBe(2.5);
  expect(grandTotal([line({ total: 3.02 }), line({ total: 0.1 }), line({ total: null })])).toBe(3.12);
});

test('freight of one unit is shown for each line, and for none where nothing carries it', () => {
  const lines = [line({ quantity: 4, total: 30 }), line({ quantity: 2, total: 10 }), line({})];
  expect(newFreights(8, lines)).toEqual([1.5, 1, 0]);
  expect(newFreights(null, lines)).toEqual([0, 0, 0]);
  expect(newFreights(1, [line({})])).toBeNull();
});

test('a vendor’s default items come behind the lines that order something, each once', () => {
  const defaults = [
    { _id: 'block', name: 'Block', total: 2 },
    { _id: 'strap', name: 'Strap', total: 0.5 },
  ];
  const lines = withDefaults([line({ quantity: 3 }), line({ item: 'nail' }), blankLine], defaults);
  expect(lines.map(({ item, quantity, newPrice }) => [item, quantity, newPrice])).toEqual([
    ['block', 3, 0],
    ['strap', 0, 0.5],
  ]);
  expect(withDefaults([line({})], [])).toEqual([blankLine]);
});

test('a line whose item is gone from the catalogue is sent by its own id alone', () => {
  const stored = { quantity: 2, newPrice: 3, newFreight: 0, total: 6, freight: 0, description: '' };
  const came = { received: 0, pushed: 0, inInventory: false };
  const items = [{ _id: 'a', item: { _id: null, name: 'Strap' }, ...stored, ...came }];
  const values = materialValues({ items, vendor: { _id: 'v' } } as never, '2026-11-18');
  expect(values.items[0]).toMatchObject({ item: GONE, name: 'Strap' });
  const sent = { quantity: 2, newPrice: 3, total: 6, description: '' };
  expect(lineBodies(values.items)).toEqual([{ _id: 'a', ...sent }]);
});
