import { DateTime } from 'luxon';
import { z } from 'zod';

/** The ranges that move with the day: of the company's time zone, weeks from Monday. */
export const rangeNames = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'previous-month',
  'this-quarter',
  'previous-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'previous-year',
  'invoice-window',
] as const;
export const RangeName = z.enum(rangeNames, `must be one of ${rangeNames.join(', ')}`);
export type RangeName = z.output<typeof RangeName>;

/** From an instant up to, but without, another one. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/**
 * What a relative range is at `now` in `zone`. The invoice window runs from Monday 07:00 two weeks before this week to
 * this week's Monday 20:00.
 */
export function spanOf(name: RangeName, zone: string, now: Date): Span {
  const local = DateTime.fromJSDate(now, { zone });
  if (name === 'invoice-window') {
    const monday = local.startOf('week');
    return spanFrom(monday.minus({ days: 14 }).set({ hour: 7 }), monday.set({ hour: 20 }));
  }
  if (name === 'today') return wholeOf(local, 'day');
  if (name === 'yesterday') return wholeOf(local.minus({ days: 1 }), 'day');
  const [which, unit] = name.split('-') as ['this' | 'last' | 'previous', Unit];
  return wholeOf(which === 'this' ? local : local.minus({ [unit]: 1 }), unit);
}

/** Whole days of a time zone, both included: `2026-01-01` to `2026-03-31`. */
export function spanOfDays(first: string, last: string, zone: string): Span {
  const day = (text: string) => DateTime.fromISO(text, { zone }).startOf('day');
  return spanFrom(day(first), day(last).plus({ days: 1 }));
}

const wholeOf = (at: DateTime, unit: Unit): Span => {
  const from = at.startOf(unit);
  return spanFrom(from, from.plus({ [unit]: 1 }));
};

const spanFrom = (from: DateTime, until: DateTime): Span => ({ from: from.toJSDate(), until: until.toJSDate() });
