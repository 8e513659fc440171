/** How often a schedule repeats, as in the form; `own` is a custom cron expression. */
export const repeats = ['daily', 'weekdays', 'weekly', 'month-start', 'month-end', 'quarter-start', 'own'] as const;
export type Repeat = (typeof repeats)[number];

export const repeatLabels: Readonly<Record<Repeat, string>> = {
  daily: 'Every day',
  weekdays: 'Every weekday (Monday to Friday)',
  weekly: 'Every week',
  'month-start': 'On the first day of each month',
  'month-end': 'On the last day of each month',
  'quarter-start': 'On the first day of each quarter',
  own: 'Custom cron expression',
};

/** Days of the week as in cron, Sunday 0. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** A schedule's repetition as form values. */
export interface Repetition {
  readonly repeat: Repeat;
  /** Sunday is `0`; only for `weekly`. */
  readonly weekday: string;
  /** `07:00` */
  readonly time: string;
  /** Only for `own`. */
  readonly cron: string;
}

const shapes: readonly (readonly [Exclude<Repeat, 'own'>, RegExp, string])[] = [
  ['daily', /^\* \* \*$/, '* * *'],
  ['weekdays', /^\* \* 1-5$/, '* * 1-5'],
  ['weekly', /^\* \* ([0-6])$/, '* * '],
  ['month-start', /^1 \* \*$/, '1 * *'],
  ['month-end', /^L \* \*$/, 'L * *'],
  ['quarter-start', /^1 1,4,7,10 \*$/, '1 1,4,7,10 *'],
];

/** Converts form values to a cron expression. */
export function getCron({ repeat, weekday, time, cron }: Repetition): string {
  if (repeat === 'own') return cron.trim();
  const [hour = '7', minute = '0'] = time.split(':');
  const days = shapes.find(([name]) => name === repeat)?.[2] ?? '';
  return `${Number(minute)} ${Number(hour)} ${days}${repeat === 'weekly' ? weekday : ''}`;
}

/** Converts a cron expression to form values. */
export function parseWhen(cron: string): Repetition {
  const custom: Repetition = { repeat: 'own', weekday: '1', time: '07:00', cron };
  const [, minute = '', hour = '', days = ''] = /^(\d{1,2}) (\d{1,2}) (.+)$/.exec(cron) ?? [];
  const shape = shapes.find(([, shape]) => shape.test(days));
  if (!shape) return custom;
  const weekday = shape[1].exec(days)?.[1] ?? '1';
  return { repeat: shape[0], weekday, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, cron };
}
