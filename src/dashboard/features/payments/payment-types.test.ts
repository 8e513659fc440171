import { expect, test } from 'vitest';
import { onlyChanges } from './payment-types.js';

const base = { paymentNumber: '1', paymentDate: '2026-03-02', shopsPaymentAdjustment: 0, memo: '' };

test("what one clerk did not touch stays as another clerk's", () => {
  const mine = { ...base, memo: 'Week 9' };
  const theirs = { ...base, shopsPaymentAdjustment: 100, memo: 'Week 10' };
  expect(onlyChanges(mine, base, theirs)).toEqual({ ...theirs, memo: 'Week 9' });
});

test('a change back to nothing is a change', () => {
  const before = { ...base, memo: 'Week 9' };
  expect(onlyChanges(base, before, before)).toEqual(base);
});
