import { expect, test } from 'vitest';
import { readableHistory, formatText } from './order-text.js';

const names = new Map([['b-1', 'Ben Carver']]);
const entry = (field: string, from: unknown, to: unknown) => {
  const change = {
    at: '2026-03-02T12:00:00Z',
    by: 'Ann',
    via: 'web',
    action: 'change',
    changes: [{ field, from, to }],
  };
  return readableHistory([change], names)[0]?.changes[0];
};

test('names fields, people and amounts of the history', () => {
  expect(entry('builder', null, 'b-1')).toEqual({ field: 'Builder', from: null, to: 'Ben Carver' });
  expect(entry('basePrice', 5000, 5123.5)).toEqual({ field: 'Base price', from: '$5,000.00', to: '$5,123.50' });
  expect(entry('sidingPaint', { color: null, quantity: null }, { color: 'Red', quantity: 2 })).toMatchObject({
    from: 'empty',
    to: 'Red × 2',
  });
  expect(entry('adjustment', { shop: 0, company: 0 }, { shop: -15, company: 0 })?.to).toBe(
    'shop -$15.00, company $0.00',
  );
});

test('lists only the lines that changed', () => {
  const window = { name: 'Window', quantity: 1, retailPrice: 165, shopPercent: 75 };
  const door = { name: 'Door', quantity: 1, retailPrice: 300, shopPercent: 75 };
  expect(entry('addOns', [window, door], [window, { ...door, quantity: 2 }])).toEqual({
    field: 'Add-ons',
    from: '1 × Door at $300.00 (75%)',
    to: '2 × Door at $300.00 (75%)',
  });
});

test('describes both sides of a conflict', () => {
  expect(formatText('builder', 'b-1', names)).toBe('Ben Carver');
  expect(formatText('metalOrdered', true, names)).toBe('yes');
  expect(formatText('trimPaint', { color: '', quantity: null }, names)).toBe('empty');
  expect(formatText('shopPercent', 61.25, names)).toBe('61.25%');
  expect(formatText('addOns', [], names)).toBe('none');
});

test('leaves out what an import or a push records for all its orders', () => {
  expect(entry('refused', null, 2)).toBeUndefined();
  expect(entry('file', null, 'feed.json')).toEqual({ field: 'File', from: null, to: 'feed.json' });
});
