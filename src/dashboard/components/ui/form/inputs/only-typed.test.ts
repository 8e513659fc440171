import { expect, test } from 'vitest';
import { onlyTyped } from './only-typed.js';

const base = { paymentNumber: '1', paymentDate: '2026-03-02', shopsPaymentAdjustment: 0, memo: '' };

test('a field that one clerk did not change keeps the value that another saved', () => {
  const mine = { ...base, memo: 'Week 9' };
  const theirs = { ...base, shopsPaymentAdjustment: 100, memo: 'Week 10' };
  expect(onlyTyped(mine, base, theirs)).toEqual({ ...theirs, memo: 'Week 9' });
});

test('clearing a field is a change', () => {
  const before = { ...base, memo: 'Week 9' };
  expect(onlyTyped(base, before, before)).toEqual(base);
});

test('unedited lines take the values of the newer record', () => {
  const startValues = { lines: [{ of: 'a', quantity: 1 }], note: '' };
  const theirs = { lines: [{ of: 'a', quantity: 2 }], note: '' };
  const typedValues = { lines: [{ of: 'a', quantity: 1 }], note: 'mine' };
  expect(onlyTyped(typedValues, startValues, theirs)).toEqual({ lines: theirs.lines, note: 'mine' });
});
