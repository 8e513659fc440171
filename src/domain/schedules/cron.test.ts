import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { CronError, nextAfter, nextTimes, parseCron } from './cron.js';
import { echoOf } from './echo.js';

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
    expect(times('50/5 0 * * *', 'UTC', '2026-01-01T00:00', 3)).toEqual([
      '2026-01-01T00:50Z',
      '2026-01-01T00:55Z',
      '2026-01-02T00:50Z',
    ]);
  });

  test('of month ends: the 31st is left out where there is none, L is always the last day', () => {
    const day = (text: string) => times(text, chicago, '2027-01-15T00:00', 4).map((at) => at.slice(0, 10));
    expect(day('0 6 31 * *')).toEqual(['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31']);
    expect(day('0 6 L * *')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    expect(day('0 6 29 2 *')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29']);
    expect(times('0 6 29 2 *', 'UTC', '2096-03-01T00:00', 1)).toEqual(['2104-02-29T06:00Z']);
  });

  test('of both day fields are when either matches; of one with a star, when the other does', () => {
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

  test('in the hour left out in spring come right after it, once', () => {
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

  test('in the hour that comes twice in autumn come once; hours that are not named come as often as they pass', () => {
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

  test('are none for a day that never comes', () => {
    expect(nextAfter(parseCron('0 0 30 2 *'), chicago, new Date('2026-01-01'))).toBeNull();
  });

  test('are what looking at every minute finds', () => {
    const hours = fc.constantFrom('*', '*/5', '2', '1,14', '22-23');
    const days = fc.constantFrom('*', 'L', '8', '1-7', '30,31');
    const weekdays = fc.constantFrom('*', '0', '1-5', 'SUN,WED');
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
          const cron = parseCron(`${minute} ${h} ${d} * ${w}`);
          const found = nextAfter(cron, zone, after) as Date;
          expect(found.getTime()).toBeGreaterThan(after.getTime());
          let at = DateTime.fromJSDate(after, { zone }).startOf('minute').plus({ minutes: 1 });
          const day = ({ day: n, daysInMonth, weekday }: DateTime) => {
            const inMonth = cron.days.includes(n) || (d === 'L' && n === daysInMonth);
            const inWeek = cron.weekdays.includes(weekday % 7);
            return d === '*' || w === '*' ? inMonth && inWeek : inMonth || inWeek;
          };
          while (at.minute !== minute) at = at.plus({ minutes: 1 });
          while (!cron.hours.includes(at.hour) || !day(at)) at = at.plus({ hours: 1 });
          expect(found).toEqual(at.toJSDate());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('an expression', () => {
  test.each([
    ['0 7 * *', 'five fields'],
    ['60 7 * * *', '"60" is no minute (0 to 59)'],
    ['0 24 * * *', '"24" is no hour'],
    ['0 7 0 * *', '"0" is no day of the month'],
    ['0 7 * 13 *', '"13" is no month'],
    ['0 7 * * 8', '"8" is no day of the week'],
    ['0 7 * * mo', '"mo" is no day of the week'],
    ['*/0 7 * * *', '"*/0" is no minute'],
    ['0 9-7 * * *', 'a range goes upwards'],
    ['0 1-2-3 * * *', '"1-2-3" is no hour'],
    ['0 , * * *', 'is no hour'],
    ['0 -1 * * *', 'is no hour'],
    ['0 7 L,3 * *', '"L" is no day of the month'],
  ])('%s is refused', (text, message) => {
    expect(() => parseCron(text)).toThrow(CronError);
    expect(() => parseCron(text)).toThrow(message);
  });

  test.each([
    ['0 7 * * 1', 'Every Monday at 07:00, America/Chicago'],
    ['0 7 * * *', 'Every day at 07:00, America/Chicago'],
    ['30 6 * * 1-5', 'Every weekday (Monday to Friday) at 06:30, America/Chicago'],
    ['0 7,19 * * 1,5', 'Every Monday and Friday at 07:00 and 19:00, America/Chicago'],
    ['0 7 1 * *', 'On the 1st of the month at 07:00, America/Chicago'],
    ['0 7 L * *', 'On the last day of the month at 07:00, America/Chicago'],
    ['0 7 2,23 1,7 *', 'On the 2nd and 23rd of the month at 07:00 in January and July, America/Chicago'],
    ['0 7 1 * 1', 'On the 1st of the month and every Monday at 07:00, America/Chicago'],
    ['5 * * * *', 'Every day at minute 5 of every hour, America/Chicago'],
    ['0,30 8-17 * * 1-5', 'Every weekday (Monday to Friday) at minute 0 and 30 from 08:00 to 17:59, America/Chicago'],
    ['0 7 * * 0-7', 'Every day at 07:00, America/Chicago'],
  ])('%s is "%s"', (text, words) => {
    expect(echoOf(parseCron(text), chicago)).toBe(words);
  });
});
