import { expect, test } from 'vitest';
import { batchMessage, describeRefusal } from './rules.js';

test.each([
  ['Approved', 1, 1, '1 Invoice is approved'],
  ['Approved', 3, 3, '3 Invoices are approved'],
  ['Denied', 2, 3, '2 of 3 Invoices are denied'],
  ['Denied', 0, 1, '0 of 1 Invoice is denied'],
] as const)('%s, %i of %i', (decision, count, total, message) => {
  expect(batchMessage(decision, count, total)).toBe(message);
});

test('only invoices of orders can be denied; all kinds can be approved', () => {
  expect(describeRefusal('invoice', 'Denied')).toBeNull();
  expect(describeRefusal('repair', 'Denied')).toBe(
    'A repair invoice cannot be denied. Approve it or leave it in the list.',
  );
  expect(describeRefusal('driver', 'Denied')).toContain('A driver invoice');
  for (const kind of ['invoice', 'repair', 'driver'] as const) expect(describeRefusal(kind, 'Approved')).toBeNull();
});
