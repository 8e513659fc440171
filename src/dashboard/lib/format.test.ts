import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFraction } from '../../domain/kernel/cents.js';
import {
  countHeading,
  formatDate,
  day,
  fraction,
  formatMoment,
  money,
  parseDay,
  percent,
  profitPercent,
} from './format.js';

test('money in dollars, losses with a minus, empty values as empty text', () => {
  expect(money(1234.56)).toBe('$1,234.56');
  expect(money(-1234.5)).toBe('-$1,234.50');
  expect(money(-0)).toBe('$0.00');
  expect(money(null)).toBe('');
});

test('percents with two decimals', () => {
  expect(percent(61.25)).toBe('61.25%');
  expect(percent(100)).toBe('100.00%');
  expect(fraction(0.1534)).toBe('15.34%');
  expect(fraction(-0.02)).toBe('-2.00%');
  expect(fraction(undefined)).toBe('');
});

test('a fraction is rounded half away from zero, as in the PDF documents', () => {
  expect([0.01005, 0.10245, 0.02675, -0.01005, 12.345].map(fraction)).toEqual([
    ...['1.01%', '10.25%', '2.68%', '-1.01%', '1,234.50%'],
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -50_000_000, max: 50_000_000 }), (n) => {
      expect(fraction(n / 1e6)).toBe(formatFraction(n / 1e6));
    }),
    { numRuns: 5000 },
  );
});

test('P5: a profit percent is a dash if the revenue is negative', () => {
  expect(profitPercent(1.5, -100)).toBe('—');
  expect(profitPercent(-0.5, 100)).toBe('-50.00%');
  expect(profitPercent(0, 0)).toBe('0.00%');
});

test('days as MM/DD/YYYY', () => {
  expect(day('2026-03-02')).toBe('03/02/2026');
  expect(day('2026-03-02T23:30:00.000Z')).toBe('03/02/2026');
  expect(day(null)).toBe('');
});

test('any calendar day, once formatted, is parsed back', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      expect(parseDay(day(iso))).toBe(iso);
    }),
  );
});

test('a day that does not exist is refused', () => {
  expect(parseDay('3/2/2026')).toBe('2026-03-02');
  expect(['02/30/2026', '13/01/2026', '2026-03-02', '1/1/26', ''].map(parseDay)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('instants in the time zone of the company', () => {
  const instant = '2026-03-02T05:30:00.000Z';
  expect(formatDate(instant, 'America/Chicago')).toBe('03/01/2026');
  expect(formatDate(instant, 'UTC')).toBe('03/02/2026');
  expect(formatMoment(instant, 'America/Chicago').replace(/\s/g, ' ')).toBe('03/01/2026, 11:30 PM');
});

test('headings show counts', () => {
  expect(countHeading(12, 'InQueue Order')).toBe('12 InQueue Orders');
  expect(countHeading(1, 'InQueue Order')).toBe('1 InQueue Order');
  expect(countHeading(0, 'Approved Invoice')).toBe('No Approved Invoices');
  expect(countHeading(undefined, 'Paid Invoice')).toBe('Paid Invoices');
  expect(countHeading(3, 'Shed Category')).toBe('3 Shed Categories');
  expect(countHeading(2, 'Day')).toBe('2 Days');
});
