import { expect, test } from 'vitest';
import { GONE, lineAmount, lineBodies, toLines, lineTotals, shownValue, type LineValues } from './repair-values.js';

const line = (change: Partial<LineValues>): LineValues => ({
  item: 'block',
  name: 'Block',
  reason: null,
  quantity: 1,
  rate: 10,
  standardRate: 8,
  ...change,
});

test('amounts follow the typed values, to the cent, half away from zero; an incomplete number counts as 0', () => {
  expect(lineAmount(line({ quantity: 2.5, rate: 10.01 }))).toBe(25.03);
  expect(lineAmount(line({ rate: 1.005 }))).toBe(1.01);
  expect(lineAmount(line({ reason: 'late', rate: -2.675 }))).toBe(-2.68);
  expect(lineBodies([line({ rate: 1.005 })])).toEqual([{ item: 'block', quantity: 1, rate: 1.005 }]);
  expect(lineAmount(line({ quantity: null }))).toBe(0);
  expect(lineAmount(line({ rate: Number.NaN }))).toBe(0);
  const totals = lineTotals([line({ quantity: 0.1, rate: 0.7 }), line({ quantity: 0.2, rate: 0.7 }), line({})]);
  expect(totals).toEqual({ invoiceTotal: 10.21, standardInvoiceTotal: 10.4 });
});

test('a line whose item is no longer in the catalogue is sent by its own ID only', () => {
  const storedLine = { reason: null, quantity: 2, rate: 3, standardRate: 1, amount: 6, standardAmount: 2 };
  const [keptLine, removedLine] = toLines([
    { ...storedLine, _id: 'a', item: { _id: 'block', name: 'Block' } },
    { ...storedLine, _id: 'b', item: { _id: null, name: 'Strap' } },
  ]) as [LineValues, LineValues];
  expect(removedLine).toMatchObject({ item: GONE, name: 'Strap' });
  expect(lineBodies([keptLine, removedLine, line({})])).toEqual([
    { _id: 'a', item: 'block', quantity: 2, rate: 3 },
    { _id: 'b', quantity: 2, rate: 3 },
    { item: 'block', quantity: 1, rate: 10 },
  ]);
});

test('a free line is its text, an amount of either sign and its reason, and counts in both totals', () => {
  const storedLine = { quantity: 1, rate: -5.25, standardRate: -5.25, amount: -5.25, standardAmount: -5.25 };
  const [freeLine] = toLines([{ ...storedLine, _id: 'a', reason: 'late', item: { _id: null, name: 'Discount' } }]) as [
    LineValues,
  ];
  expect(lineBodies([freeLine])).toEqual([{ _id: 'a', text: 'Discount', amount: -5.25, reason: 'late' }]);
  expect(lineTotals([freeLine, line({})])).toEqual({ invoiceTotal: 4.75, standardInvoiceTotal: 2.75 });
  expect(shownValue('items', [freeLine])).toBe('Discount -$5.25 (late)');
});

test('versions of the lines are compared in words', () => {
  expect(shownValue('items', [line({ quantity: 2.5 }), line({ name: 'Strap', rate: 1.5 })])).toBe(
    '2.5 × Block at $10.00; 1 × Strap at $1.50',
  );
  expect(shownValue('invoicedDate', '2026-03-02')).toBe('03/02/2026');
});
