import { expect, test } from 'vitest';
import { describeLock, formatAge, formatSince, formatStatusAge } from './order-status.js';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-07T11:00:00Z', '3 days'],
  ['2026-03-09T12:00:00Z', '1 day'],
  ['2026-03-10T10:59:00Z', '1 hour'],
  ['2026-03-10T11:58:30Z', '1 minute'],
  ['2026-03-10T11:59:30Z', 'Just now'],
  ['2026-03-10T12:00:05Z', 'Just now'],
])('%s is %s ago', (instant, age) => {
  expect(formatAge(instant, now)).toBe(age);
});

test.each([
  ['InQueue', '2026-03-07T11:00:00Z', 'for 3 days', 'InQueue for 3 days'],
  ['InQueue', '2026-03-10T11:59:30Z', 'just now', 'InQueue, just now'],
  ['Building', '2026-03-10T11:59:30Z', 'just started', 'Building, just started'],
])('%s since %s is %s', (status, statusSince, since, text) => {
  expect(formatSince({ status, statusSince }, now)).toBe(since);
  expect(formatStatusAge({ status, statusSince }, now)).toBe(text);
});

test.each([
  ['Building', null, true, null],
  ['Canceled', null, true, 'This order is Canceled'],
  ['Invoiced', 'Denied', true, null],
  ['Invoiced', 'New', true, 'Its invoice is New. Deny the invoice to correct the order'],
  ['Invoiced', 'Adjusted', false, null],
  ['Invoiced', 'Paid', false, 'Its invoice is Paid. Deny the invoice to correct the order'],
] as const)('a row of an %s order whose invoice is %s, for its shop %s', (status, invoiceStatus, ofShop, why) =>
  expect(describeLock({ status, invoiceStatus }, ofShop)).toBe(why),
);
