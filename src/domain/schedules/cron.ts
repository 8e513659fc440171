import { DateTime } from 'luxon';

/** A cron expression as sets of what each of its five fields allows. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Days of the month; 0 is the last one. */
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** Days of the week, Sunday 0. */
  readonly weekdays: readonly number[];
  /** Fields that begin with `*`: where one day field does, the other one alone decides. */
  readonly any: { readonly hours: boolean; readonly days: boolean; readonly weekdays: boolean };
}

/** An expression that cannot be read; the message says why. */
export class CronError extends Error {}

interface Field {
  readonly what: string;
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const monthNames = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const fields = [
  { what: 'minute', from: 0, to: 59 },
  { what: 'hour', from: 0, to: 23 },
  { what: 'day of the month', from: 1, to: 31 },
  { what: 'month', from: 1, to: 12, names: monthNames },
  { what: 'day of the week', from: 0, to: 7, names: weekdayNames },
] as const satisfies readonly Field[];

/**
 * Reads a cron expression: minute, hour, day of the month (`L` is the last one), month and day of the week (0 and 7 are
 * Sunday), each `*`, a number or name, a range, a list, or steps (`*` or a range, then `/n`). Throws `CronError`.
 */
export function parseCron(text: string): Cron {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5)
    throw new CronError(
      `"${text.trim()}" must have five fields: minute, hour, day of the month, month, day of the week`,
    );
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  const isLast = day.toLowerCase() === 'l';
  const weekdays = valuesOf(weekday, fields[4]).map((n) => n % 7);
  return {
    minutes: valuesOf(minute, fields[0]),
    hours: valuesOf(hour, fields[1]),
    days: isLast ? [0] : valuesOf(day, fields[2]),
    months: valuesOf(month, fields[3]),
    weekdays: [...new Set(weekdays)].sort((a, b) => a - b),
    any: { hours: hour.startsWith('*'), days: day.startsWith('*'), weekdays: weekday.startsWith('*') },
  };
}

function valuesOf(text: string, field: Field): number[] {
  const all = text.split(',').flatMap((part) => rangeOf(part, field));
  return [...new Set(all)].sort((a, b) => a - b);
}

function rangeOf(part: string, field: Field): number[] {
  const [, span = '', step = '1'] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  const isStepped = part.includes('/');
  const [first, last] =
    span === '*'
      ? [field.from, field.what === 'day of the week' ? 6 : field.to]
      : span.split('-').map((word) => numberOf(word, field));
  if (span === '' || span.split('-').length > 2 || first === undefined || Number(step) < 1)
    throw new CronError(`"${part}" is no ${field.what}`);
  const until = last ?? (isStepped ? field.to : first);
  if (until < first) throw new CronError(`"${part}" is no ${field.what}: a range goes upwards`);
  return Array.from({ length: Math.floor((until - first) / Number(step)) + 1 }, (_, n) => first + n * Number(step));
}

function numberOf(word: string, { what, from, to, names }: Field): number {
  const named = names && word ? names.indexOf(word.toLowerCase()) : -1;
  const n = named >= 0 ? named : /^\d{1,2}$/.test(word) ? Number(word) : NaN;
  if (n >= from && n <= to) return n;
  throw new CronError(`"${word}" is no ${what} (${from} to ${to})`);
}

const LONGEST_YEARS = 9;

/**
 * The first time after an instant at which an expression is due in a time zone; null when there is none in nine years, as
 * for February 30. Where clocks are put forward, what was due in the hour that is left out is due right after it; where
 * they are put back, a time of day comes once. Hours given as `*` follow the time that really passes.
 */
export function nextAfter(cron: Cron, zone: string, after: Date): Date | null {
  let at = DateTime.fromJSDate(after, { zone }).startOf('minute').plus({ minutes: 1 });
  const end = at.plus({ years: LONGEST_YEARS });
  while (at < end) {
    if (isDue(cron, at)) return at.toJSDate();
    at = nextCandidate(cron, at);
  }
  return null;
}

function isDue(cron: Cron, at: DateTime): boolean {
  if (matches(cron, at)) return cron.any.hours || !isRepeated(at);
  return !cron.any.hours && skippedBefore(at).some((time) => matches(cron, time));
}

/** Where to look next: whole months, days and hours without a match are passed over. */
function nextCandidate(cron: Cron, at: DateTime): DateTime {
  const midnight = (day: DateTime) => day.startOf('day');
  if (!cron.months.includes(at.month)) return midnight(at.startOf('month').plus({ months: 1 }));
  if (!isDay(cron, at)) return midnight(at.startOf('day').plus({ days: 1 }));
  if (!cron.hours.includes(at.hour)) return at.plus({ minutes: 60 - at.minute });
  return at.plus({ minutes: 1 });
}

interface Wall {
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  readonly month: number;
  readonly weekday: number;
  readonly daysInMonth: number | undefined;
}

const matches = (cron: Cron, at: Wall): boolean =>
  cron.months.includes(at.month) && isDay(cron, at) && cron.hours.includes(at.hour) && cron.minutes.includes(at.minute);

function isDay({ days, weekdays, any }: Cron, at: Wall): boolean {
  const inMonth = days.includes(at.day) || (days.includes(0) && at.day === at.daysInMonth);
  const inWeek = weekdays.includes(at.weekday % 7);
  return any.days || any.weekdays ? inMonth && inWeek : inMonth || inWeek;
}

/** Whether the clocks showed this time of the day before, until they were put back. */
const isRepeated = (at: DateTime): boolean => at.getPossibleOffsets()[0]?.toMillis() !== at.toMillis();

/** The times of day that the clocks leave out right before an instant; none but where they are put forward. */
function skippedBefore(at: DateTime): DateTime[] {
  const forward = at.offset - at.minus({ minutes: 1 }).offset;
  if (forward <= 0) return [];
  const wall = at.setZone('utc', { keepLocalTime: true });
  return Array.from({ length: forward }, (_, n) => wall.minus({ minutes: forward - n }));
}

/** The next `count` times after an instant. */
export function nextTimes(cron: Cron, zone: string, after: Date, count: number): Date[] {
  const times: Date[] = [];
  for (let at = nextAfter(cron, zone, after); at && times.length < count; at = nextAfter(cron, zone, at))
    times.push(at);
  return times;
}
