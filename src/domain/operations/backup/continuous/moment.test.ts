import { expect, test } from 'vitest';
import { formatMoment, parseMoment } from './moment.js';

const zone = 'America/Chicago';
const read = (text: string) => parseMoment(text, zone)?.toISOString() ?? null;

test.each([
  ['2026-11-20 14:05', '2026-11-20T20:05:00.000Z'],
  ['2026-07-20 14:05:30', '2026-07-20T19:05:30.000Z'],
  ['2026-11-20T14:05', '2026-11-20T20:05:00.000Z'],
  ['2026-11-20T14:05:00Z', '2026-11-20T14:05:00.000Z'],
  ['2026-11-20 14:05+02:00', '2026-11-20T12:05:00.000Z'],
  ['2026-11-01 01:30', '2026-11-01T06:30:00.000Z'], // the clock passes this time twice
  ['2026-03-08 02:30', null], // the clock skips this time
  ['2026-02-30 10:00', null],
  ['2026-11-20', null],
  ['yesterday', null],
])("%s in the company's time zone", (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('a moment is formatted with its time zone', () => {
  expect(formatMoment(new Date('2026-11-20T20:05:00Z'), zone)).toBe('2026-11-20 14:05:00 (America/Chicago)');
});
