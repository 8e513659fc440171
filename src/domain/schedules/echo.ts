import type { Cron } from './cron.js';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const MOST_TIMES = 6;

/** A cron expression in plain words with its time zone: `Every Monday at 07:00, America/Chicago`. */
export function echoOf(cron: Cron, zone: string): string {
  return `${daysOf(cron)} ${timesOf(cron)}${monthsOf(cron)}, ${zone}`;
}

function daysOf({ days, weekdays: week, any }: Cron): string {
  const inWeek = week.length < 7 ? weekdaysOf(week) : null;
  const inMonth = any.days && days.length === 31 ? null : `On ${daysOfMonth(days)} of the month`;
  if (!inMonth) return inWeek ? `Every ${inWeek}` : 'Every day';
  if (!inWeek && (any.weekdays || days.length === 31)) return inMonth;
  if (!inWeek) return 'Every day';
  return any.days || any.weekdays
    ? `${inMonth}, if it is a ${orList(week.map(nameOfWeekday))},`
    : `${inMonth} and every ${inWeek}`;
}

const nameOfWeekday = (n: number): string => weekdays[n] ?? '';

function weekdaysOf(week: readonly number[]): string {
  if (week.join() === '1,2,3,4,5') return 'weekday (Monday to Friday)';
  if (week.join() === '0,6') return 'Saturday and Sunday';
  return andList(week.map(nameOfWeekday));
}

function daysOfMonth(days: readonly number[]): string {
  return `the ${andList(days.map((day) => (day === 0 ? 'last day' : ordinal(day))))}`;
}

function ordinal(n: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th' }[
    ordinals.select(n) as 'one' | 'two' | 'few' | 'other'
  ];
  return `${n}${ending}`;
}
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

function timesOf({ hours, minutes }: Cron): string {
  if (hours.length * minutes.length <= MOST_TIMES)
    return `at ${andList(hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute))))}`;
  const past = minutes.length === 60 ? 'every minute' : `at minute ${andList(minutes.map(String))}`;
  if (hours.length === 24) return minutes.length === 60 ? past : `${past} of every hour`;
  return `${past} from ${andList(runsOf(hours))}`;
}

/** Hours as spans: 7 to 9 and 15 are `07:00 to 09:59` and `15:00 to 15:59`. */
function runsOf(hours: readonly number[]): string[] {
  const runs: [number, number][] = [];
  for (const hour of hours) {
    const last = runs.at(-1);
    if (last && last[1] === hour - 1) last[1] = hour;
    else runs.push([hour, hour]);
  }
  return runs.map(([from, to]) => `${clock(from, 0)} to ${clock(to, 59)}`);
}

const two = (n: number): string => String(n).padStart(2, '0');
const clock = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;

const monthsOf = ({ months: named }: Cron): string =>
  named.length === 12 ? '' : ` in ${andList(named.map((n) => months[n - 1] ?? ''))}`;

const listing = (type: 'conjunction' | 'disjunction') => {
  const format = new Intl.ListFormat('en-GB', { type });
  return (words: readonly string[]): string => format.format(words);
};
const andList = listing('conjunction');
const orList = listing('disjunction');
