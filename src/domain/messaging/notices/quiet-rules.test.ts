import { describe, expect, test } from 'vitest';
import { dueDigest, endQuiet, formatMinute, parseMinute } from './quiet-rules.js';

const CHICAGO = 'America/Chicago';
const end = (now: string, from: string, to: string) =>
  endQuiet(new Date(now), CHICAGO, { from: parseMinute(from), to: parseMinute(to) }).toISOString();

describe('an email waits for the end of the quiet hours in the company’s time zone', () => {
  test.each([
    ['before them', '2026-11-18T20:59:00-06:00', '21:00', '06:00', '2026-11-19T02:59:00.000Z'],
    ['as they begin', '2026-11-18T21:00:00-06:00', '21:00', '06:00', '2026-11-19T12:00:00.000Z'],
    ['after midnight', '2026-11-19T03:00:00-06:00', '21:00', '06:00', '2026-11-19T12:00:00.000Z'],
    ['as they end', '2026-11-19T06:00:00-06:00', '21:00', '06:00', '2026-11-19T12:00:00.000Z'],
    ['in the middle of a day', '2026-11-18T12:10:00-06:00', '12:00', '13:30', '2026-11-18T19:30:00.000Z'],
    [
      'in the night in which clocks go forward',
      '2026-03-07T23:00:00-06:00',
      '21:00',
      '06:00',
      '2026-03-08T11:00:00.000Z',
    ],
    ['to an hour that the clocks skip', '2026-03-08T01:00:00-06:00', '21:00', '02:30', '2026-03-08T08:30:00.000Z'],
    ['in the night in which clocks go back', '2026-10-31T23:00:00-05:00', '21:00', '06:00', '2026-11-01T12:00:00.000Z'],
  ])('%s', (_, now, from, to, expected) => {
    expect(end(now, from, to)).toBe(expected);
  });

  test('and is sent immediately where there are none', () => {
    const now = new Date('2026-11-18T03:00:00-06:00');
    expect(endQuiet(now, CHICAGO, null)).toBe(now);
  });
});

test('a daily digest belongs to its day, a weekly one to its Monday; both are due at seven', () => {
  const at = (now: string) => (['daily', 'weekly'] as const).map((one) => dueDigest(one, new Date(now), CHICAGO));
  expect(at('2026-11-18T06:59:00-06:00')).toEqual([
    { day: '2026-11-18', dueAt: new Date('2026-11-18T07:00:00-06:00') },
    { day: '2026-11-16', dueAt: new Date('2026-11-16T07:00:00-06:00') },
  ]);
  expect(at('2026-11-15T23:59:00-06:00')[1]).toEqual({
    day: '2026-11-09',
    dueAt: new Date('2026-11-09T07:00:00-06:00'),
  });
});

test('times of day are read and formatted the same way', () => {
  for (const text of ['00:00', '07:05', '23:59']) expect(formatMinute(parseMinute(text))).toBe(text);
});
