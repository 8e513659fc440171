import { expect, test } from 'vitest';
import { withClock } from './clock.js';

test('times on a 24-hour clock are written as everywhere else', () => {
  expect(withClock('Window, 11/09/2026 07:00 - 11/23/2026 20:00')).toBe(
    'Window, 11/09/2026, 7:00 AM - 11/23/2026, 8:00 PM',
  );
  expect(withClock('03/02/2026 00:05 - 03/02/2026 12:30')).toBe('03/02/2026, 12:05 AM - 03/02/2026, 12:30 PM');
  expect(withClock('Last quarter, 07/01/2026 - 09/30/2026')).toBe('Last quarter, 07/01/2026 - 09/30/2026');
});
