import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { CronError, formatEcho, nextAfter, nextTimes, parseCron } from './cron.js';

const chicago = 'America/Chicago';
const times = (text: string, zone: string, after: string, count: number): string[] =>
  nextTimes(parseCron(text), zone, DateTime.fromISO(after, { zone }).toJSDate(), count).map(
    (at) => DateTime.fromJSDate(at, { zone }).toISO({ suppressSeconds: true, suppressMilliseconds: true }) ?? '',
  );

describe('the next times', () => {
  test('of a weekday and time are after the instant, never at it', () => {
    expect(times('0 7 * * 1', chicago, '2026-11-16T07:00', 2)).toEqual([
      '2026-11-23T07:00-06:00',
      '2026-11-30T07:00-06:00',
    ]);
    expect(times('0 7 * * MON', chicago, '2026-11-16T06:59:59.999', 1)).toEqual(['2026-11-16T07:00-06:00']);
    expect(times('0 7 * * 7', chicago, '2026-11-16T07:00', 1)).toEqual(
      times('0 7 * * 0', chicago, '2026-11-16T07:00', 1),
    );
  });

  test('of lists, ranges and steps', () => {
    expect(times('0,30 8-10/2 * * *', 'UTC', '2026-01-01T00:00', 5)).toEqual([
      '2026-01-01T08:00Z',
      '2026-01-01T08:30Z',
      '2026-01-01T10:00Z',
      '2026-01-01T10:30Z',
      '2026-01-02T08:00Z',
    ]);
    expect(times('50-59/5 0 * * *', 'UTC', '2026-01-01T00:00', 3)).toEqual([
      '2026-01-01T00:50Z',
      '2026-01-01T00:55Z',
      '2026-01-02T00:50Z',
    ]);
  });

  test('of month ends: months without a 31st are skipped; L is always the last day', () => {
    const day = (text: string) => times(text, chicago, '2027-01-15T00:00', 4).map((at) => at.slice(0, 10));
    expect(day('0 6 31 * *')).toEqual(['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31']);
    expect(day('0 6 L * *')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    expect(day('0 6 29 2 *')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29']);
    expect(times('0 6 29 2 *', 'UTC', '2096-03-01T00:00', 1)).toEqual(['2104-02-29T06:00Z']);
  });

  test('with both day fields match either one; if one has a star, both must match', () => {
    expect(times('0 6 1 * 1', 'UTC', '2026-11-20T00:00', 3).map((at) => at.slice(0, 10))).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-12-01',
    ]);
    expect(times('0 6 */2 * 1', 'UTC', '2026-11-01T00:00', 2).map((at) => at.slice(0, 10))).toEqual([
      '2026-11-09',
      '2026-11-23',
    ]);
  });

  test('in the hour skipped in spring are due once, right after it', () => {
    expect(times('30 2 * * *', chicago, '2026-03-07T12:00', 2)).toEqual([
      '2026-03-08T03:00-05:00',
      '2026-03-09T02:30-05:00',
    ]);
    expect(times('0,30 2,3 * * *', chicago, '2026-03-08T00:00', 3)).toEqual([
      '2026-03-08T03:00-05:00',
      '2026-03-08T03:30-05:00',
      '2026-03-09T02:00-05:00',
    ]);
    expect(times('15 * * * *', chicago, '2026-03-08T00:59', 3)).toEqual([
      '2026-03-08T01:15-06:00',
      '2026-03-08T03:15-05:00',
      '2026-03-08T04:15-05:00',
    ]);
    expect(times('30 0 * * *', 'America/Havana', '2026-03-07T12:00', 2)).toEqual([
      '2026-03-08T01:00-04:00',
      '2026-03-09T00:30-04:00',
    ]);
  });

  test('in the hour repeated in autumn are due once; hours with a star follow elapsed time', () => {
    expect(times('30 1 * * *', chicago, '2026-10-31T12:00', 2)).toEqual([
      '2026-11-01T01:30-05:00',
      '2026-11-02T01:30-06:00',
    ]);
    expect(times('30 * * * *', chicago, '2026-11-01T00:45', 3)).toEqual([
      '2026-11-01T01:30-05:00',
      '2026-11-01T01:30-06:00',
      '2026-11-01T02:30-06:00',
    ]);
    expect(times('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00', 2)).toEqual([
      '2026-04-05T01:45+11:00',
      '2026-04-06T01:45+10:30',
    ]);
  });

  test('are null for a day that never occurs', () => {
    expect(nextAfter(parseCron('0 0 30 2 *'), chicago, new Date('2026-01-01'))).toBeNull();
  });

  test('equal a check of every minute', () => {
    const hours = fc.constantFrom(
      { text: '*', has: () => true },
      { text: '*/5', has: (n: number) => n % 5 === 0 },
      { text: '1,14', has: (n: number) => n === 1 || n === 14 },
      { text: '22-23', has: (n: number) => n >= 22 },
    );
    const days = fc.constantFrom(
      { text: '*', has: () => true },
      { text: 'L', has: (n: number, last: number) => n === last },
      { text: '8', has: (n: number) => n === 8 },
      { text: '1-7', has: (n: number) => n <= 7 },
      { text: '30,31', has: (n: number) => n >= 30 },
    );
    const weekdays = fc.constantFrom(
      { text: '*', has: () => true },
      { text: '0', has: (n: number) => n === 7 },
      { text: '1-5', has: (n: number) => n <= 5 },
      { text: 'SUN,WED', has: (n: number) => n === 7 || n === 3 },
    );
    const start = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/Phoenix');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 59 }),
        hours,
        days,
        weekdays,
        start,
        zones,
        (minute, h, d, w, after, zone) => {
          const nextRun = nextAfter(parseCron(`${minute} ${h.text} ${d.text} * ${w.text}`), zone, after) as Date;
          expect(nextRun.getTime()).toBeGreaterThan(after.getTime());
          const isDay = ({ day, daysInMonth, weekday }: DateTime) => {
            const [inMonth, inWeek] = [d.has(day, daysInMonth ?? 0), w.has(weekday)];
            return d.text === '*' || w.text === '*' ? inMonth && inWeek : inMonth || inWeek;
          };
          let at = DateTime.fromJSDate(after, { zone }).startOf('minute').plus({ minutes: 1 });
          while (at.minute !== minute) at = at.plus({ minutes: 1 });
          while (!h.has(at.hour) || !isDay(at)) at = at.plus({ hours: 1 });
          expect(nextRun).toEqual(at.toJSDate());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('an expression', () => {
  test.each([
    ['0 7 * *', '5 fields'],
    ['60 7 * * *', '"60" is not a valid minute (0 to 59; ranges run from low to high)'],
    ['50/5 7 * * *', '"50/5" is not a valid minute'],
    ['*,5 7 * * *', '"*,5" is not a valid minute'],
    ['0 24 * * *', '"24" is not a valid hour'],
    ['0 7 0 * *', '"0" is not a valid day of the month'],
    ['0 7 * 13 *', '"13" is not a valid month'],
    ['0 7 * * 8', '"8" is not a valid day of the week'],
    ['0 7 * * mo', '"mo" is not a valid day of the week'],
    ['*/0 7 * * *', '"*/0" is not a valid minute'],
    ['0 9-7 * * *', '"9-7" is not a valid hour'],
    ['0 1-2-3 * * *', '"1-2-3" is not a valid hour'],
    ['0 , * * *', 'is not a valid hour'],
    ['0 -1 * * *', 'is not a valid hour'],
    ['0 7 L-3 * *', '"L-3" is not a valid day of the month'],
    ['0 7 * * 1-5L', '"1-5L" is not a valid day of the week'],
    ['0 7 * * 5#L', '"5#L" is not a valid day of the week'],
    ['0 7 1 * +MON', '"+MON" is not a valid day of the week'],
    ['@daily', '5 fields'],
    ['* * * * * *', '5 fields'],
    [`${'1,'.repeat(100_000)}1 7 * * *`, 'at most 100 characters'],
    ['1 '.repeat(100_000), 'at most 100 characters'],
  ])('%s is refused', (text, message) => {
    expect(() => parseCron(text)).toThrow(CronError);
    expect(() => parseCron(text)).toThrow(message);
  });

  test.each([
    ['0 7 * * 1', 'At 07:00, only on Monday, America/Chicago'],
    ['0 7 * * *', 'At 07:00, America/Chicago'],
    ['30 6 * * 1-5', 'At 06:30, Monday through Friday, America/Chicago'],
    ['0 7,19 * * 1,5', 'At 07:00 and 19:00, only on Monday and Friday, America/Chicago'],
    ['0 7 1 * *', 'At 07:00, on day 1 of the month, America/Chicago'],
    ['0 7 L * *', 'At 07:00, on the last day of the month, America/Chicago'],
    ['0 7 2,23 1,7 *', 'At 07:00, on day 2 and 23 of the month, only in January and July, America/Chicago'],
    ['0 7 1 * 1', 'At 07:00, on day 1 of the month, and on Monday, America/Chicago'],
    ['0 7 */2 * 1', 'At 07:00, every 2 days in a month, only on Monday, America/Chicago'],
    ['0 7 * * FRI#2', 'At 07:00, on the second Friday of the month, America/Chicago'],
    ['5 * * * *', 'At 5 minutes past the hour, America/Chicago'],
  ])('%s is "%s"', (text, words) => {
    expect(formatEcho(parseCron(text), chicago)).toBe(words);
  });
});
