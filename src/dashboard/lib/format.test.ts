import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withClock } from '../features/reporting/reports/clock.js';
import { unitPricesOf } from '../features/purchasing/unit-prices.js';
import { parseNumber } from './decimals.js';
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

test('the unit prices of a column have the decimals of the longest one', () => {
  const column = [57.775, 34.97, null, 30.0289];
  expect(column.map(unitPricesOf(column))).toEqual(['$57.7750', '$34.9700', '', '$30.0289']);
  expect([57.1, -3].map(unitPricesOf([57.1, -3]))).toEqual(['$57.10', '-$3.00']);
});

test('times on a 24-hour clock are written as everywhere else', () => {
  expect(withClock('Window, 11/09/2026 07:00 - 11/23/2026 20:00')).toBe(
    'Window, 11/09/2026, 7:00 AM - 11/23/2026, 8:00 PM',
  );
  expect(withClock('03/02/2026 00:05 - 03/02/2026 12:30')).toBe('03/02/2026, 12:05 AM - 03/02/2026, 12:30 PM');
  expect(withClock('Last quarter, 07/01/2026 - 09/30/2026')).toBe('Last quarter, 07/01/2026 - 09/30/2026');
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

test('numbers are parsed as people type them', () => {
  expect(parseNumber('$1,234.50')).toBe(1234.5);
  expect(parseNumber('(3)')).toBe(-3);
  expect(parseNumber(' -.5 ')).toBe(-0.5);
  expect(parseNumber('12.5%')).toBe(12.5);
  expect(parseNumber('−$ 3')).toBe(-3);
  expect(parseNumber('( $1,234.50 )')).toBe(-1234.5);
  expect(parseNumber('(12.5%)')).toBe(-12.5);
  expect(['1.005', '2.675', '(0.285)', '0.1234567890123'].map(parseNumber)).toEqual([
    ...[1.005, 2.675, -0.285, 0.1234567890123],
  ]);
  expect(['0.30000000000000004', '12.300000000000001%'].map(parseNumber)).toEqual([0.3, 12.3]);
  expect(['', 'abc', '1.2.3', '-', '1e5'].map(parseNumber)).toEqual([null, null, null, null, null]);
});

test.each(['12,5', '0,125', '12 24', '1.234,50', '1,23', '1234,567', '(3', '3)', '((3))', '(-3)', '()', '5$', '$5%'])(
  '%j is refused rather than read as another number',
  (text) => expect(parseNumber(text)).toBeNull(),
);
