import { Cron as Pattern, type CronOptions } from 'croner';
import cronstrue from 'cronstrue';

/** A cron expression that can be read and said in words. */
export interface Cron {
  readonly text: string;
  /** Whether both day fields must match: as soon as one begins with a star; else either of them suffices. */
  readonly bothDays: boolean;
}

/** An expression that cannot be read; the message says why. */
export class CronError extends Error {}

const MOST_CHARACTERS = 100;
const fields = [
  { what: 'minute', values: '0 to 59' },
  { what: 'hour', values: '0 to 23' },
  { what: 'day of the month', values: '1 to 31, or L for the last' },
  { what: 'month', values: '1 to 12, or JAN to DEC' },
  { what: 'day of the week', values: '0 to 7, or SUN to SAT' },
] as const;

/** Written so that the times and the words would say different things. */
const AMBIGUOUS = /\*,|,\*|-(\d|[a-z]{3})L\b|[+?]/i;

/**
 * Reads a cron expression: minute, hour, day of the month (`L` is the last one), month and day of the week (0 and 7 are
 * Sunday), each `*`, a number or name, a range, a list, or steps (`*` or a range, then `/n`). Throws `CronError`.
 */
export function parseCron(text: string): Cron {
  const parts = text
    .slice(0, MOST_CHARACTERS + 1)
    .trim()
    .split(/\s+/);
  if (text.length > MOST_CHARACTERS) throw new CronError(`must be at most ${MOST_CHARACTERS} characters`);
  if (parts.length !== fields.length)
    throw new CronError(`"${text.trim()}" must have 5 fields: ${fields.map(({ what }) => what).join(', ')}`);
  fields.forEach(({ what, values }, at) => {
    const part = parts[at] ?? '';
    if (!isReadable(part, at))
      throw new CronError(`"${part}" is not a valid ${what} (${values}; ranges run from low to high)`);
  });
  return { text: parts.join(' '), bothDays: [parts[2], parts[4]].some((day) => day?.startsWith('*')) };
}

function isReadable(part: string, at: number): boolean {
  const cron = { text: fields.map((_, n) => (n === at ? part : '*')).join(' '), bothDays: true };
  try {
    patternOf(cron, 'UTC');
    wordsOf(cron);
  } catch {
    return false;
  }
  return !AMBIGUOUS.test(part);
}

const reading = { mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true } as const satisfies CronOptions;

const patternOf = ({ text, bothDays }: Cron, timezone: string): Pattern =>
  new Pattern(text, { ...reading, domAndDow: bothDays, timezone });

/**
 * The first time after an instant at which an expression is due in a time zone; null when there is none, as for February
 * 30. Where clocks are put forward, a time of day that is left out is due right after; where they are put back, it comes
 * once. Hours given with stars or steps follow the time that really passes.
 */
export const nextAfter = (cron: Cron, zone: string, after: Date): Date | null => patternOf(cron, zone).nextRun(after);

/** The next `count` times after an instant. */
export const nextTimes = (cron: Cron, zone: string, after: Date, count: number): Date[] =>
  patternOf(cron, zone).nextRuns(count, after);

/** Whether an expression is due at most once an hour: it names one minute. */
export const isHourlyAtMost = ({ text }: Cron): boolean => /^\d+ /.test(text);

/** A cron expression in plain words with its time zone: `At 07:00, only on Monday, America/Chicago`. */
export const echoOf = (cron: Cron, zone: string): string => `${wordsOf(cron)}, ${zone}`;

const wordsOf = ({ text, bothDays }: Cron): string =>
  cronstrue.toString(text, { use24HourTimeFormat: true, verbose: false, logicalAndDayFields: bothDays });
