import { expect, test } from 'vitest';
import { ageOf } from './order-status.js';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-07T11:00:00Z', '3 days'],
  ['2026-03-09T12:00:00Z', '1 day'],
  ['2026-03-10T10:59:00Z', '1 hour'],
  ['2026-03-10T11:58:30Z', '1 minute'],
  ['2026-03-10T11:59:30Z', 'a moment'],
  ['2026-03-10T12:00:05Z', 'a moment'],
])('%s is %s ago', (instant, age) => {
  expect(ageOf(instant, now)).toBe(age);
});
