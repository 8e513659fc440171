import { Cron as Pattern, type CronOptions } from 'croner';
import cronstrue from 'cronstrue';

/** A parsed cron expression. */
export interface Cron {
  readonly text: string;
  /** Whether both day fields must match: true if either starts with a star; otherwise one match is enough. */
  readonly bothDays: boolean;
}

/** A cron expression that cannot be parsed. The message gives the reason. */
export class CronError extends Error {}

const MOST_CHARACTERS = 100;
const fields = [
  { what: 'minute', values: '0 to 59' },
  { what: 'hour', values: '0 to 23' },
  { what: 'day of the month', values: '1 to 31, or L for the last' },
  { what: 'month', values: '1 to 12, or JAN to DEC' },
  { what: 'day of the week', values: '0 to 7, or SUN to SAT' },
] as const;

/** Expressions that would run at times other than their description suggests. */
const AMBIGUOUS = /\*,|,\*|-(\d|[a-z]{3})L\b|[+?]/i;

/**
 * Parses a cron expression: minute, hour, day of the month (`L` is the last day), month and day of the week (0 and 7
 * are Sunday). Each is `*`, a number or name, a range, a list, or steps (`*` or a range, then `/n`). Throws
 * `CronError`.
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
    getPattern(cron, 'UTC');
    formatWords(cron);
  } catch {
    return false;
  }
  return !AMBIGUOUS.test(part);
}

const reading = { mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true } as const satisfies CronOptions;

const getPattern = ({ text, bothDays }: Cron, timezone: string): Pattern =>
  new Pattern(text, { ...reading, domAndDow: bothDays, timezone });

/**
 * The first time after an instant when an expression is due in a time zone; null if there is none, as for February
 * 30. When clocks go forward, a skipped time of day is due right after; when they go back, a repeated time of day is
 * due once. Hours with stars or steps follow elapsed time.
 */
export const nextAfter = (cron: Cron, zone: string, after: Date): Date | null => getPattern(cron, zone).nextRun(after);

/** The next `count` times after an instant. */
export const nextTimes = (cron: Cron, zone: string, after: Date, count: number): Date[] =>
  getPattern(cron, zone).nextRuns(count, after);

/** Whether an expression is due at most once an hour, because its minute is a single number. */
export const isHourlyAtMost = ({ text }: Cron): boolean => /^\d+ /.test(text);

/** Describes a cron expression with its time zone: `At 07:00, only on Monday, America/Chicago`. */
export const formatEcho = (cron: Cron, zone: string): string => `${formatWords(cron)}, ${zone}`;

const formatWords = ({ text, bothDays }: Cron): string =>
  cronstrue.toString(text, { use24HourTimeFormat: true, verbose: false, logicalAndDayFields: bothDays });
