import { expect, test } from 'vitest';
import { totalText } from './total-text.js';

test('a total is shown as a number, an amount, a percent, or a dash for a negative revenue (P5)', () => {
  expect(totalText({ label: 'Orders', count: 1234, amount: 5000_00 })).toBe('1,234, $5,000.00');
  expect(totalText({ label: 'Gross profit', amount: 767_00, percent: 0.01005 })).toBe('$767.00, 1.01%');
  expect(totalText({ label: 'Gross profit', amount: -150_00, percent: '—' })).toBe('-$150.00, —');
});
