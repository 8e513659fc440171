import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { getDays, getSpan, spanOfDates, formatWords } from './range.js';
import { rangeNames, type ReportRange } from './rules.js';

const zones = ['America/New_York', 'America/Los_Angeles', 'America/Chicago', 'UTC', 'Australia/Sydney'];
const words = (name: ReportRange, zone: string, now: string) => formatWords(getSpan(name, zone, new Date(now)), zone);

test.each([
  ['today', 'America/New_York', '2026-03-08T04:59:00Z', '03/07/2026'],
  ['today', 'America/New_York', '2026-03-08T05:00:00Z', '03/08/2026'],
  ['yesterday', 'America/Los_Angeles', '2026-11-02T08:00:00Z', '11/01/2026'],
  ['last-31-days', 'America/Chicago', '2026-03-09T04:59:00Z', '02/06/2026 - 03/08/2026'],
  ['this-week', 'America/Chicago', '2026-11-22T23:00:00Z', '11/16/2026 - 11/22/2026'],
  ['last-week', 'America/Chicago', '2026-11-23T05:59:00Z', '11/09/2026 - 11/15/2026'],
  ['last-week', 'America/Chicago', '2026-11-23T06:00:00Z', '11/16/2026 - 11/22/2026'],
  ['previous-month', 'America/Chicago', '2026-03-31T18:00:00Z', '02/01/2026 - 02/28/2026'],
  ['last-month', 'America/Chicago', '2028-03-31T18:00:00Z', '02/01/2028 - 02/29/2028'],
  ['this-month', 'UTC', '2028-02-29T12:00:00Z', '02/01/2028 - 02/29/2028'],
  ['previous-quarter', 'America/Chicago', '2026-05-31T18:00:00Z', '01/01/2026 - 03/31/2026'],
  ['last-quarter', 'America/Chicago', '2026-01-01T06:00:00Z', '10/01/2025 - 12/31/2025'],
  ['this-quarter', 'America/Chicago', '2026-01-01T05:59:00Z', '10/01/2025 - 12/31/2025'],
  ['previous-year', 'America/Chicago', '2028-02-29T18:00:00Z', '01/01/2027 - 12/31/2027'],
  ['this-year', 'Australia/Sydney', '2026-12-31T13:00:00Z', '01/01/2027 - 12/31/2027'],
  ['invoice-window', 'America/Chicago', '2026-11-18T15:00:00Z', '11/02/2026 07:00 - 11/16/2026 20:00'],
  ['invoice-window', 'America/New_York', '2026-11-02T15:00:00Z', '10/19/2026 07:00 - 11/02/2026 20:00'],
] as const)('%s in %s at %s is %s', (name, zone, now, expected) => {
  expect(words(name, zone, now)).toBe(expected);
});

test('a day on which the clocks change has 23 or 25 hours', () => {
  const hours = (now: string) => {
    const { from, until } = getSpan('today', 'America/New_York', new Date(now));
    return (until.getTime() - from.getTime()) / 3_600_000;
  };
  expect(hours('2026-03-08T12:00:00Z')).toBe(23);
  expect(hours('2026-11-01T12:00:00Z')).toBe(25);
  expect(hours('2026-06-01T12:00:00Z')).toBe(24);
});

describe('dates', () => {
  test('are whole days in the zone, both ends included', () => {
    const span = spanOfDates(['2026-01-01', '2026-03-31'], 'America/Chicago');
    expect(span.from.toISOString()).toBe('2026-01-01T06:00:00.000Z');
    expect(span.until.toISOString()).toBe('2026-04-01T05:00:00.000Z');
    expect(getDays(span, 'America/Chicago')).toEqual({ first: '2026-01-01', last: '2026-03-31' });
  });

  test('with times select the days that contain them', () => {
    const span = spanOfDates(['2026-01-01T06:00:00Z', '2026-04-01T04:59:59Z'], 'America/Chicago');
    expect(getDays(span, 'America/Chicago')).toEqual({ first: '2026-01-01', last: '2026-03-31' });
    expect(getDays(span, 'UTC')).toEqual({ first: '2026-01-01', last: '2026-04-01' });
  });

  test('of a single day are formatted as that day', () => {
    expect(formatWords(spanOfDates(['2028-02-29', '2028-02-29'], 'UTC'), 'UTC')).toBe('02/29/2028');
  });
});

test('every range except the future part of a window contains a day, in any zone and at any moment', () => {
  const moment = fc.date({ min: new Date('1995-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...rangeNames), fc.constantFrom(...zones), moment, (name, zone, now) => {
      const span = getSpan(name, zone, now);
      const { first, last } = getDays(span, zone);
      const today = DateTime.fromJSDate(now, { zone }).toFormat('yyyy-MM-dd');
      expect(span.from.getTime()).toBeLessThan(span.until.getTime());
      expect(first <= last).toBe(true);
      if (name.startsWith('this-') || name === 'today' || name === 'last-31-days')
        expect(first <= today && today <= last).toBe(true);
      else if (/^(last|previous)-|yesterday/.test(name)) expect(last < today).toBe(true);
      if (name === 'invoice-window') return;
      expect(getDays(spanOfDates([first, last], zone), zone)).toEqual({ first, last });
      expect(spanOfDates([first, last], zone)).toEqual(span);
    }),
  );
});
